import { zipSync } from 'fflate';
import { afterEach, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.ts';
import { writeZip } from '../../src/sandbox/seed/fixtures/zip.ts';
import { sampleIds, unknownId } from '../support/sample-ids.ts';
import { createCaller, form } from './client.ts';

interface Extracted {
  Url: string;
  Name: string;
  Path: string;
}
interface Item {
  Id: string;
  Name: string;
  FileId: string;
}
type Items<T = Item> = { Items: T[]; NextPageUrl: string | null };

const quickScript = sampleIds.quickScript;
const slowScript = sampleIds.slowScript;
const bytesOf = (text: string) => new TextEncoder().encode(text);

let sandbox: Sandbox | undefined;
afterEach(() => sandbox?.close());

/** A service of its own for one test, with a clock that the test may set forward. */
async function start(settings: SandboxOptions['settings'] = {}) {
  let ahead = 0;
  const began = Date.now();
  const running = await createSandbox({ now: () => new Date(began + ahead), settings });
  sandbox = running;
  const call = createCaller(() => running.url);
  const fileOf = async (name: string) => {
    const { body } = await call<Items>('admin', 'POST /api/v3/documents', { Search: name });
    return (body.Items.find((item) => item.Name === name) as Item).FileId;
  };
  const store = async (name: string, content: string | Uint8Array<ArrayBuffer>) =>
    (await call<Item>('admin', 'PUT /api/v3/documents', form({}, { name, content }))).body.FileId;
  const extract = (login: string, id: string, query = '') =>
    call<Extracted[]>(login, `POST /api/v1/files/${id}/extract${query}`);
  const pass = (ms: number) => {
    ahead += ms;
  };
  return { url: running.url, call, fileOf, store, extract, pass };
}

const zip = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, bytesOf(text)])));

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

  it('needs View on the document that the archive belongs to', async () => {
    const { fileOf, extract } = await start();
    expect((await extract('client2', await fileOf('Hearing bundle'))).status).toBe(404);
    expect((await extract('anna', unknownId)).status).toBe(404);
  });
});

describe('uploading and downloading', () => {
  it('downloads a file as it is, or as text or base64 within JSON [FIL-4]', async () => {
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

describe('dictionaries', () => {
  it('are listed at once, system ones included, in both versions [DIC-1]', async () => {
    const { call } = await start();
    const { body } = await call<Items<Item & { SysName: string }>>('anna', 'GET /api/v2/dictionaries');
    expect(body.NextPageUrl).toBeNull();
    expect(body.Items.map((item) => item.SysName)).toEqual(
      expect.arrayContaining(['TaskName', 'DocumentType', 'TaskPriority']),
    );
    expect((await call('anna', 'GET /api/v1/dictionaries')).body).toEqual(body);
    const first = body.Items[0];
    expect((await call('anna', `GET /api/v2/dictionaries/${first?.Id}`)).body).toEqual(first);
  });

  it('give all their values without pages, parents and disabled ones included [OTH-3, DIC-2]', async () => {
    const { call } = await start();
    const { Items } = (
      await call<Items<Item & { ValuesCount: number; SysName: string }>>('anna', 'GET /api/v2/dictionaries')
    ).body;
    for (const { Id, ValuesCount } of Items) {
      const values = (await call<Items>('anna', `GET /api/v2/dictionaries/${Id}/values`)).body;
      expect([values.Items.length, values.NextPageUrl]).toEqual([ValuesCount, null]);
    }
    expect(Math.max(...Items.map((item) => item.ValuesCount))).toBeGreaterThan(100);
    const court = Items.find((item) => item.SysName === 'Court') as Item;
    const path = `GET /api/v2/dictionaries/${court.Id}/values`;
    type Value = Item & { Order: number; Parent: { Id: string } | null; IsDisabled: boolean };
    const values = (await call<Items<Value>>('anna', path)).body.Items;
    expect(values.map((value) => value.Order)).toEqual(values.map((_, index) => index + 1));
    expect(values[1]?.Parent?.Id).toBe(values[0]?.Id);
    expect(values.find((value) => value.IsDisabled)?.Name).toContain('Abolished');
    expect((await call('anna', `${path}/${values[1]?.Id}`)).body).toEqual(values[1]);
  });

  it('need View, and a dictionary and a value that exist', async () => {
    const { call } = await start();
    expect((await call('client1', 'GET /api/v2/dictionaries')).status).toBe(403);
    expect((await call('anna', `GET /api/v2/dictionaries/${unknownId}`)).status).toBe(404);
    expect((await call('anna', `GET /api/v2/dictionaries/${unknownId}/values`)).status).toBe(404);
    const known = (await call<Items>('anna', 'GET /api/v2/dictionaries')).body.Items[0]?.Id;
    expect((await call('anna', `GET /api/v2/dictionaries/${known}/values/${unknownId}`)).status).toBe(404);
  });
});

describe('calls', () => {
  const incoming = { From: '020 7946 0421', To: '101', Direction: 'Incoming' };

  it('are created with what is known of them, by the caller unless another user is named [CAL-1]', async () => {
    const { call } = await start();
    const { status, body } = await call('anna', 'POST /api/v2/calls', { ...incoming, Duration: 30 });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...incoming, Duration: 30, Case: null, RecordingUrl: null });
    expect(body.User).toMatchObject({ Id: sampleIds.anna });
    for (const wrong of [{ Direction: 'Sideways' }, { From: '' }, { Duration: -1 }])
      expect((await call('anna', 'POST /api/v2/calls', { ...incoming, ...wrong })).status).toBe(400);
    for (const missing of ['UserId', 'ParticipantId', 'CaseId'])
      expect((await call('anna', 'POST /api/v2/calls', { ...incoming, [missing]: unknownId })).status).toBe(
        404,
      );
  });

  it('take a recording by address, by file, or by upload; the newer takes the place of the older [CAL-3]', async () => {
    const { call } = await start();
    const { Id } = (await call<Item>('anna', 'POST /api/v1/calls', incoming)).body;
    const attach = (body: object) => call('anna', `PUT /api/v2/calls/${Id}/attachRecordin`, body);
    const RecordingUrl = 'https://pbx.example.com/1.mp3';
    expect((await attach({ RecordingUrl })).body).toMatchObject({ RecordingUrl, RecordingFileId: null });
    const file = { name: '1.mp3', content: 'sound' };
    const upload = (parts: Record<string, string>) =>
      call<Item>('anna', 'POST /api/v2/calls/uploadRecording', form(parts, file));
    const later = await upload({});
    expect(later.body).toMatchObject({ FileName: '1.mp3', Size: 5, CallId: null });
    expect((await attach({ FileId: later.body.FileId })).body).toMatchObject({
      RecordingUrl: null,
      RecordingFileId: later.body.FileId,
    });
    expect((await upload({ CallId: Id })).body).toMatchObject({ CallId: Id });
    expect((await attach({})).status).toBe(400);
    expect((await attach({ RecordingUrl, FileId: later.body.FileId })).status).toBe(400);
    expect((await attach({ RecordingUrl: 'ftp://x.example.com/1' })).status).toBe(400);
    expect((await attach({ FileId: unknownId })).status).toBe(404);
    expect((await upload({ CallId: unknownId })).status).toBe(404);
    expect(
      (await call('anna', `PUT /api/v2/calls/${unknownId}/attachRecordin`, { RecordingUrl })).status,
    ).toBe(404);
  });

  it('take files that the settings allow, and need one', async () => {
    const { call } = await start();
    const upload = (file?: { name: string; content: string }) =>
      call('anna', 'POST /api/v2/calls/uploadRecording', form({ Note: 'x' }, file));
    expect((await upload({ name: 'a.exe', content: 'MZ' })).status).toBe(400);
    expect((await upload()).status).toBe(400);
  });

  it('are told to a user [CAL-2]', async () => {
    const { call } = await start();
    const send = (login: string, body: object) => call(login, 'POST /api/v2/calls/sendNotification', body);
    const UserId = sampleIds.ivan;
    expect((await send('anna', { UserId, From: '+7 495 000-00-01' })).status).toBe(201);
    expect((await send('anna', { From: '1' })).status).toBe(400);
    expect((await send('anna', { UserId: unknownId, From: '1' })).status).toBe(404);
    expect((await send('client1', { UserId, From: '1' })).status).toBe(403);
  });
});

describe('scripts', () => {
  it('answer with their result, or at once when run asynchronously [SCR-1]', async () => {
    const { call } = await start();
    const run = { ScriptId: quickScript, Parameters: { days: 3 } };
    const sync = await call('anna', 'POST /api/v2/scripts/run', run);
    expect([sync.status, sync.body.Status]).toEqual([200, 'Completed']);
    expect(sync.body.Result).toMatchObject({ Parameters: { days: 3 } });
    const later = await call('anna', 'POST /api/v1/scripts/run', { ...run, IsAsync: true });
    expect([later.status, later.body]).toEqual([202, { RunId: expect.any(String), Status: 'Running' }]);
  });

  it('are refused with 429 when every worker is busy, until one is free [SCR-2, ERR-1, LIM-10]', async () => {
    const { call } = await start({ scriptsWorkersCount: 2 });
    const run = (ScriptId: string, IsAsync: boolean) =>
      call('anna', 'POST /api/v2/scripts/run', { ScriptId, IsAsync });
    expect((await run(slowScript, true)).status).toBe(202);
    expect((await run(quickScript, false)).status).toBe(200);
    expect((await run(slowScript, true)).status).toBe(202);
    const busy = await run(quickScript, true);
    expect([busy.status, busy.body.ErrorType]).toEqual([429, 'TooManyRequests']);
  });

  it('need View on scripts and on the object', async () => {
    const { call } = await start();
    const run = (login: string, body: object) => call(login, 'POST /api/v2/scripts/run', body);
    expect((await run('kate', { ScriptId: quickScript })).status).toBe(403);
    expect((await run('anna', { ScriptId: unknownId })).status).toBe(404);
    expect((await run('anna', { ScriptId: quickScript, ObjectId: unknownId })).status).toBe(404);
    expect((await run('anna', {})).status).toBe(400);
  });
});

describe('script logs', () => {
  it('are files of one day and one kind, and grow with every run [HLO-4]', async () => {
    const { call, pass } = await start();
    await call('anna', 'POST /api/v2/scripts/run', { ScriptId: quickScript });
    const today = await call('anna', `GET /api/v3/logs/Get?ScriptId=${quickScript}`);
    const date = new Date().toISOString().slice(0, 10);
    expect(today.headers.get('content-type')).toContain('text/plain');
    expect(today.headers.get('content-disposition')).toContain(`${date}.console.log`);
    expect(today.text).toMatch(/started by user Anna Petrova\n.*finished\n$/);
    pass(86_400_000);
    expect((await call('anna', `GET /api/v3/logs/Get?ScriptId=${quickScript}`)).status).toBe(404);
    expect((await call('anna', `GET /api/v3/logs/Get?Date=${date}&ScriptId=${quickScript}`)).text).toBe(
      today.text,
    );
  });

  it('hold the workflow trace at level Trace and the interpreter at level Info only [HLO-5]', async () => {
    const statuses = async (scriptLogLevel: 'Trace' | 'Info' | 'Error') => {
      const { call } = await start({ scriptLogLevel });
      const kinds = ['console', 'interpreter', 'WorkflowTrace'];
      const replies = kinds.map((kind) => call('anna', `GET /api/v3/logs/Get?LogType=${kind}`));
      const found = (await Promise.all(replies)).map((reply) => reply.status);
      await sandbox?.close();
      return found;
    };
    expect(await statuses('Trace')).toEqual([200, 200, 200]);
    expect(await statuses('Info')).toEqual([200, 200, 404]);
    expect(await statuses('Error')).toEqual([200, 404, 404]);
  });

  it('need View on scripts and a day', async () => {
    const { call } = await start();
    expect((await call('kate', 'GET /api/v3/logs/Get')).status).toBe(403);
    expect((await call('anna', 'GET /api/v3/logs/Get?Date=yesterday')).status).toBe(400);
    expect((await call('anna', 'GET /api/v3/logs/Get?LogType=kernel')).status).toBe(400);
  });
});

describe('health', () => {
  interface Health {
    status: string;
    totalDuration: string;
    entries: {
      requestProcessingTime: { data: { longRequestCount: number }; duration: string; status: string };
      globalLog: { data: { errorCount: number; warningCount: number } };
    };
  }

  it('is told to everybody [HEA-1, HLO-1]', async () => {
    const { call } = await start();
    expect((await call('', 'GET /api/v2/health')).body).toEqual({ Status: 'OK', DbStatus: 'OK' });
    const { status, body } = await call<Health>('', 'GET /api/v3/health');
    expect([status, body.status]).toEqual([200, 'Healthy']);
    expect(body.totalDuration).toMatch(/^\d\d:\d\d:\d\d\.\d{7}$/);
    expect(body.entries.requestProcessingTime).toMatchObject({
      data: { longRequestCount: 0 },
      status: 'Healthy',
    });
  });

  it('is degraded from CountForDegraded long requests on, until they are out of Range [STA-4, HLO-3]', async () => {
    const { call, pass } = await start({
      healthTracking: true,
      healthMaxExecutionTime: 0,
      healthCountForDegraded: 3,
    });
    const health = async () => (await call<Health>('', 'GET /api/v3/health')).body;
    const seen = [await health(), await health(), await health(), await health()];
    expect(seen.map((answer) => answer.entries.requestProcessingTime.data.longRequestCount)).toEqual([
      0, 1, 2, 3,
    ]);
    expect(seen.map((answer) => answer.status)).toEqual(['Healthy', 'Healthy', 'Healthy', 'Degraded']);
    pass(3600_000 + 61_000);
    expect((await health()).status).toBe('Healthy');
  });

  it('counts nothing without Tracking, and warnings of the log in any case [HLO-2]', async () => {
    const { call } = await start({ healthMaxExecutionTime: 0, healthCountForDegraded: 1 });
    const before = (await call<Health>('', 'GET /api/v3/health')).body;
    await call('', 'GET /api/v2/users');
    const { status, entries } = (await call<Health>('', 'GET /api/v3/health')).body;
    expect([status, entries.requestProcessingTime.data.longRequestCount]).toEqual(['Healthy', 0]);
    const { warningCount, errorCount } = before.entries.globalLog.data;
    expect(entries.globalLog.data).toEqual({ warningCount: warningCount + 1, errorCount });
  });
});
