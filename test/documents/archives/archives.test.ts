import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { writeZip } from '../../../src/sandbox/seed/fixtures/zip.ts';
import { reader, refusalOf } from '../../support/read-document.ts';

const none = undefined;
const read = (bytes: Uint8Array, name: string, inside: number[] = []) =>
  reader.read({ bytes, name, inside }, none, none);
const letter = 'From: a@example.org\r\nSubject: Inside\r\n\r\nText';

/** Creates one entry of a tar archive. */
function entry(name: string | Uint8Array, content: string, kind = '0'): Buffer {
  const header = Buffer.alloc(512);
  header.set(Buffer.from(name as string).subarray(0, 100));
  header.write('0000644', 100);
  header.write(Buffer.byteLength(content).toString(8).padStart(11, '0'), 124);
  header.write(' '.repeat(8), 148);
  header.write(kind, 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const body = Buffer.from(content);
  return Buffer.concat([header, body, Buffer.alloc((512 - (body.length % 512)) % 512)]);
}
const tarOf = (...entries: Buffer[]) => new Uint8Array(Buffer.concat([...entries, Buffer.alloc(1024)]));

describe('a ZIP archive', () => {
  it('is the list of its files by number, with names of any charset, and opens them', async () => {
    const archive = writeZip([
      { path: 'Опись/Договор № 1.eml', bytes: strToU8(letter), names: 'cp866' },
      { path: 'Письмо ёлки.txt', bytes: strToU8('x') },
    ]);
    const content = await read(archive, 'a.zip');
    expect(content).toMatchObject({ kind: 'ZIP archive', unit: 'part', total: 1, notes: [] });
    expect(content.parts[0]?.text).toBe(
      `1. Опись/Договор № 1.eml, ${letter.length} bytes\n2. Письмо ёлки.txt, 1 bytes`,
    );
    expect(content.attachments).toEqual([
      { index: 1, name: 'Опись/Договор № 1.eml', size: letter.length },
      { index: 2, name: 'Письмо ёлки.txt', size: 1 },
    ]);
    expect((await read(archive, 'a.zip', [1])).properties).toMatchObject({ Subject: 'Inside' });
    expect(await refusalOf(read(archive, 'a.zip', [3]))).toMatch(/^unknown: there is no file 3/);
  });

  it('counts files without folders, and marks empty folders', async () => {
    const archive = zipSync({ 'a/': strToU8(''), 'a/b.eml': strToU8(letter) });
    expect((await read(archive, 'a.zip')).attachments.map(({ name }) => name)).toEqual(['a/b.eml']);
    expect((await read(zipSync({}), 'a.zip')).parts[0]?.text).toBe('(no files)');
  });

  it('within archives is opened as deep as people nest them, and no deeper', async () => {
    const nested = (depth: number): Uint8Array =>
      depth === 0 ? strToU8(letter) : zipSync({ 'a.zip': nested(depth - 1) });
    const way = (depth: number) => Array.from({ length: depth }, () => 1);
    expect((await read(nested(5), 'a.zip', way(5))).kind).toBe('e-mail');
    expect(await refusalOf(read(nested(6), 'a.zip', way(6)))).toMatch(/^too large: .*5/);
  });
});

describe('an archive of Unix', () => {
  it('is read packed and not, with long names of both kinds', async () => {
    const long = `${'Папка/'.repeat(20)}Письмо.eml`;
    const line = ` path=${long}\n`;
    const archive = tarOf(
      entry('a', '', '5'),
      entry('a/b.eml', letter),
      entry('././@LongLink', `${long}\0`, 'L'),
      entry('cut', 'x'),
      entry('PaxHeader', `${Buffer.byteLength(line) + 3}${line}`, 'x'),
      entry('cut', 'y'),
    );
    const names = ['a/b.eml', long, long];
    expect((await read(archive, 'a.tar')).attachments.map(({ name }) => name)).toEqual(names);
    const packed = new Uint8Array(gzipSync(archive));
    expect((await read(packed, 'Дело.tgz')).attachments).toEqual([{ index: 1, name: 'Дело.tar' }]);
    expect((await read(packed, 'a.tar.gz', [1])).attachments.map(({ name }) => name)).toEqual(names);
    expect((await read(packed, 'a.tar.gz', [1, 1])).properties).toMatchObject({ Subject: 'Inside' });
  });

  it('that is cut off or packs too much is refused', async () => {
    const archive = tarOf(entry('a.txt', 'x'.repeat(2000)));
    expect(await refusalOf(read(archive.slice(0, 1500), 'a.tar'))).toMatch(/^damaged: it ends within a file/);
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(3_000_000)));
    expect(await refusalOf(read(bomb, 'a.gz', [1]))).toMatch(/^too large: /);
    expect(await refusalOf(read(bomb.slice(0, 100), 'a.gz', [1]))).toMatch(/^damaged: /);
  });
});

describe('an archive of another kind', () => {
  it.each([
    ['a RAR archive', 'Rar!\x1a\x07\x01\x00'],
    ['a 7z archive', "7z\xbc\xaf'\x1c\x00\x04"],
    ['an xz archive', '\xfd7zXZ\x00'],
    ['a bzip2 archive', 'BZh91AY&SY'],
  ])('is refused by its name: %s', async (kind, start) => {
    expect(await refusalOf(read(Buffer.from(start, 'latin1'), 'a.bin'))).toMatch(
      `unknown: it is ${kind}, but only ZIP, tar and gzip archives can be read`,
    );
  });
});
