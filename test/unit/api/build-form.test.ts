import { describe, expect, it } from 'vitest';
import type { FilePart } from '../../../src/api/files/multipart.ts';
import { partsOf } from './note-operations.ts';

describe('a form', () => {
  it('carries a file with its name, type and bytes', () => {
    const files = [
      { name: 'Иск.txt', mediaType: 'text/plain', text: 'Привет' },
      { name: 'a.bin', base64: Buffer.from([0, 255, 1]).toString('base64') },
    ];
    const parts = files.map((File) => partsOf({ File })[0]?.value as FilePart<Uint8Array>);
    expect(parts.map(({ fileName, mediaType }) => [fileName, mediaType])).toEqual([
      ['Иск.txt', 'text/plain'],
      ['a.bin', 'application/octet-stream'],
    ]);
    expect(Buffer.from(parts[0]?.content ?? []).toString('utf8')).toBe('Привет');
    expect([...(parts[1]?.content ?? [])]).toEqual([0, 255, 1]);
  });

  it('has the other fields in one JSON part, if the service accepts them so', () => {
    const File = { name: 'a.txt', text: 'x' };
    const parts = partsOf({ File, Name: 'A', Tags: ['x'] }, () => ({
      inside: 'note',
      names: { Name: 'title' },
    }));
    const [file, others] = parts.map(({ name, value }) => ({ name, ...(value as FilePart<Uint8Array>) }));
    expect([file?.name, file?.mediaType]).toEqual(['File', 'text/plain; charset=utf-8']);
    expect({ ...others, content: JSON.parse(Buffer.from(others?.content ?? []).toString()) }).toEqual({
      name: 'note',
      fileName: '',
      mediaType: 'application/json',
      content: { title: 'A', Tags: ['x'] },
    });
  });

  it('carries an empty file', () => {
    expect(partsOf({ File: { name: 'empty.txt', text: '' } })).toMatchObject([
      { value: { fileName: 'empty.txt' } },
    ]);
  });

  it.each([
    ['no content', { name: 'a.txt' }],
    ['two contents', { name: 'a.txt', text: 'x', base64: 'eA==' }],
    ['a content and a path', { name: 'a.txt', text: '', path: 'a.txt' }],
  ])('refuses a file with %s', (_what, File) => {
    expect(() => partsOf({ File })).toThrow(/File: pass exactly one of `text`, `base64` and `path`/);
  });

  it('leaves a file that is given by its path to be opened', () => {
    const [part] = partsOf({ File: { name: 'Иск.pdf', path: 'letters/a.pdf' } });
    expect(part?.value).toEqual({
      content: { path: 'letters/a.pdf' },
      fileName: 'Иск.pdf',
      mediaType: 'application/octet-stream',
    });
  });

  it.each(['text/html\r\nX: 1', 'pdf', 'text/plain\n', 'a/б', '/'])(
    'refuses the media type %j',
    (mediaType) => {
      expect(() => partsOf({ File: { name: 'a.txt', text: '', mediaType } })).toThrow(/File\.mediaType/);
    },
  );

  it('writes the other fields as text, tags in brackets since they may hold a dot', () => {
    const parts = partsOf({
      Name: 'A',
      Tags: ['x', 'y'],
      Fields: { 'a.b': 1, c: ['d', 'e'] },
      more: { Open: true },
    });
    expect(parts.map(({ name, value }) => [name, value])).toEqual([
      ['Name', 'A'],
      ['Tags', 'x'],
      ['Tags', 'y'],
      ['Fields[a.b]', '1'],
      ['Fields[c]', 'd'],
      ['Fields[c]', 'e'],
      ['Open', 'true'],
    ]);
  });

  it.each([[null], ['x'], [{ text: 5 }]])('refuses %j under the name of a file part in more', (File) => {
    expect(() => partsOf({ more: { File } })).toThrow(/more: "File" is a separate argument/);
  });
});
