import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { named, noteOf } from '../../support/answers/answers.ts';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { run } from '../../support/clients/process.ts';
import { unknownId } from '../../support/sample-ids.ts';
import { saved, sha256, useDirectories } from './directories.ts';

const megabyte = 1024 * 1024;
const makeDirectory = useDirectories();

describe('on the embedded service', () => {
  const directory = makeDirectory();
  let service: TestService;
  let anna: TestClient;
  beforeAll(async () => {
    service = await startService();
    anna = await service.connectAs('anna', { env: directory.env });
  });
  beforeEach(() => {
    for (const name of directory.names()) rmSync(join(directory.path, name), { recursive: true });
  });
  afterAll(async () => {
    await anna?.close();
    await service?.close();
  });

  const upload = async (name: string, path: string): Promise<string> =>
    (await anna.call('create_document', { File: { name, path } })).docID;

  it('a file goes up by its path and comes back with every byte, under its own name', async () => {
    const bytes = randomBytes(6 * megabyte + 1);
    mkdirSync(join(directory.path, 'Письма'));
    directory.write('Письма/Иск.pdf', bytes);
    const docID = await upload('Исковое заявление.pdf', 'Письма\\Иск.pdf');
    const answer = await anna.callTool('download_document', { docID });
    const path = `${docID.slice(0, 8)}-Исковое заявление.pdf`;
    expect(saved(answer)).toEqual({
      path,
      size: bytes.length,
      sha256: sha256(bytes),
      mediaType: 'application/octet-stream',
    });
    expect(noteOf(answer)).toMatch(/^The file is saved in the shared folder/);
    expect(directory.read(path).equals(bytes)).toBe(true);
    expect(statSync(join(directory.path, path)).mode & 0o777).toBe(0o600);
    const again = await anna.callTool('download_document', { docID });
    expect(saved(again).path).toBe(`${docID.slice(0, 8)}-Исковое заявление (2).pdf`);
    expect(directory.names().length).toBe(3);
  });

  it('a saved file can be sent by its returned path', async () => {
    directory.write('a.bin', randomBytes(100));
    const { path } = saved(
      await anna.callTool('download_document', { docID: await upload('b.bin', 'a.bin') }),
    );
    const docID = await upload('c.bin', path);
    expect((await anna.call('get_document', { id: docID })).Size).toBe(100);
  });

  it('an empty file goes up, too', async () => {
    directory.write('empty.txt', '');
    expect((await anna.call('get_document', { id: await upload('empty.txt', 'empty.txt') })).Size).toBe(0);
  });

  it('a recording goes up by its path', async () => {
    directory.write('call.wav', randomBytes(1000));
    const File = { name: 'call.wav', mediaType: 'audio/wav', path: 'call.wav' };
    expect(await anna.call('upload_call_recording', { File })).toBeDefined();
  });

  it('a file that an assistant can read is still returned to it', async () => {
    const { docID } = named<any>(
      (await anna.call('list_documents', { Search: 'Регламент судебной работы' })).Items,
      'Регламент судебной работы',
    );
    expect(textOf(await anna.callTool('download_document', { docID }))).toMatch(/^# Регламент/);
    const { FileId } = await anna.call('get_document', { id: docID });
    const asText = await anna.call('download_file', { id: FileId, contentType: 'text' });
    expect(asText.Content).toMatch(/^# Регламент/);
    expect(directory.names()).toEqual([]);
  });

  it('longer text is saved', async () => {
    directory.write('long.txt', 'я'.repeat(40_000));
    const File = { name: 'long.txt', mediaType: 'text/plain', path: 'long.txt' };
    const { docID } = await anna.call('create_document', { File });
    expect(saved(await anna.callTool('download_document', { docID }))).toMatchObject({
      path: `${docID.slice(0, 8)}-long.txt`,
      size: 80_000,
      mediaType: 'text/plain',
    });
  });

  it('a refusal of the service is no file', async () => {
    expect(await anna.refusal('download_document', { docID: unknownId })).toMatch(/^API_ERROR 404: /);
    expect(directory.names()).toEqual([]);
  });

  it('nothing is sent for a path outside of the folder or for a special file', async () => {
    const folder = dirname(directory.path);
    writeFileSync(join(folder, 'secret.txt'), 'SECRET');
    symlinkSync(join(folder, 'secret.txt'), join(directory.path, 'link.txt'));
    directory.write('large.bin', '');
    truncateSync(join(directory.path, 'large.bin'), 101 * megabyte);
    const before = service.requests.length;
    for (const path of [
      '../secret.txt',
      '/etc/passwd',
      'C:\\a.txt',
      'link.txt',
      'none.txt',
      'large.bin',
      '.',
    ]) {
      const text = await anna.refusal('create_document', { File: { name: 'a.txt', path } });
      expect(text).toMatch(/^INVALID_ARGUMENTS: "/);
      expect(text).not.toContain(folder);
    }
    for (const File of [{ name: 'a' }, { name: 'a', path: 'a', text: 'a' }])
      expect(await anna.refusal('create_document', { File })).toMatch(
        /pass exactly one of `text`, `base64` and `path`/,
      );
    expect(service.requests.length).toBe(before);
  });

  it('the command line sends a file from there, and prints one that it gets', async () => {
    directory.write('a.txt', 'from the directory');
    const env = { ...service.environment('anna'), ...directory.env };
    const File = { name: 'a.txt', path: 'a.txt' };
    const made = await run(['call', 'create_document', '--json', JSON.stringify({ File })], env);
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('Document "a": created') });
    const got = await run(['call', 'download_document', `docID=${JSON.parse(made.stdout).docID}`], env);
    expect(got).toMatchObject({ code: 0, stdout: 'from the directory' });
    expect(directory.names()).toEqual(['a.txt']);
  });

  it('a missing directory is reported at the start', async () => {
    for (const path of [join(directory.path, 'none'), '/']) {
      const env = { ...service.environment('anna'), CASEBRIDGE_EXCHANGE_DIR: path };
      const { code, stderr } = await run([], env);
      expect([code, stderr]).toEqual([
        2,
        `casebridge: CASEBRIDGE_EXCHANGE_DIR (${JSON.stringify(path)}) should be an existing directory that is used for nothing else.\n`,
      ]);
    }
  });

  it('without a directory a path is refused, and a large file with its Url and the setting as ways out', async () => {
    const bob = await service.connectAs('anna');
    const File = { name: 'a.txt', path: 'a.txt' };
    expect(await bob.refusal('create_document', { File })).toMatch(
      /^NOT_CONFIGURED: .*`text` or `base64`.*CASEBRIDGE_EXCHANGE_DIR/,
    );
    directory.write('a.bin', randomBytes(5 * megabyte));
    const docID = await upload('a.bin', 'a.bin');
    expect(await bob.refusal('download_document', { docID })).toMatch(
      /at most 4\.0 MB fit into an answer\. Give the user the document's Url instead\. .*CASEBRIDGE_EXCHANGE_DIR/,
    );
    await bob.close();
  });
});
