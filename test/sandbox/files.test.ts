import { crc32 } from 'node:zlib';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { writeZip } from '../../src/sandbox/seed/fixtures/zip.ts';
import { unknownId } from '../support/sample-ids.ts';
import { useStarted } from './started.ts';

const { start } = useStarted();
const bytesOf = (text: string) => new TextEncoder().encode(text);

const zip = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, bytesOf(text)])));

/** Creates a ZIP64 archive of one entry. Programs use this format if they do not know the entry's length in advance. */
function zip64(path: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const name = Buffer.from(path);
  const numbers = (...values: number[]) =>
    Buffer.concat(values.map((value) => Buffer.from(BigUint64Array.of(BigInt(value)).buffer)));
  const extra = (...values: number[]) =>
    Buffer.concat([Buffer.from(Uint16Array.of(1, values.length * 8).buffer), numbers(...values)]);
  const common = (extraLength: number) => {
    const bytes = Buffer.alloc(26);
    bytes.writeUInt16LE(45, 0);
    bytes.writeUInt16LE(0x800, 2);
    bytes.writeUInt32LE(crc32(content), 10);
    bytes.writeUInt32LE(0xffffffff, 14);
    bytes.writeUInt32LE(0xffffffff, 18);
    bytes.writeUInt16LE(name.length, 22);
    bytes.writeUInt16LE(extraLength, 24);
    return bytes;
  };
  const mark = (value: number) => Buffer.from(Uint32Array.of(value).buffer);
  const place = Buffer.alloc(14);
  place.writeUInt32LE(0xffffffff, 10);
  const sizes = extra(content.length, content.length);
  const all = extra(content.length, content.length, 0);
  const local = [mark(0x04034b50), common(sizes.length), name, sizes, Buffer.from(content)];
  const entry = [mark(0x02014b50), Buffer.from([45, 0]), common(all.length), place, name, all];
  const [start, length] = [Buffer.concat(local).length, Buffer.concat(entry).length];
  const record = [mark(0x06064b50), numbers(44), Buffer.alloc(12), numbers(1, 1, length, start)];
  const locator = [mark(0x07064b50), Buffer.alloc(4), numbers(start + length), mark(1)];
  const end = Buffer.alloc(18, 0xff);
  end.writeUInt16LE(0, 16);
  const parts = [...local, ...entry, ...record, ...locator, mark(0x06054b50), end];
  return new Uint8Array(Buffer.concat(parts));
}

describe('extracting an archive', () => {
  it("reads names in the charset of the account's language, or in the one asked for [FIL-1]", async () => {
    const { fileOf, extract } = await start();
    const archive = await fileOf('Материалы дела');
    const paths = ['Опись.txt', 'Приложения/Договор № 17.txt', 'Приложения/Накладные/Накладная ёлка.txt'];
    const russian = await extract('ivan', archive);
    expect(russian.status).toBe(200);
    expect(russian.body.map((file) => file.Path)).toEqual(paths);
    expect(russian.body.map((file) => file.Name)).toEqual([
      'Опись.txt',
      'Договор № 17.txt',
      'Накладная ёлка.txt',
    ]);
    expect((await extract('anna', archive)).body.map((file) => file.Path)).not.toEqual(paths);
    expect((await extract('anna', archive, '?encoding=cp866')).body.map((file) => file.Path)).toEqual(paths);
    expect((await extract('anna', archive, '?encoding=klingon')).status).toBe(400);
  });

  it('lets the UTF-8 mark of an entry win over the charset asked for', async () => {
    const { fileOf, extract } = await start();
    const { body } = await extract('anna', await fileOf('Hearing bundle'), '?encoding=cp866');
    expect(body.map((file) => file.Path)).toEqual(['Bundle/Index.txt', 'Bundle/B/Письмо свидетеля.txt']);
  });

  it('unpacks compressed files and gives links that expire [FIL-2, LIM-9]', async () => {
    const { call, store, extract, pass, url } = await start({ extractedFileLifetime: 60_000 });
    const content = 'строка '.repeat(500);
    const { body } = await extract(
      'anna',
      await store('a.zip', zip({ 'a/b.txt': content, 'empty.txt': '' })),
    );
    expect(body.map((file) => file.Path)).toEqual(['a/b.txt', 'empty.txt']);
    const link = body[0]?.Url ?? '';
    expect(link.startsWith(`${url}/api/v2/download/`)).toBe(true);
    expect((await call('anna', `GET ${link}`)).text).toBe(content);
    expect((await call('', `GET ${link}`)).status).toBe(401);
    pass(59_000);
    expect((await call('anna', `GET ${link}`)).status).toBe(200);
    pass(2_000);
    expect((await call('anna', `GET ${link}`)).status).toBe(404);
  });

  it('refuses the whole archive for one forbidden extension [ERR-9]', async () => {
    const { fileOf, extract } = await start();
    const { status, text } = await extract('anna', await fileOf('Contractor files'), '?encoding=cp866');
    expect(status).toBe(400);
    expect(text).toContain('Смета/setup.exe');
  });

  it('keeps to the limits of archive size, file size and number of files [LIM-6]', async () => {
    const { store, extract } = await start({
      maxArchiveFileSize: 1000,
      maxExtractingFileSize: 2000,
      maxExtractingFileCount: 2,
    });
    const status = async (archive: Uint8Array<ArrayBuffer>) =>
      (await extract('anna', await store('a.zip', archive))).status;
    expect(await status(zip({ 'a.txt': 'x'.repeat(2000), 'b.txt': '' }))).toBe(200);
    expect(await status(zip({ 'a.txt': 'x'.repeat(2001) }))).toBe(400);
    expect(await status(zip({ 'a.txt': '', 'b.txt': '', 'c.txt': '' }))).toBe(400);
    expect(await status(zip({ 'a/': '', 'a/b.txt': '', 'a/c.txt': '' }))).toBe(200);
    const large = writeZip([{ path: 'a.txt', bytes: bytesOf('x'.repeat(900)) }], 'utf-8');
    expect(await status(new Uint8Array(large))).toBe(400);
  });

  it('refuses archives with a password, broken ones, and paths that lead out [LIM-8]', async () => {
    const { store, extract } = await start();
    const good = zip({ 'a.txt': 'some text, some text, some text' });
    const directory = Buffer.from(good).indexOf(Buffer.from('PK\x01\x02', 'latin1'));
    const changed = (at: number, value: number) => {
      const copy = good.slice();
      copy[at] = (copy[at] as number) ^ value;
      return copy;
    };
    const cases = {
      password: changed(directory + 8, 1),
      severalVolumes: changed(good.length - 18, 1),
      damagedData: changed(40, 0xff),
      falseChecksum: changed(directory + 16, 1),
      cutOff: good.slice(0, directory + 20),
      notAnArchive: bytesOf('Rar! or something else'),
      pathOut: zip({ '../a.txt': 'x' }),
    };
    for (const [name, archive] of Object.entries(cases))
      expect([name, (await extract('anna', await store('a.zip', archive))).status]).toEqual([name, 400]);
    expect((await extract('anna', await store('a.zip', good))).status).toBe(200);
  });

  it('reads archives with eight-byte numbers [LIM-8]', async () => {
    const { store, extract } = await start();
    const long = zip64('Дело/Опись.txt', bytesOf('опись'));
    const good = await extract('ivan', await store('a.zip', long));
    expect(good.body.map((file) => file.Path)).toEqual(['Дело/Опись.txt']);
    for (const cut of [long.length - 25, long.length - 60, 40])
      expect((await extract('ivan', await store('a.zip', long.slice(0, cut)))).status).toBe(400);
    const elsewhere = long.slice();
    new DataView(elsewhere.buffer).setBigUint64(long.length - 34, 2n ** 60n, true);
    expect((await extract('ivan', await store('a.zip', elsewhere))).status).toBe(400);
  });

  it('needs View on the document that the archive belongs to', async () => {
    const { fileOf, extract } = await start();
    expect((await extract('client2', await fileOf('Hearing bundle'))).status).toBe(404);
    expect((await extract('anna', unknownId)).status).toBe(404);
  });
});

describe('uploading and downloading', () => {
  it('downloads a file unchanged, or as text or base64 within JSON [FIL-4]', async () => {
    const { call, store } = await start();
    const path = `GET /api/v2/download/${await store('Заметка.txt', 'текст')}`;
    const plain = await call('anna', path);
    expect(plain.text).toBe('текст');
    expect(plain.headers.get('content-disposition')).toContain(encodeURIComponent('Заметка.txt'));
    const asText = await call('anna', `${path}?contentType=text`);
    expect(asText.body).toMatchObject({ Name: 'Заметка.txt', Content: 'текст' });
    const asBase64 = await call('anna', `${path}?contentType=base64`);
    expect(asBase64.body.Content).toBe(Buffer.from('текст').toString('base64'));
    expect((await call('anna', `${path}?contentType=xml`)).status).toBe(400);
  });

  it('downloads a document together with its signatures [DCO-15, FIL-5]', async () => {
    const { call, store, fileOf, extract } = await start();
    const id = await fileOf('Settlement agreement (draft)');
    const archive = await call('anna', `GET /api/v2/download/${id}?withSignature=true`);
    expect(archive.headers.get('content-type')).toBe('application/zip');
    const { body } = await extract('anna', await store('a.zip', new Uint8Array(archive.bytes)));
    expect(body.map((file) => file.Path)).toEqual([
      'Settlement agreement (draft).txt',
      'smithSettlement-anna.sig',
      'smithSettlement-john.sig',
    ]);
  });

  it('keeps to the limits of extension and size, and to the rights on the document [FIL-6]', async () => {
    const { call, fileOf } = await start({ maxFileSize: 100 });
    const forbidden = await fileOf('Damage calculator');
    expect((await call('anna', `GET /api/v2/download/${forbidden}`)).status).toBe(400);
    const large = await fileOf('Letter to Northbridge');
    expect((await call('anna', `GET /api/v2/download/${large}`)).status).toBe(400);
    expect((await call('client2', `GET /api/v2/download/${large}`)).status).toBe(404);
    const tooMuch = { url: `data:text/plain,${'x'.repeat(101)}` };
    expect((await call('anna', 'POST /api/v2/upload', tooMuch)).status).toBe(400);
  });

  it('fetches from its own origin on behalf of the caller, and from data: addresses [FIL-3]', async () => {
    const { call, store, url } = await start();
    const own = { url: `${url}/api/v2/download/${await store('Заметка.txt', 'текст')}` };
    expect((await call('anna', 'POST /api/v2/upload', own)).body).toMatchObject({
      Content: 'текст',
      Name: 'Заметка.txt',
      Size: 10,
    });
    const binary = { url: 'data:application/octet-stream;base64,AAEC/w==' };
    expect((await call('anna', 'POST /api/v2/upload', binary)).body).toMatchObject({
      Content: 'AAEC/w==',
      ContentType: 'application/octet-stream',
      Size: 4,
    });
    const text = { url: 'data:text/plain,hello', contentType: 'base64' };
    expect((await call('anna', 'POST /api/v2/upload', text)).body.Content).toBe('aGVsbG8=');
  });

  it('fetches from nowhere else, and reports an address that answers with an error', async () => {
    const { call, url } = await start();
    for (const address of [
      'https://example.com/a.txt',
      'file:///etc/hosts',
      `${url}.example.com/`,
      'not an address',
    ])
      expect((await call('anna', 'POST /api/v2/upload', { url: address })).status).toBe(400);
    const missing = await call('anna', 'POST /api/v2/upload', { url: `${url}/api/v2/download/${unknownId}` });
    expect([missing.status, missing.text]).toEqual([400, expect.stringContaining('404')]);
    expect((await call('anna', 'POST /api/v2/upload', {})).status).toBe(400);
  });
});
