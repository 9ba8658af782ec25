import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClientKind, TestClient, ToolAnswer } from '../../support/clients/harness.ts';
import { startProcess } from '../../support/clients/process.ts';
import {
  environmentOf,
  exchangePath,
  json,
  reset,
  type Upstream,
  useUpstream,
} from '../../support/servers/upstream.ts';
import { downloadCalls, saved, sha256, useDirectories } from './directories.ts';

const megabyte = 1024 * 1024;
const makeDirectory = useDirectories();

describe('a service that behaves badly', () => {
  const { start, connectTo } = useUpstream();
  const docID = randomUUID();
  const prefix = docID.slice(0, 8);
  let directory: ReturnType<typeof makeDirectory>;
  let upstream: Upstream;
  beforeEach(async () => {
    directory = makeDirectory();
    upstream = await start();
  });
  const connect = (env: Record<string, string> = {}, kind: ClientKind = 'v2 auto') =>
    connectTo(upstream.url, { kind, env: { ...directory.env, ...env } });
  const download = (client: TestClient, options = {}) =>
    client.callTool('download_document', { docID }, options);
  /** Starts a server to which a test writes the messages of a client of either revision, without a client library. */
  const startRaw = () => {
    const server = startProcess([], { ...environmentOf(upstream.url), ...directory.env });
    return {
      pid: server.child.pid,
      write: (message: object) =>
        server.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
      says: server.says,
      close: server.close,
    };
  };
  const calls = downloadCalls(docID);
  const head = (response: ServerResponse, name: string, headers = {}) =>
    response.writeHead(200, {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      ...headers,
    });

  it('gives a file no name that leads anywhere', async () => {
    const client = await connect();
    const names = [
      ['../../../etc/cron.d/x', 'x'],
      ['..\\..\\Windows\\win.ini', 'win.ini'],
      ['C:evil.exe', 'C_evil.exe'],
      ['a\u202Efdp.exe', 'afdp.exe'],
      ['line\r\nbreak\0.txt', 'linebreak.txt'],
      ['CON', '_CON'],
      ['trailing. ', 'trailing'],
      ['Отзыв «на иск» №5?.docx', 'Отзыв «на иск» №5_.docx'],
      ['я'.repeat(200), 'я'.repeat(85)],
      ['...', 'file'],
    ] as const;
    for (const [name, safe] of names) {
      upstream.on.call = (response) => head(response, name).end('content');
      expect(saved(await download(client)).path).toBe(`${prefix}-${safe}`);
    }
    expect(directory.names()).toEqual(names.map(([, safe]) => `${prefix}-${safe}`).sort());
  });

  it('may send a file without a name, or without its size until the connection ends', async () => {
    const client = await connect();
    upstream.on.call = (response) =>
      response.writeHead(200, { 'content-type': 'audio/wav' }).end(Buffer.alloc(1000));
    expect(saved(await download(client))).toMatchObject({ path: `${prefix}-file`, size: 1000 });
    const bytes = randomBytes(12 * megabyte + 7);
    upstream.on.call = (response) => head(response, 'a.bin', { connection: 'close' }).end(bytes);
    expect(saved(await download(client))).toMatchObject({ size: bytes.length, sha256: sha256(bytes) });
    expect(directory.read(`${prefix}-a.bin`).equals(bytes)).toBe(true);
  });

  it('gets no web page saved as a file', async () => {
    const client = await connect();
    upstream.on.call = (response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Please sign in</html>');
    expect(await client.refusal('download_document', { docID })).toMatch(/^SIGN_IN_PAGE: /);
    upstream.on.call = (response) => response.writeHead(200).end('<!doctype html><html>Please sign in');
    expect(await client.refusal('download_document', { docID })).toMatch(/^SIGN_IN_PAGE: /);
    expect(directory.names()).toEqual([]);
  });

  it('leaves nothing of a file that breaks off, and the whole file once it does not [FLT-25]', async () => {
    const client = await connect();
    const bytes = randomBytes(3 * megabyte);
    const half = bytes.subarray(0, 2 * megabyte);
    upstream.on.call = (response) => {
      head(response, 'a.bin', { 'content-length': bytes.length });
      response.write(half, () => reset(response));
    };
    expect(await client.refusal('download_document', { docID })).toMatch(/^UNREACHABLE: .*broke before/);
    await vi.waitFor(() => expect(directory.names()).toEqual([]));
    let broken = 0;
    upstream.on.call = (response) => {
      head(response, 'a.bin', { 'content-length': bytes.length });
      broken += 1;
      if (broken < 3) response.write(half, () => reset(response));
      else response.end(bytes);
    };
    expect(saved(await download(client))).toMatchObject({ size: bytes.length, sha256: sha256(bytes) });
    await vi.waitFor(() => expect(directory.names()).toEqual([`${prefix}-a.bin`]));
  });

  it('is stopped at the size that is taken, whether it announced more or not [FLT-25]', async () => {
    const client = await connect({ CASEBRIDGE_MAX_DOWNLOAD: '1' });
    const refused = /^UNEXPECTED_ANSWER: The file is larger than 1 MB.*CASEBRIDGE_MAX_DOWNLOAD.*Url/;
    let sent = 0;
    upstream.on.call = (response) => {
      head(response, 'a.bin', { 'content-length': megabyte + 1 });
      response.end(Buffer.alloc(megabyte + 1));
    };
    expect(await client.refusal('download_document', { docID })).toMatch(refused);
    upstream.on.call = (response) => {
      head(response, 'a.bin');
      const more = () => {
        while (!response.destroyed && sent < 1000 * megabyte) {
          sent += megabyte;
          if (!response.write(Buffer.alloc(megabyte))) return;
        }
        response.end();
      };
      response.on('drain', more);
      more();
    };
    expect(await client.refusal('download_document', { docID })).toMatch(refused);
    await vi.waitFor(() => expect(directory.names()).toEqual([]));
    expect(sent).toBeLessThan(100 * megabyte);
    upstream.on.call = (response) => head(response, 'a.bin').end(Buffer.alloc(megabyte));
    expect(saved(await download(client)).size).toBe(megabyte);
  });

  it('cannot make a directory that is gone the fault of the bridge', async () => {
    const client = await connect({}, 'v2 legacy');
    rmSync(directory.path, { recursive: true });
    upstream.on.call = (response) => head(response, 'a.bin').end(Buffer.alloc(1000));
    expect(await client.refusal('download_document', { docID })).toMatch(/^EXCHANGE_FAILED: .*it is gone/);
  });

  it('may refuse an upload before it is complete, and the next one is answered', async () => {
    const client = await connect();
    directory.write('a.bin', Buffer.alloc(megabyte));
    const File = { name: 'a.bin', path: 'a.bin' };
    upstream.on.call = (response) => json(response, 413, { Message: 'Too much.' });
    expect(await client.refusal('create_document', { File })).toMatch(/^API_ERROR 413: Too much\./);
    upstream.on.call = (response) => json(response, 200, { docID });
    expect(await client.call('create_document', { File })).toEqual({ docID });
  });

  it('gets the whole file again after it refused the token', async () => {
    const client = await connect();
    directory.write('a.txt', 'content of the file');
    upstream.on.call = (response) => {
      if (upstream.requests(exchangePath).length < 2) response.writeHead(401).end();
      else json(response, 200, { docID });
    };
    const File = { name: 'Иск "1".txt', mediaType: 'text/plain', path: 'a.txt' };
    expect(await client.call('create_document', { File, Name: 'Иск' })).toEqual({ docID });
    const changes = upstream.requests(/documents/).filter(({ method }) => method !== 'GET');
    const bodies = changes.map(({ body, headers }) => {
      expect(Buffer.byteLength(body)).toBe(Number(headers['content-length']));
      const boundary = /boundary=(\S+)/.exec(headers['content-type'] ?? '')?.[1] ?? '';
      return body.replaceAll(boundary, 'B');
    });
    const whole = [
      '--B',
      `Content-Disposition: form-data; name="File"; filename="Иск %221%22.txt"; filename*=UTF-8''${encodeURIComponent(File.name)}`,
      'Content-Type: text/plain',
      '',
      'content of the file',
      '--B',
      'Content-Disposition: form-data; name="Name"',
      '',
      'Иск',
      '--B--',
      '',
    ].join('\r\n');
    expect(bodies).toEqual([whole, whole]);
  });

  it('that is killed in the middle of an upload leaves its outcome unknown [FLT-27]', async () => {
    const client = await connect();
    directory.write('a.bin', Buffer.alloc(megabyte));
    upstream.on.call = reset;
    expect(await client.refusal('create_document', { File: { name: 'a.bin', path: 'a.bin' } })).toMatch(
      /^OUTCOME_UNKNOWN: /,
    );
    expect(upstream.requests(/documents/).length).toBe(1);
  });

  describe.each(['v1', 'v2 legacy', 'v2 pinned'] as const)('with a client of the kind %s', (kind) => {
    it('shows how far a file is, in both directions', async () => {
      const client = await connect({}, kind);
      const size = 5 * megabyte;
      type Step = { progress: number; total?: number };
      let steps: Step[] = [];
      const options = { onprogress: (step: Step) => steps.push(step) };
      // The service waits until the client has seen progress, because the client may miss notifications that
      // arrive together with the result.
      const goOn = (rest: () => void) => {
        void vi.waitFor(() => expect(steps.length).toBeGreaterThan(1), { timeout: 20_000 }).then(rest, rest);
      };
      const follow = async (call: () => Promise<ToolAnswer>) => {
        steps = [];
        expect((await call()).isError).toBeUndefined();
        expect(steps.length).toBeGreaterThan(1);
        const values = steps.map(({ progress }) => progress);
        expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
        return new Set(steps.map(({ total }) => total));
      };
      const sendFile = (headers: object) => (response: ServerResponse) => {
        head(response, 'a.bin', headers).write(Buffer.alloc(size - 1));
        goOn(() => response.end('x'));
      };
      upstream.on.call = sendFile({ 'content-length': size });
      expect(await follow(() => download(client, options))).toEqual(new Set([size]));
      upstream.on.call = sendFile({});
      expect(await follow(() => download(client, options))).toEqual(new Set([undefined]));
      directory.write('a.bin', Buffer.alloc(size));
      upstream.on.call = (response) => goOn(() => json(response, 200, { docID }));
      const args = { File: { name: 'a.bin', path: 'a.bin' } };
      const [total] = await follow(() => client.callTool('create_document', args, options));
      expect(total).toBe(
        Number(upstream.seen.findLast(({ method }) => method !== 'GET')?.headers['content-length']),
      );
    });

    it('stops when the call is cancelled, and nothing of the file stays', async () => {
      const client = await connect({}, kind);
      let isLeft = false;
      upstream.on.call = (response) => {
        response.once('close', () => {
          isLeft = true;
        });
        head(response, 'a.bin', { 'content-length': 10 * megabyte });
        response.write(Buffer.alloc(3 * megabyte));
      };
      const cancel = new AbortController();
      const call = download(client, { signal: cancel.signal });
      await vi.waitFor(() => expect(directory.names()).toEqual([expect.stringMatching(/^\.part-/)]));
      cancel.abort();
      await expect(call).rejects.toThrow();
      await vi.waitFor(() => expect([isLeft, directory.names()]).toEqual([true, []]));
      upstream.renew();
      expect(await client.call('list_object_classes')).toEqual({ Items: [] });
    });
  });

  it.each(['2025-11-25', '2026-07-28'] as const)(
    'is followed to the last byte before the answer, in the revision %s',
    async (revision) => {
      const size = 3 * megabyte;
      upstream.on.call = (response) =>
        head(response, 'a.bin', { 'content-length': size }).end(Buffer.alloc(size));
      const server = startRaw();
      for (const message of calls[revision]) server.write(message);
      const { input } = await server.says(/^.*"id":2\b.*$/m);
      await server.close();
      const messages = input.split('\n').filter((line) => line !== '');
      const said = messages.map((line) => JSON.parse(line)).filter(({ id }) => id !== 1);
      expect(said.pop().result.isError).toBeUndefined();
      expect(new Set(said.map(({ method }) => method))).toEqual(new Set(['notifications/progress']));
      expect(said.length).toBeGreaterThanOrEqual(3);
      const { params } = said.pop();
      expect(params).toMatchObject({ progressToken: 'p', progress: size, total: size });
    },
  );

  it('that is waited for by a process which is killed leaves a part, which the next one sweeps [FLT-27]', async () => {
    const bytes = Buffer.alloc(3 * megabyte);
    upstream.on.call = (response) => {
      head(response, 'a.bin', { 'content-length': 2 * bytes.length });
      response.write(bytes);
    };
    const server = startRaw();
    for (const message of calls['2025-11-25']) server.write(message);
    const parts = [expect.stringMatching(new RegExp(`^\\.part-${server.pid}-[0-9a-f]{16}$`))];
    await vi.waitFor(() => expect(directory.names()).toEqual(parts), { timeout: 20_000 });
    await server.close();
    expect(directory.names()).toEqual(parts);
    await (await connect()).listTools();
    expect(directory.names()).toEqual([]);
  });
});
