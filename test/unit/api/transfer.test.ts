import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draftRequest } from '../../../src/api/client/build-request.ts';
import { createExecutor } from '../../../src/api/client/executor.ts';
import { openExchange } from '../../../src/api/files/shared-folder.ts';
import { createTokenSource } from '../../../src/api/tokens/token-source.ts';
import { wireDefaults } from '../../../src/api/tokens/token-wire.ts';
import { createHttp } from '../../../src/api/transport/send.ts';
import { DeadlineError, OutcomeUnknownError } from '../../../src/contract/errors.ts';
import { asDescribed } from '../../../src/deployment/deployment.ts';
import { documents } from '../../../tools/operations/documents.ts';
import { json, startUpstream, type Upstream } from '../../support/servers/upstream.ts';

/** Maximum duration of file transfers. Tests the parts below the tools with short timeouts. */

const docID = randomUUID();
let folder: string;
let upstream: Upstream;
const ends: (() => unknown)[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'casebridge-transfer-'));
  upstream = await startUpstream();
  ends.push(() => rmSync(folder, { recursive: true }), upstream.close);
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Runs an operation on documents with the service at `url`. */
async function run(
  name: string,
  args: Record<string, unknown>,
  time: { timeoutMs: number; totalMs: number; idleMs: number },
  { url = upstream.url, signal }: { url?: string; signal?: AbortSignal } = {},
) {
  const [service, signing] = [url, upstream.url].map((base) =>
    createHttp({ baseUrl: new URL(base), maxBytes: 16 * 1024 * 1024 }),
  ) as [ReturnType<typeof createHttp>, ReturnType<typeof createHttp>];
  ends.push(service.close, signing.close);
  const { timeoutMs } = time;
  const source = createTokenSource({
    send: signing.send,
    signIn: { kind: 'password', login: 'anna', password: 'anna' },
    wire: wireDefaults,
    timeoutMs: 20_000,
  });
  const deployment = asDescribed;
  const execute = createExecutor({ send: service.send, timeoutMs, transferTime: time });
  const operation = documents.operations.find((one) => one.name === name);
  if (!operation) throw new Error(`no operation ${name}`);
  const files = { exchange: await openExchange(folder, 1024 ** 3), keepBytes: () => 0 };
  return execute(draftRequest(operation, args, deployment), {
    principal: { id: 'anna', identity: async () => ({}), tokens: source },
    files,
    signal,
  });
}

const download = (time: Parameters<typeof run>[2]) => run('download_document', { docID }, time);
const head = (response: ServerResponse) =>
  response.writeHead(200, {
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename=a.pdf',
  });
const drip = async (response: ServerResponse, times: number) => {
  head(response);
  for (let time = 0; time < times && !response.destroyed; time += 1) {
    response.write('drop');
    await sleep(100);
  }
  response.end();
};
const failed = { name: 'Error', code: 'DEADLINE' };

describe('a file that comes', () => {
  it('may take longer than any other call, as long as it moves', async () => {
    upstream.on.call = (response) => void drip(response, 15);
    const { stored } = await download({ timeoutMs: 1000, totalMs: 20_000, idleMs: 5000 });
    expect(stored).toMatchObject({ name: 'a.pdf', size: 60 });
  });

  it('is given up when it stands still, not asked for again, and leaves nothing', async () => {
    upstream.on.call = (response) => head(response).write('first');
    const call = download({ timeoutMs: 20_000, totalMs: 20_000, idleMs: 1000 });
    await expect(call).rejects.toMatchObject({
      ...failed,
      message: 'The file transfer made no progress for 1 s.',
    });
    await expect(call).rejects.toBeInstanceOf(DeadlineError);
    await vi.waitFor(() => expect(readdirSync(folder)).toEqual([]));
    expect(upstream.requests(/Download/).length).toBe(1);
  });

  it('is given up after the whole time, though it moves', async () => {
    upstream.on.call = (response) => void drip(response, 200);
    const call = download({ timeoutMs: 20_000, totalMs: 1000, idleMs: 20_000 });
    await expect(call).rejects.toMatchObject({ ...failed, message: expect.stringContaining('within 1 s') });
    await vi.waitFor(() => expect(readdirSync(folder)).toEqual([]));
  });

  it('has to begin as soon as any other answer', async () => {
    upstream.on.call = () => undefined;
    const call = download({ timeoutMs: 1000, totalMs: 20_000, idleMs: 20_000 });
    await expect(call).rejects.toMatchObject({ ...failed, message: expect.stringContaining('within 1 s') });
    expect(upstream.requests(/Download/).length).toBe(1);
  });
});

describe('an upload', () => {
  const args = { File: { name: 'a.bin', path: 'a.bin' } };

  /** Starts a service that reads the beginning of a request and then stops reading. */
  async function startDeaf() {
    const sockets: Socket[] = [];
    const requests: string[] = [];
    let left = 0;
    const server = createServer((socket) => {
      sockets.push(socket);
      socket
        .on('error', () => undefined)
        .once('close', () => {
          left += 1;
        });
      socket.once('data', (bytes: Buffer) => {
        socket.pause();
        requests.push(bytes.toString('latin1').split('\r\n')[0] ?? '');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ends.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const { port } = server.address() as { port: number };
    writeFileSync(join(folder, 'a.bin'), Buffer.alloc(50 * 1024 * 1024));
    return {
      url: `http://127.0.0.1:${port}`,
      requests,
      isLeft: () => {
        for (const socket of sockets) socket.resume();
        return left === requests.length;
      },
    };
  }
  const isOpen = () =>
    readdirSync('/proc/self/fd').some((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
      } catch {
        return false;
      }
    });

  it('is aborted when the service stops reading, and its outcome is unknown', async () => {
    const deaf = await startDeaf();
    const time = { timeoutMs: 20_000, totalMs: 20_000, idleMs: 1000 };
    const call = run('create_document', args, time, { url: deaf.url });
    await expect(call).rejects.toBeInstanceOf(OutcomeUnknownError);
    await expect(call).rejects.toMatchObject({
      cause: { message: 'The file transfer made no progress for 1 s.' },
    });
    expect(deaf.requests).toEqual(['PUT /api/v3/documents HTTP/1.1']);
    expect(isOpen()).toBe(false);
  });

  it('stops with the call that is cancelled, and is closed', async () => {
    const deaf = await startDeaf();
    const cancel = new AbortController();
    const time = { timeoutMs: 20_000, totalMs: 20_000, idleMs: 20_000 };
    const call = run('create_document', args, time, { url: deaf.url, signal: cancel.signal });
    const outcome = call.catch((error: unknown) => error);
    await vi.waitFor(() => expect(deaf.requests.length).toBe(1), { timeout: 10_000 });
    expect(isOpen()).toBe(true);
    cancel.abort();
    expect(await outcome).toBeInstanceOf(Error);
    await vi.waitFor(() => expect([isOpen(), deaf.isLeft()]).toEqual([false, true]));
  });

  it('may be answered as late as anything else once it is there', async () => {
    writeFileSync(join(folder, 'a.bin'), Buffer.alloc(1024 * 1024));
    upstream.on.call = (response) => void sleep(1500).then(() => json(response, 200, { docID: '1' }));
    const time = { timeoutMs: 20_000, totalMs: 20_000, idleMs: 1000 };
    expect((await run('create_document', args, time)).body).toEqual({ docID: '1' });
  });

  it('breaks the upload off when it changes meanwhile, and says so', async () => {
    const path = join(folder, 'a.bin');
    writeFileSync(path, Buffer.alloc(50 * 1024 * 1024));
    const slow = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.pause();
        writeFileSync(path, 'another');
        setTimeout(() => socket.resume(), 200);
      });
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    ends.push(() => slow.close());
    const { port } = slow.address() as { port: number };
    const time = { timeoutMs: 20_000, totalMs: 20_000, idleMs: 20_000 };
    const call = run('create_document', args, time, { url: `http://127.0.0.1:${port}` });
    await expect(call).rejects.toMatchObject({
      code: 'INVALID_ARGUMENTS',
      message: expect.stringContaining('changed while it was sent'),
    });
  });
});
