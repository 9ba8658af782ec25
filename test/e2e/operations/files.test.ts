import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkFetched } from '../../../src/mcp/outbound/fetch-hosts.ts';
import { bytesOf, named, noteOf } from '../../support/answers/answers.ts';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { unknownId } from '../../support/sample-ids.ts';

let service: TestService;
/** User with English as language. Names in archives are read as UTF-8 by default. */
let anna: TestClient;
/** User with Russian as language. Names in archives are read as cp866 by default. */
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

  it('returns links whose files can be downloaded', async () => {
    const files = await anna.call('extract_archive', { id: await fileOf('Hearing bundle') });
    expect(paths(files)).toEqual(['Bundle/Index.txt', 'Bundle/B/Письмо свидетеля.txt']);
    const letter = named<any>(files, 'Письмо свидетеля.txt');
    const answer = await anna.callTool('download_file', { id: idIn(letter.Url) });
    expect(bytesOf(answer).toString()).toBe('Перевод письма свидетеля.\n');
    expect(noteOf(answer)).toContain('bytes):\nПисьмо свидетеля.txt');
  });

  it('is refused entirely for one forbidden file, an invalid archive or an unknown charset', async () => {
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
  it('accepts the link of an extracted file, and returns its text as text', async () => {
    const files = await anna.call('extract_archive', { id: await fileOf('Hearing bundle') });
    const { Url: id } = named<any>(files, 'Письмо свидетеля.txt');
    const answer = await anna.callTool('download_file', { id });
    expect(answer.content[0]?.type).toBe('text');
    expect(textOf(answer)).toContain('Перевод письма свидетеля.');
    const other = await anna.refusal('download_file', {
      id: 'https://cases.example.com/files/temporary.txt',
    });
    expect(other).toMatch(/^NAME_UNKNOWN: .*contains no id/);
  });

  it('answers the file, or its content within JSON as text or base64', async () => {
    const id = await fileOf('Акт сверки');
    const answer = await anna.callTool('download_file', { id });
    expect(textOf(answer)).toMatch(/^No;Name;Amount\n1;Поставка/);
    expect(noteOf(answer)).toMatch(/^File \(text\/csv, \d+ bytes\):\nАкт сверки\.csv$/);
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

  it('is refused for an unknown id and for a file whose extension has been forbidden since', async () => {
    expect(await anna.refusal('download_file', { id: unknownId })).toMatch(/^API_ERROR 404: File/);
    expect(await anna.refusal('download_file', { id: await fileOf('Damage calculator') })).toMatch(
      /^API_ERROR 400: .*\.exe/,
    );
  });
});

describe('upload_from_address', () => {
  const listed = 'https://files.example.com';

  it('makes the service fetch from a host that the operator named, in the form asked for', async () => {
    const content = 'A. Pleadings\nB. Evidence\n';
    const url = `${listed}/Index.txt`;
    expect(await anna.call('upload_from_address', { url })).toMatchObject({
      Name: 'Index.txt',
      Content: content,
      Size: content.length,
    });
    const asBase64 = { url, method: 'GET', contentType: 'base64' };
    expect((await anna.call('upload_from_address', asBase64)).Content).toBe(
      Buffer.from(content).toString('base64'),
    );
  });

  it('sends method, headers and body on', async () => {
    const sent = { method: 'POST', headers: { 'x-case': '7' }, body: '{"a":1}' };
    const { Content } = await anna.call('upload_from_address', { url: `${listed}/echo`, ...sent });
    expect(JSON.parse(Content)).toEqual(sent);
  });

  it('reports the response of the address, and refusals of the service itself', async () => {
    expect(await anna.refusal('upload_from_address', { url: `${listed}/none` })).toContain('answered 404');
    expect(await anna.refusal('upload_from_address', { url: 'https://www.files.example.com/a.txt' })).toMatch(
      /^API_ERROR 400: Files are fetched from/,
    );
  });

  it.each([
    () => `${service.url}/api/v2/auth/short-lived-token`,
    () => service.url.replace('127.0.0.1', 'localhost'),
    ...[
      'http://files.example.com/a.txt',
      'ftp://files.example.com/a.txt',
      'file:///etc/hosts',
      'data:text/plain,x',
      'https://files.example.org/a.txt',
      'https://evilfiles.example.com/a.txt',
      'https://files.example.com.evil.example/a.txt',
      'https://files.example.com:8443/a.txt',
      'https://user@files.example.com/a.txt',
      'https://files.example.com@evil.example/a.txt',
      'https://evil.example\\@files.example.com/a.txt',
      'https://files.example.com\n.evil.example/',
      'https://localhost/',
      'https://localhost./',
      'https://a.localhost/',
      'https://127.0.0.1/',
      'https://127.1/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://0/',
      'https://[::1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[fe80::1]/',
      'https://169.254.169.254/latest/meta-data',
      'https://10.0.0.1/',
      'https://192.168.1.1/',
      'https://100.64.0.1/',
      'https://intranet/',
      'https://printer.local/',
      'https://x.internal/',
    ].map((url) => () => url),
  ])('sends nothing for a URL that is not allowed, in any spelling: %s [FLT-75]', async (address) => {
    const before = service.requests.length;
    expect(await anna.refusal('upload_from_address', { url: address() })).toMatch(
      /^INVALID_ARGUMENTS: .*url/s,
    );
    expect(service.requests.slice(before).filter(({ path }) => path.startsWith('/api/v2/upload'))).toEqual(
      [],
    );
  });

  it('takes a listed name in other letters and with its root dot', async () => {
    for (const url of ['https://FILES.Example.com/Index.txt', 'https://files.example.com./Index.txt'])
      expect(await anna.refusal('upload_from_address', { url }).catch(() => 'fetched')).not.toMatch(
        /^INVALID_ARGUMENTS/,
      );
  });

  it('does not exist if the operator has allowed no host', async () => {
    const client = await service.connectAs('anna', { env: { CASEBRIDGE_FETCH_HOSTS: '' }, own: true });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('upload_from_address');
    expect(await client.refusal('upload_from_address', { url: `${listed}/Index.txt` })).toMatch(
      /^SWITCHED_OFF: .*CASEBRIDGE_FETCH_HOSTS/,
    );
    await client.close();
  });

  it('never reaches the service itself, though its host were listed [FLT-75]', () => {
    const policy = { fetching: { hosts: ['example.com'], service: 'cases.example.com' } };
    const check = (url: string) => () => checkFetched(policy, { fetches: ['url'] }, { url });
    expect(check('https://cases.example.com/api/v2/auth/short-lived-token')).toThrow(/service itself/);
    expect(check('https://CASES.example.com./')).toThrow(/service itself/);
    expect(check('https://files.example.com/')).not.toThrow();
  });
});
