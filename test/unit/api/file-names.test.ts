import { parse } from 'content-disposition';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeForm } from '../../../src/api/files/multipart.ts';

async function headFor(fileName: string): Promise<string> {
  const value = { content: Buffer.from('x'), fileName, mediaType: 'text/plain' };
  const { body } = encodeForm([{ name: 'File', value }], () => undefined);
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8').split('\r\n')[1] ?? '';
}
/** Reads the file name as servers do: the extended parameter if there is one, otherwise the plain one, unchanged. */
async function nameIn(fileName: string): Promise<string | undefined> {
  const head = (await headFor(fileName)).replace('Content-Disposition: ', '');
  const plain = /; filename="([^"]*)"$/.exec(head)?.[1];
  return plain ?? parse(head).parameters.filename;
}

describe('the name of a file that is sent', () => {
  it.each([
    'Иск "1".pdf',
    'a"b',
    '"',
    `'quoted' (1)*!~.txt "x"`,
    '100% "sure".txt',
    'plain.txt',
    'Отзыв №2.docx',
  ])('arrives as %s', async (name) => {
    expect(await nameIn(name)).toBe(name);
  });

  it('arrives unchanged, with any characters', async () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .filter((name) => Buffer.from(name).toString() === name);
    await fc.assert(
      fc.asyncProperty(text, async (name) => {
        expect(await nameIn(name)).toBe(name);
      }),
    );
  });

  it('has only the plain form if that is exact', async () => {
    expect(await headFor('Отзыв.pdf')).toBe(
      'Content-Disposition: form-data; name="File"; filename="Отзыв.pdf"',
    );
  });
});
