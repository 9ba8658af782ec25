import { Server } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startBareHttp } from '../support/clients/bare-http.ts';
import { envelope } from '../support/clients/raw.ts';
import { beginSession, jsonHeaders, modernRequest } from '../support/clients/raw-http.ts';
import { lines, openSocket, type RawSocket } from '../support/clients/socket.ts';

/** Clients that send requests but do not read the responses. */

const megabyte = 1024 * 1024;
/** Twice the maximum that the kernel buffers for a connection, so that half of a response stays in the process. */
const answerBytes = 8 * megabyte;
/** Bytes of an unread response that wait in the process. */
const waits = answerBytes / 2;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const tool = { name: 'large', inputSchema: { type: 'object' } } as const;
/** Starts a server whose tool returns 8 MB, and whose callers are identified by their tokens. */
async function start(differing: Parameters<typeof startBareHttp>[0] = {}) {
  const calls: string[] = [];
  const server = await startBareHttp({
    authenticate: async (bearer = 'nobody') => ({ caller: { id: bearer } }),
    createServer: ({ call }) => {
      const made = new Server({ name: 'large', version: '1' }, { capabilities: { tools: {} } });
      made.setRequestHandler('tools/list', () => ({ tools: [tool] }));
      made.setRequestHandler('tools/call', () => {
        calls.push(call.caller.id);
        return { content: [{ type: 'text', text: 'x'.repeat(answerBytes) }] };
      });
      return made;
    },
    ...differing,
  });
  ends.push(() => server.close(0));
  return { ...server, calls };
}

const call = (isNewer: boolean) => ({
  method: 'tools/call',
  params: { name: 'large', arguments: {}, ...(isNewer && { _meta: envelope }) },
});
const newer = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'large' };

/** Requests 8 MB on a separate connection and does not read the response. */
async function askWithoutReading(
  url: string,
  caller: string,
  headers: Readonly<Record<string, string>> = newer,
): Promise<RawSocket> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...call(headers === newer) });
  const all = {
    Host: new URL(url).host,
    ...jsonHeaders,
    authorization: `Bearer ${caller}`,
    'Content-Length': String(body.length),
    ...headers,
  };
  const opened = await openSocket(url);
  opened.socket.pause();
  ends.push(() => opened.socket.destroy());
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  opened.socket.write(`${lines('POST /mcp HTTP/1.1', ...head, '')}${body}`);
  return opened;
}

const isWhole = ({ received }: RawSocket) => received().slice(-500).includes('x"}]');

const list = (url: string, caller: string) =>
  modernRequest(url, 'tools/list', {}, { headers: { authorization: `Bearer ${caller}` } });

describe('responses that clients do not read', () => {
  it.each([
    ['2026-07-28', async () => newer],
    ['2025-11-25', (url: string) => beginSession(url, { authorization: 'Bearer greedy' })],
  ])(
    'keep their caller from beginning more, of revision %s, while others are served [FLT-85]',
    async (_revision, begin) => {
      const { url, load, calls } = await start({
        bounds: { waitingOwn: 4 * waits },
        maxRequestsPerCaller: 64,
      });
      const headers = await begin(url);
      const asked: RawSocket[] = [];
      for (let count = 1; count <= 4; count += 1) {
        asked.push(await askWithoutReading(url, 'greedy', headers));
        await vi.waitFor(() => expect(load().waitingBytes).toBeGreaterThan(count * waits), 10_000);
      }
      const begun = calls.length;
      const { status, headers: answered, message } = await list(url, 'greedy');
      expect(status).toBe(429);
      expect(Number(answered['retry-after'])).toBeGreaterThan(0);
      expect(message.error.message).toMatch(/^\d+ bytes of answers are unread: read them, /);
      expect(calls.length).toBe(begun);
      expect((await list(url, 'another')).status).toBe(200);
      // A response that has been read no longer counts.
      for (const { socket } of asked) socket.resume();
      await vi.waitFor(async () => expect((await list(url, 'greedy')).status).toBe(200), 10_000);
    },
  );

  it('are dropped when too much waits in total: of the caller with most waiting, the largest first [FLT-85]', async () => {
    const dropped: string[] = [];
    const { url, load } = await start({
      bounds: { waitingAll: 20 * megabyte },
      maxRequestsPerCaller: 64,
      onDropped: ({ caller }) => dropped.push(caller),
    });
    const modest = await askWithoutReading(url, 'modest');
    await vi.waitFor(() => expect(load().waitingBytes).toBeGreaterThan(waits), 10_000);
    const asked = await Promise.all(Array.from({ length: 8 }, () => askWithoutReading(url, 'greedy')));
    await vi.waitFor(() => expect(dropped.length).toBeGreaterThan(2), 10_000);
    await vi.waitFor(() => expect(load().waitingBytes).toBeLessThanOrEqual(20 * megabyte), 10_000);
    expect(new Set(dropped)).toEqual(new Set(['greedy']));
    for (const { socket } of asked) socket.resume();
    modest.socket.resume();
    await vi.waitFor(() => expect(isWhole(modest)).toBe(true), 10_000);
  });

  it.each([
    ['2026-07-28', async () => newer],
    ['2025-11-25', (url: string, caller: string) => beginSession(url, { authorization: `Bearer ${caller}` })],
  ])(
    'never wait together for more than the bound and one answer, of many callers and revision %s [FLT-85]',
    async (_revision, begin) => {
      const most = 20 * megabyte;
      const dropped: string[] = [];
      const { url, load, calls } = await start({
        bounds: { waitingAll: most },
        onDropped: ({ caller }) => dropped.push(caller),
      });
      for (let count = 1; count <= 10; count += 1) {
        const headers = await begin(url, `caller ${count}`);
        // A new response counts only after one iteration of the event loop.
        expect(load().waitingBytes).toBeLessThan(most + 1.5 * answerBytes);
        await askWithoutReading(url, `caller ${count}`, headers);
        await vi.waitFor(() => expect(calls.length).toBe(count), { interval: 5, timeout: 10_000 });
      }
      await vi.waitFor(() => expect(load().waitingBytes).toBeLessThanOrEqual(most), 10_000);
      expect(dropped.length).toBeGreaterThan(2);
    },
  );

  it.each([
    ['2026-07-28', async () => newer],
    ['2025-11-25', (url: string) => beginSession(url, { authorization: 'Bearer still' })],
  ])(
    'are dropped when nothing of them was taken for a while, of revision %s [FLT-85]',
    async (_revision, begin) => {
      const { url, load } = await start({ bounds: { standstillMs: 1_000 } });
      const headers = await begin(url);
      const still = await askWithoutReading(url, 'still', headers);
      await vi.waitFor(() => expect(load().waitingBytes).toBeGreaterThan(waits), 10_000);
      await vi.waitFor(() => expect(load().answering).toBe(0), 30_000);
      still.socket.resume();
      await still.ended;
      expect(isWhole(still)).toBe(false);
    },
  );
});
