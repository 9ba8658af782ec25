import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { as, startOpenUpstream } from '../support/clients/callers.ts';
import { connectTo, type HttpProcess, startHttpProcess } from '../support/clients/harness.ts';
import { jsonHeaders, modernRequest } from '../support/clients/raw-http.ts';
import { lines, openSocket, type RawSocket } from '../support/clients/socket.ts';
import type { Upstream } from '../support/servers/upstream.ts';

/** Clients that never finish their requests. */

vi.setConfig({ testTimeout: 150_000, hookTimeout: 60_000 });

let upstream: Upstream;
let server: HttpProcess;
beforeAll(async () => {
  upstream = await startOpenUpstream();
  // `--trust-proxy` is needed because otherwise one address may not open so many connections.
  server = await startHttpProcess({ args: ['--trust-proxy'], env: { CASEBRIDGE_URL: upstream.url } });
});
afterAll(async () => {
  await server?.close();
  await upstream?.close();
});

const patience = { timeout: 45_000, interval: 100 };

const begin = () => ['POST /mcp HTTP/1.1', `Host: ${new URL(server.url).host}`];
const headersOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries({ ...jsonHeaders, ...headers }).map(([name, value]) => `${name}: ${value}`);
const halfHeader = () => `${lines(...begin())}X-Slow: `;
const halfBody = (headers: Readonly<Record<string, string>>) =>
  `${lines(...begin(), ...headersOf(headers), 'Content-Length: 1000', '')}{"jsonrpc":`;

const openMany = (count: number, text: () => string): Promise<RawSocket[]> =>
  Promise.all(Array.from({ length: count }, () => openSocket(server.url, text())));

/** Returns how many connections are still open when this time has passed. */
async function openAfter(sockets: readonly RawSocket[], seconds: number): Promise<number> {
  const gone = Promise.all(sockets.map(({ ended }) => ended));
  await Promise.race([gone, sleep(seconds * 1000)]);
  return sockets.filter(({ socket }) => !socket.destroyed).length;
}

async function serve(): Promise<void> {
  for (const kind of ['v1', 'v2 pinned'] as const) {
    const client = await connectTo(server.url, { kind, token: 'new' });
    expect(await client.call('list_users')).toEqual({ Items: [] });
    await client.close();
  }
}
/** Retry, because on a busy machine a client may send its request too slowly. */
const expectServed = () => vi.waitFor(serve, patience);

/**
 * Opens slow connections until other clients are served while most of the latest ones are open. Returns all
 * opened connections.
 */
async function openWhileServed(count: number, text: () => string): Promise<RawSocket[]> {
  const opened: RawSocket[] = [];
  await vi.waitFor(async () => {
    const slow = await openMany(count, text);
    opened.push(...slow);
    await serve();
    expect(slow.filter(({ socket }) => !socket.destroyed).length).toBeGreaterThan(count * 0.9);
  }, patience);
  return opened;
}

describe.concurrent('clients that never finish', () => {
  it('a header do not delay others, even a thousand of them, and are closed after their time [FLT-43]', async () => {
    const slow = await openWhileServed(1000, halfHeader);
    // Some keep sending, one character at a time, which does not extend their time.
    const dripping = setInterval(() => {
      for (const { socket } of slow.slice(0, 100)) if (socket.writable) socket.write('x');
    }, 1000);
    expect(await openAfter(slow, 25)).toBe(0);
    clearInterval(dripping);
    await expectServed();
  });

  it('a body are closed too, and meanwhile do not affect other callers [FLT-43]', async () => {
    // Maximum number of concurrent requests of one caller.
    const slow = await openMany(64, () => halfBody(as('slow')));
    await vi.waitFor(async () => {
      const { status } = await modernRequest(server.url, 'tools/list', {}, { headers: as('slow') });
      expect(status).toBe(429);
    }, 10_000);
    await expectServed();
    expect(await openAfter(slow, 80)).toBe(0);
    for (const { received } of slow) expect(received()).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
    // The slow requests did not affect other callers, and this caller can send requests again.
    await vi.waitFor(async () => {
      const { status } = await modernRequest(server.url, 'tools/list', {}, { headers: as('slow') });
      expect(status).toBe(200);
    }, 10_000);
    expect(server.stderr()).not.toContain('"level":50');
  });

  it('a body, and bring no token, are refused at once and not kept', async () => {
    const slow = await openMany(200, () => halfBody({}));
    await Promise.all(slow.map(({ receives }) => receives(/^HTTP\/1\.1 401 /)));
    expect(await openAfter(slow, 20)).toBe(0);
  });

  it('anything, since they send nothing at all, are gone as well', async () => {
    const silent = await openWhileServed(200, () => '');
    expect(await openAfter(silent, 25)).toBe(0);
  });
});
