import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Server } from '@modelcontextprotocol/server';
import { describe, expect, it, vi } from 'vitest';
import { startBareHttp } from '../../support/clients/bare-http.ts';
import { as } from '../../support/clients/callers.ts';
import { connectTo } from '../../support/clients/harness.ts';
import {
  beginSession,
  modernRequest,
  type RawAnswer,
  rawRequest,
  sessionMessage,
} from '../../support/clients/raw-http.ts';
import { json, type Upstream } from '../../support/servers/upstream.ts';
import { type Ending, listUsers, useEndings } from './endings.ts';

/** The server is stopped, or stops by itself, while clients use it. */

const { ends, start, startService } = useEndings();

/** Handlers of a service that never answers calls. */
const hangs: Partial<Upstream['on']> = { call: () => undefined };

/** Opens a connection without a request. Returns the error code, or undefined if the server accepts it. */
const knock = (url: string) =>
  new Promise<string | undefined>((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => resolve(undefined));
    socket
      .once('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
      .once('connect', () => socket.destroy());
  });

/** Returns how the process ended, or undefined if it still runs after this time. */
const endWithin = (server: Ending, seconds: number) =>
  Promise.race([server.process.ended, sleep(seconds * 1000, undefined, { ref: false })]);

describe('SIGTERM', () => {
  it('cuts no answer off that was asked for, however busy the server is, and ends with 0 [FLT-51]', async () => {
    let asked = 0;
    const service = await startService({
      call: (response) => {
        asked += 1;
        setTimeout(() => json(response, 200, { Items: ['whole'] }), 50 + Math.random() * 400);
      },
    });
    const server = await start(service);
    const outcomes: (RawAnswer | NodeJS.ErrnoException)[] = [];
    const connected = new Set<number>();
    const clients = Array.from({ length: 50 }, async (_, n) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const headers = as(`caller-${n}`);
      const session = n % 2 === 0 ? await beginSession(server.url, headers) : undefined;
      const call = () =>
        session
          ? sessionMessage(
              server.url,
              { id: 1, method: 'tools/call', params: listUsers },
              { headers: session, agent },
            )
          : modernRequest(server.url, 'tools/call', listUsers, { headers, agent });
      for (let turn = 0, isUp = true; isUp && turn < 1000; turn += 1) {
        const outcome = await call().catch((error: NodeJS.ErrnoException) => error);
        outcomes.push(outcome);
        connected.add(n);
        isUp = !(outcome instanceof Error);
        await sleep(Math.random() * 50);
      }
      agent.destroy();
    });
    await vi.waitFor(() => expect(connected.size).toBe(50), 60_000);
    server.process.child.kill('SIGTERM');
    await Promise.all(clients);
    const { code, stderr } = await server.process.ended;
    expect([code, stderr]).toEqual([0, '']);
    const errors = outcomes.flatMap((outcome) => (outcome instanceof Error ? [outcome.code] : []));
    // Each client finally found that the port was closed. On a busy machine, its idle connection may instead
    // have been closed before its next request. No client lost a response.
    const answers = outcomes.flatMap((outcome) => (outcome instanceof Error ? [] : [outcome]));
    expect(errors.filter((code) => code !== 'ECONNREFUSED' && code !== 'ECONNRESET')).toEqual([]);
    expect(errors).toHaveLength(clients.length);
    expect(answers).toHaveLength(asked);
    const cut = answers.filter(({ status, text }) => status !== 200 || !text.includes('whole'));
    expect(cut).toEqual([]);
  });

  it('makes the server report that it is not ready, while it finishes requests in progress [FLT-51]', async () => {
    let finish = () => {};
    const service = await startService({
      call: (response) => {
        finish = () => json(response, 200, { Items: ['whole'] });
      },
    });
    const server = await start(service);
    expect(await server.readiness()).toEqual({ status: 200, state: 'ready' });
    const answer = modernRequest(server.url, 'tools/call', listUsers, { headers: as('ann') });
    await vi.waitFor(() => expect(service.requests(/users/).length).toBe(1), 10_000);
    server.process.child.kill('SIGTERM');
    await vi.waitFor(
      async () => expect(await server.readiness()).toEqual({ status: 503, state: 'ending' }),
      10_000,
    );
    await vi.waitFor(() => expect(knock(server.url)).resolves.toBe('ECONNREFUSED'), 10_000);
    finish();
    expect((await answer).text).toContain('whole');
    expect(await endWithin(server, 10)).toMatchObject({ code: 0, stderr: '' });
  });

  it('a second time stops the server at once, even with requests in progress [FLT-51]', async () => {
    const service = await startService(hangs);
    const server = await start(service);
    const answer = modernRequest(server.url, 'tools/call', listUsers, { headers: as('ann') });
    answer.catch(() => undefined);
    await vi.waitFor(() => expect(service.requests(/users/).length).toBe(1), 10_000);
    server.process.child.kill('SIGTERM');
    await vi.waitFor(async () => expect(await server.readiness()).toMatchObject({ status: 503 }), 10_000);
    server.process.child.kill('SIGTERM');
    expect(await endWithin(server, 10)).toMatchObject({ code: 1 });
    await expect(answer).rejects.toThrow();
  });

  it('is not held up by clients that only listen [FLT-51]', async () => {
    const service = await startService();
    const server = await start(service);
    const session = await beginSession(server.url, as('ann'));
    const client = await connectTo(server.url, { kind: 'v1', token: 'carl' });
    const before = await server.begun();
    const streams = Promise.all([
      rawRequest(server.url, { method: 'GET', headers: { ...session, accept: 'text/event-stream' } }),
      modernRequest(
        server.url,
        'subscriptions/listen',
        { notifications: { toolsListChanged: true } },
        { headers: as('bob') },
      ),
    ]);
    await vi.waitFor(async () => expect(await server.begun()).toBeGreaterThanOrEqual(before + 2), 10_000);
    server.process.child.kill('SIGTERM');
    expect(await endWithin(server, 10)).toMatchObject({ code: 0, stderr: '' });
    expect((await streams).map(({ status }) => status)).toEqual([200, 200]);
    await client.close();
  });
});

/** Starts a server that never answers calls. */
async function startHanging(differing: Parameters<typeof startBareHttp>[0] = {}) {
  const calls: unknown[] = [];
  const server = await startBareHttp({
    createServer: () => {
      const made = new Server({ name: 'hanging', version: '1' }, { capabilities: { tools: {} } });
      made.setRequestHandler('tools/call', (request) => {
        calls.push(request);
        return new Promise(() => undefined);
      });
      return made;
    },
    ...differing,
  });
  ends.push(() => server.close(0));
  return { server, calls };
}

describe('a response that never arrives', () => {
  it('is cut off when the patience of the end is over [FLT-51]', async () => {
    const { server, calls } = await startHanging();
    const session = await beginSession(server.url);
    const waiting = [
      modernRequest(server.url, 'tools/call', listUsers),
      sessionMessage(server.url, { id: 1, method: 'tools/call', params: listUsers }, { headers: session }),
    ].map((answer) =>
      answer.then(
        ({ message }) => message?.result,
        () => undefined,
      ),
    );
    await vi.waitFor(() => expect(calls.length).toBe(2), 10_000);
    await server.close(700);
    await vi.waitFor(() => expect(server.load()).toMatchObject({ sessions: 0, answering: 0 }));
    expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
  });

  it.each([
    ['the server', async () => undefined],
    [
      'their session',
      (url: string, headers: Record<string, string>) => rawRequest(url, { method: 'DELETE', headers }),
    ],
  ])(
    'is reported as missing, with the end of %s, on every open stream [FLT-51]',
    async (_whose, endSession) => {
      const { server, calls } = await startHanging();
      const headers = await beginSession(server.url);
      const answers = [1, 'two', 3].map((id) =>
        sessionMessage(server.url, { id, method: 'tools/call', params: listUsers } as never, { headers }),
      );
      await vi.waitFor(() => expect(calls.length).toBe(3), 10_000);
      await endSession(server.url, headers);
      await server.close(100);
      expect((await Promise.all(answers)).map(({ message }) => [message.id, message.error])).toEqual(
        [1, 'two', 3].map((id) => [
          id,
          { code: -32_000, message: expect.stringContaining('The outcome is unknown') },
        ]),
      );
    },
  );

  it('is an error for a client without a session, at the end of the server [FLT-51]', async () => {
    const { server, calls } = await startHanging();
    const answer = modernRequest(server.url, 'tools/call', listUsers);
    await vi.waitFor(() => expect(calls.length).toBe(1), 10_000);
    await server.close(100);
    const { status, message } = await answer;
    expect([status, message?.error]).toEqual([
      200,
      { code: -32_000, message: expect.stringContaining('The outcome is unknown') },
    ]);
    expect(message.id).toBe(1);
  });

  it.each(['v1', 'v2 legacy', 'v2 auto'] as const)(
    'fails at once for a client of the kind %s, instead of when its time is over',
    async (kind) => {
      const { server, calls } = await startHanging();
      const client = await connectTo(server.url, { kind, token: 'ann' });
      const call = client.callTool('list_users', {}).catch((error: Error) => error);
      await vi.waitFor(() => expect(calls.length).toBe(1), 10_000);
      await server.close(100);
      // Without the server's response, clients would wait for a minute.
      expect(await Promise.race([call, sleep(20_000, undefined, { ref: false })])).toBeInstanceOf(Error);
      await client.close();
    },
  );
});

describe('a request during the check of its token', () => {
  it('is waited for by the end, and answered [FLT-51]', async () => {
    let letIn = () => {};
    const asked = new Promise<void>((resolve) => {
      letIn = resolve;
    });
    const server = await startBareHttp({
      authenticate: async () => {
        await asked;
        return { caller: { id: 'one' } };
      },
    });
    const answer = modernRequest(server.url, 'server/discover', {});
    await vi.waitFor(() => expect(server.load().answering).toBe(1), 10_000);
    let isClosed = false;
    const closed = server.close(60_000).then(() => {
      isClosed = true;
    });
    // Longer than the idle time after which the server closes connections during shutdown.
    await sleep(1200);
    expect(isClosed).toBe(false);
    letIn();
    expect((await answer).status).toBe(200);
    await closed;
  });
});
