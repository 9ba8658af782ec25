import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { textOf } from '../support/clients/harness.ts';
import type { Process } from '../support/clients/process.ts';
import { environmentOf, type Upstream } from '../support/servers/upstream.ts';
import {
  answered,
  asByDefault,
  callTool,
  endOf,
  initialize,
  initialized,
  messages,
  modernMeta,
  request,
  send,
  useStdio,
} from './spoken.ts';

/**
 * The stdio transport, at the byte level. Calls may take 15 minutes here, but a test only half a minute.
 * Therefore, a process that does not end promptly fails the test.
 */

const { start, startService, greet } = useStdio();

/** Starts a server and waits for its response to the handshake. */
async function greeted(): Promise<Process> {
  const { env } = await startService();
  const server = greet([], env);
  await server.says(answered(0));
  return server;
}

/** Sends requests with ids from 1 to a server, and delays reading its responses. */
async function sendUnread(server: Process, count: number, method: string): Promise<void> {
  server.child.stdout.pause();
  send(server, ...Array.from({ length: count }, (_, n) => request(n + 1, method)));
  await sleep(200);
  server.child.stdout.resume();
}

/** Waits for the first request of that kind, which gets no response. */
const arrivalAt = (upstream: Upstream, kind: keyof Upstream['on']): Promise<void> =>
  new Promise((resolve) => {
    upstream.on[kind] = () => resolve();
  });

describe('the process', () => {
  it('ends with 0 when stdin ends, before and after the first message', async () => {
    const { env } = await startService();
    const silent = start([], env);
    expect(await endOf(silent)).toMatchObject({ code: 0, stderr: '' });
    const greeted = greet([], env);
    await greeted.says(answered(0));
    expect(await endOf(greeted)).toMatchObject({ code: 0 });
  });

  it('ends when stdin ends although a call waits for the service [FLT-29]', async () => {
    const { upstream, env } = await startService();
    const arrived = arrivalAt(upstream, 'call');
    const server = greet([], env, callTool(1, 'list_folders'));
    await arrived;
    const { code, stdout, stderr } = await endOf(server);
    expect([code, stderr]).toEqual([0, '']);
    messages(stdout);
  });

  it('ends when stdin ends although the sign-in waits for the service', async () => {
    const { upstream, env } = await startService();
    const arrived = arrivalAt(upstream, 'signIn');
    const server = greet([], env, callTool(1, 'list_folders'));
    await arrived;
    expect((await endOf(server)).code).toBe(0);
  });

  it('ends with the embedded service in it, after real work', async () => {
    const server = greet(['--sandbox'], {}, callTool(1, 'list_cases', { PageSize: 1 }));
    await server.says(answered(1));
    send(server, callTool(2, 'list_cases', { PageSize: 100 }));
    const { code, stdout, stderr } = await endOf(server);
    expect([code, stderr]).toEqual([0, '']);
    const { result } = messages(stdout).find(({ id }) => id === 1);
    expect(JSON.parse(textOf(result)).Items.length).toBe(1);
  });

  it('continues after a call that the client cancelled, which is not a failure', async () => {
    const { upstream, env } = await startService();
    const arrived = arrivalAt(upstream, 'call');
    const server = greet([], env, callTool(1, 'list_folders'));
    await arrived;
    send(server, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    upstream.renew();
    send(server, callTool(2, 'list_folders'));
    await server.says(answered(2));
    const { code, stdout, stderr } = await endOf(server);
    expect(code).toBe(0);
    expect(messages(stdout).map(({ id }) => id)).toEqual([0, 2]);
    expect(stderr).not.toMatch(/failed|refused/);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends with 0 at %s, a call under way [FLT-29]', async (signal) => {
    const { upstream, env } = await startService();
    const arrived = arrivalAt(upstream, 'call');
    const server = greet([], env, callTool(1, 'list_folders'));
    await arrived;
    server.child.kill(signal);
    expect(await server.ended).toMatchObject({ code: 0, signal: null });
  });

  it('reads no more than it can answer to a client that reads nothing, and ends with 0 at SIGTERM [FLT-82]', async () => {
    const server = await greeted();
    server.child.stdout.pause();
    const pings = `${JSON.stringify(request(1, 'ping'))}\n`.repeat(1000);
    let written = 0;
    // The server must not accept 20 MB.
    while (written < 20_000_000) {
      written += pings.length;
      if (server.child.stdin.write(pings)) continue;
      const isTaken = once(server.child.stdin, 'drain').then(() => true);
      if (!(await Promise.race([isTaken, sleep(3_000, false)]))) break;
    }
    expect(written).toBeLessThan(20_000_000);
    const exit = once(server.child, 'exit');
    server.child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    server.child.stdout.resume();
  });

  it('answers all requests of a client that reads slowly [FLT-82]', async () => {
    const server = await greeted();
    const count = 50_000;
    await sendUnread(server, count, 'ping');
    await server.says(answered(count));
    expect(messages((await endOf(server)).stdout).length).toBe(count + 1);
  });

  it('writes its responses when stdin ends right after the request', async () => {
    const server = await greeted();
    server.child.stdin.end([1, 2, 3].map((id) => `${JSON.stringify(request(id, 'ping'))}\n`).join(''));
    const { code, stdout } = await server.ended;
    expect({ code, ids: messages(stdout).map(({ id }) => id) }).toEqual({ code: 0, ids: [0, 1, 2, 3] });
  });

  it('has many large answers wait for a reader without a warning', async () => {
    const server = await greeted();
    const count = 40;
    await sendUnread(server, count, 'tools/list');
    await server.says(new RegExp(`^(?:.+\\n){${count + 1}}`));
    const { code, stdout, stderr } = await endOf(server);
    expect({ code, stderr, answers: messages(stdout).length }).toEqual({
      code: 0,
      stderr: '',
      answers: count + 1,
    });
  });

  it.skipIf(process.platform === 'win32')('opens no debugger at SIGUSR1 [FLT-82]', async () => {
    const server = await greeted();
    server.child.kill('SIGUSR1');
    send(server, request(1, 'ping'));
    await server.says(answered(1));
    expect(await endOf(server)).toMatchObject({ code: 0, stderr: '' });
  });

  it('ends when its reader has gone', async () => {
    const server = await greeted();
    server.child.stdout.destroy();
    send(server, request(1, 'tools/list'), request(2, 'tools/list'));
    const { code, signal, stderr } = await server.ended;
    expect([code, signal]).toEqual([0, null]);
    for (const line of stderr.split('\n').slice(0, -1)) expect(JSON.parse(line)).toHaveProperty('msg');
  });

  it.each([
    ['initialize', [initialize]],
    ['server/discover and initialize', [request(0, 'server/discover', { _meta: modernMeta }), initialize]],
  ])('without a password answers %s with the missing setting, and exits with 2', async (_first, opening) => {
    const server = start([], { CASEBRIDGE_URL: 'http://127.0.0.1:9', CASEBRIDGE_LOGIN: 'anna' });
    send(server, ...opening);
    const { code, stdout, stderr } = await server.ended;
    const missing = expect.stringContaining('CASEBRIDGE_PASSWORD is missing');
    expect([code, stderr]).toEqual([2, missing]);
    expect(messages(stdout)).toEqual(
      opening.map(() => ({ jsonrpc: '2.0', id: 0, error: { code: -32603, message: missing } })),
    );
  });

  it('reads nothing of its working folder and starts without a service', async () => {
    const server = start([], { ...environmentOf('http://127.0.0.1:9'), ...asByDefault, HOME: '/nowhere' });
    send(server, initialize, initialized, request(1, 'tools/list'));
    await server.says(answered(1));
    expect(await endOf(server)).toMatchObject({ code: 0, stderr: '' });
  });
});
