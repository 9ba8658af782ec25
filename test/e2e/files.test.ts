import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, named, noteOf, unknownId } from '../support/answers.ts';
import { startService, type TestClient, type TestService, textOf } from '../support/harness.ts';

let service: TestService;
/** An account in English: names in archives are read as UTF-8 unless told otherwise. */
let anna: TestClient;
/** An account in Russian: cp866. */
let ivan: TestClient;
beforeAll(async () => {
  service = await startService();
  [anna, ivan] = await Promise.all([
    service.connectAs('anna', { kind: 'v2 pinned' }),
    service.connectAs('ivan', { kind: 'v1' }),
  ]);
});
afterAll(async () => {
  await Promise.all([anna?.close(), ivan?.close()]);
  await service?.close();
});

const fileOf = async (name: string): Promise<string> =>
  named<any>((await anna.call('list_documents', { Search: name })).Items, name).FileId;
const paths = (files: { Path: string }[]) => files.map((file) => file.Path);
const idIn = (link: string) => link.split('/').at(-1) ?? '';

describe('extract_archive', () => {
  const russian = ['Опись.txt', 'Приложения/Договор № 17.txt', 'Приложения/Накладные/Накладная ёлка.txt'];

  it('reads names in the charset of the account, or in the one asked for', async () => {
    const id = await fileOf('Материалы дела');
    expect(paths(await ivan.call('extract_archive', { id }))).toEqual(russian);
    expect(paths(await anna.call('extract_archive', { id, encoding: 'cp866' }))).toEqual(russian);
    const garbled = paths(await anna.call('extract_archive', { id }));
    expect(garbled).toHaveLength(3);
    expect(garbled[0]).not.toBe(russian[0]);
    expect(paths(await ivan.call('extract_archive', { id, encoding: 'windows-1251' }))).not.toEqual(russian);
  });

  it('gives links whose files can be downloaded', async () => {
    const files = await anna.call('extract_archive', { id: await fileOf('Hearing bundle') });
    expect(paths(files)).toEqual(['Bundle/Index.txt', 'Bundle/B/Письмо свидетеля.txt']);
    const letter = named<any>(files, 'Письмо свидетеля.txt');
    const answer = await anna.callTool('download_file', { id: idIn(letter.Url) });
    expect(bytesOf(answer).toString()).toBe('Перевод письма свидетеля.\n');
    expect(noteOf(answer)).toContain('File: "Письмо свидетеля.txt"');
  });

  it('is refused whole for one forbidden file, and for what is no archive or no charset', async () => {
    const id = await fileOf('Contractor files');
    expect(await anna.refusal('extract_archive', { id, encoding: 'cp866' })).toMatch(
      /^API_ERROR 400: .*Смета\/setup\.exe.*\nToo large, too many files/,
    );
    const text = { id: await fileOf('Service contract') };
    expect(await anna.refusal('extract_archive', text)).toContain('not a readable .zip archive');
    const unknownCharset = { id: await fileOf('Материалы дела'), encoding: 'klingon' };
    expect(await anna.refusal('extract_archive', unknownCharset)).toContain('klingon');
    expect(await anna.refusal('extract_archive', { id: unknownId })).toMatch(/^API_ERROR 404/);
  });
});

describe('download_file', () => {
  it('answers the file, or its content within JSON as text or base64', async () => {
    const id = await fileOf('Акт сверки');
    const answer = await anna.callTool('download_file', { id });
    expect(textOf(answer)).toMatch(/^No;Name;Amount\n1;Поставка/);
    expect(noteOf(answer)).toMatch(/^File: "Акт сверки\.csv" \(text\/csv, \d+ bytes\)$/);
    expect(await anna.call('download_file', { id, contentType: 'text' })).toMatchObject({
      Name: 'Акт сверки.csv',
      Content: textOf(answer),
    });
    const { Content } = await anna.call('download_file', { id, contentType: 'base64' });
    expect(Buffer.from(Content, 'base64').toString()).toBe(textOf(answer));
  });

  it('packs a document together with its signatures', async () => {
    const id = await fileOf('Settlement agreement (draft)');
    const answer = await anna.callTool('download_file', { id, withSignature: true });
    const made = await anna.call('create_document', {
      File: { name: 'signed.zip', base64: bytesOf(answer).toString('base64') },
    });
    const files = await anna.call('extract_archive', { id: made.FileId });
    expect(paths(files)).toEqual([
      'Settlement agreement (draft).txt',
      'smithSettlement-anna.sig',
      'smithSettlement-john.sig',
    ]);
  });

  it('is refused for an unknown id and for a file whose extension is forbidden by now', async () => {
    expect(await anna.refusal('download_file', { id: unknownId })).toMatch(/^API_ERROR 404: File/);
    expect(await anna.refusal('download_file', { id: await fileOf('Damage calculator') })).toMatch(
      /^API_ERROR 400: .*\.exe/,
    );
  });
});

describe('upload_from_address', () => {
  it('makes the service fetch from its own origin, in the form asked for', async () => {
    const [index] = await anna.call('extract_archive', { id: await fileOf('Hearing bundle') });
    const content = 'A. Pleadings\nB. Evidence\n';
    expect(await anna.call('upload_from_address', { url: index.Url })).toMatchObject({
      Name: 'Index.txt',
      Content: content,
      Size: content.length,
    });
    const asBase64 = { url: index.Url, method: 'GET', contentType: 'base64' };
    expect((await anna.call('upload_from_address', asBase64)).Content).toBe(
      Buffer.from(content).toString('base64'),
    );
  });

  it('sends method, headers and body on', async () => {
    const { Content } = await anna.call('upload_from_address', {
      url: `${service.url}/api/v3/documents`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Search: 'Service contract' }),
    });
    expect(JSON.parse(Content).Items.map((item: any) => item.Name)).toEqual(['Service contract']);
  });

  it('fetches from nowhere else, and tells what an address of its own answered', async () => {
    for (const url of [
      'http://127.0.0.1:9/a.txt',
      service.url.replace('127.0.0.1', 'localhost'),
      'https://files.invalid/a.txt',
    ])
      expect(await anna.refusal('upload_from_address', { url })).toMatch(
        /^API_ERROR 400: Files are fetched from/,
      );
    const missing = { url: `${service.url}/api/v2/download/${unknownId}` };
    expect(await anna.refusal('upload_from_address', missing)).toContain('answered 404');
    expect(await anna.refusal('upload_from_address', { url: 'file:///etc/hosts' })).toMatch(
      /^INVALID_ARGUMENTS/,
    );
  });
});
