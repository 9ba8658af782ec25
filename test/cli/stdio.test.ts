import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { textOf } from '../support/clients/harness.ts';
import { type Ended, type Process, startProcess } from '../support/clients/process.ts';
import {
  canary,
  environmentOf,
  expectDiscreet,
  json,
  startUpstream,
  type Upstream,
} from '../support/servers/upstream.ts';

/**
 * The stdio transport, byte by byte. That the process ends promptly is proven by limits that are far apart: a call may
 * take 15 minutes there, and a test half of one.
 */

/** Questions are asked: with fewer of them the server says so, and stderr would not be empty. */
const asByDefault = { CASEBRIDGE_CONFIRM: '' };

const ends: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end.close();
});

const start = (args: string[], env?: Record<string, string>): Process => {
  const started = startProcess(args, env);
  ends.push(started);
  return started;
};
const startService = async (on?: Partial<Upstream['on']>) => {
  const upstream = await startUpstream(on);
  ends.push(upstream);
  return { upstream, env: { ...environmentOf(upstream.url), ...asByDefault, CASEBRIDGE_TIMEOUT: '900' } };
};

const send = (to: Process, ...messages: unknown[]) => {
  for (const message of messages)
    to.child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
};
const request = (id: number, method: string, params: object = {}) => ({ jsonrpc: '2.0', id, method, params });
const initialize = request(0, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'raw', version: '1' },
});
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
const callTool = (id: number, name: string, args: object = {}) =>
  request(id, 'tools/call', { name, arguments: args });

/** A server that was started and greeted, and got further messages. */
function greet(args: string[], env: Record<string, string>, ...more: unknown[]): Process {
  const server = start(args, env);
  send(server, initialize, initialized, ...more);
  return server;
}

/** When the first request of that kind has come; it is not answered. */
const arrivalAt = (upstream: Upstream, kind: keyof Upstream['on']): Promise<void> =>
  new Promise((resolve) => {
    upstream.on[kind] = () => resolve();
  });

/** How a server ends after the end of what it reads. */
function endOf(server: Process): Promise<Ended> {
  server.child.stdin.end();
  return server.ended;
}

/** Every line of stdout, each of which has to be a message of JSON-RPC. */
function messages(stdout: string): any[] {
  expect(stdout.endsWith('\n') || stdout === '').toBe(true);
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const message = JSON.parse(line);
      expect(message).toMatchObject({ jsonrpc: '2.0' });
      return message;
    });
}
const answered = (id: number) => new RegExp(`"id":${id}[,}][^\\n]*\\n|\\n[^\\n]*"id":${id}[,}][^\\n]*\\n`);

describe('stdout', () => {
  it('holds nothing but messages, whatever happens [FLT-28]', async () => {
    const { env } = await startService();
    const server = greet([], env, request(1, 'tools/list'), callTool(2, 'list_folders'));
    await server.says(answered(2));
    send(server, 'this is no JSON', '{"jsonrpc":"2.0"', '', '[]', 'null', { jsonrpc: '1.0', id: 3 });
    send(
      server,
      callTool(4, 'no_such_tool'),
      callTool(5, 'get_object', { id: 'x' }),
      request(6, 'no/method'),
    );
    for (const id of [4, 5]) await server.says(answered(id));
    await server.says(answered(6));
    const { code, stdout, stderr } = await endOf(server);
    expect(code).toBe(0);
    const all = messages(stdout);
    expect(all.find(({ id }) => id === 0).result.serverInfo.name).toBe('casebridge');
    expect(all.find(({ id }) => id === 1).result.tools.length).toBeGreaterThan(20);
    expect(textOf(all.find(({ id }) => id === 2).result)).toBe('{"Items":[]}');
    expect(all.find(({ id }) => id === 4).error.code).toBe(-32602);
    expect(all.find(({ id }) => id === 5).result.isError).toBe(true);
    expect(all.find(({ id }) => id === 6).error.code).toBe(-32601);
    expect(stderr).not.toContain(canary.password);
    expectDiscreet(all.map((message) => JSON.stringify(message)).join('\n'));
  });

  it('answers a message that holds too much under its id, unparsed, and goes on [FLT-54]', async () => {
    const { env } = await startService();
    const server = greet([], env);
    const many = `[${'1,'.repeat(60_000)}1]`;
    const deep = `${'['.repeat(300)}${']'.repeat(300)}`;
    send(
      server,
      `{"jsonrpc":"2.0","id":11,"method":"tools/list","params":{"_meta":${many}}}`,
      `{"method":"tools/list","params":{"_meta":{"a":${deep}}},"jsonrpc":"2.0","id":"deep"}`,
      `{"method":"tools/list","params":{"_meta":{"a":"${'x'.repeat(11 * 1024 * 1024)}"}},"jsonrpc":"2.0","id":13}`,
      `{"method":"tools/list","id":14,"params":${many},"jsonrpc":"2.0"}`,
      request(15, 'tools/list'),
    );
    await server.says(answered(15));
    const all = messages((await endOf(server)).stdout);
    const errorOf = (wanted: unknown) => all.find(({ id }) => id === wanted)?.error;
    expect(errorOf(11)).toMatchObject({
      code: -32600,
      message: expect.stringMatching(/^Nothing was done: the message holds more than 25000 values/),
    });
    expect(errorOf('deep')).toMatchObject({ code: -32600, message: expect.stringContaining('200 levels') });
    expect(errorOf(13)).toMatchObject({ code: -32600 });
    expect(errorOf(null)).toMatchObject({ code: -32600 });
    expect(all.find(({ id }) => id === 15).result.tools.length).toBeGreaterThan(20);
  });

  it('stays empty when nothing is asked, with the embedded service too', async () => {
    for (const args of [['--sandbox'], ['--sandbox', '--log-level', 'debug']]) {
      const server = start(args);
      expect(await endOf(server)).toMatchObject({ code: 0, stdout: '' });
    }
  });

  it('keeps a message with line breaks and other alphabets on one line', async () => {
    const text = 'Первая\nвторая\r\n\u2028третья 😀';
    const { env } = await startService({ call: (response) => json(response, 200, { text }) });
    const server = greet([], env, callTool(1, 'list_folders'));
    await server.says(answered(1));
    const { stdout } = await endOf(server);
    const { result } = messages(stdout).find(({ id }) => id === 1);
    expect(JSON.parse(textOf(result))).toEqual({ text });
  });
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

  it('goes on after a call that the client cancelled, which is no failure', async () => {
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
    const { env } = await startService();
    const server = greet([], env);
    await server.says(answered(0));
    server.child.stdout.pause();
    const pings = `${JSON.stringify(request(1, 'ping'))}\n`.repeat(1000);
    let written = 0;
    // 20 MB, which it must not take.
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

  it('answers all of what a client sends that reads slowly [FLT-82]', async () => {
    const { env } = await startService();
    const server = greet([], env);
    await server.says(answered(0));
    server.child.stdout.pause();
    const count = 50_000;
    send(server, ...Array.from({ length: count }, (_, n) => request(n + 1, 'ping')));
    await sleep(200);
    server.child.stdout.resume();
    await server.says(answered(count));
    expect(messages((await endOf(server)).stdout).length).toBe(count + 1);
  });

  it('writes what it has answered when stdin ends right behind the request', async () => {
    const { env } = await startService();
    const server = greet([], env);
    await server.says(answered(0));
    server.child.stdin.end([1, 2, 3].map((id) => `${JSON.stringify(request(id, 'ping'))}\n`).join(''));
    const { code, stdout } = await server.ended;
    expect({ code, ids: messages(stdout).map(({ id }) => id) }).toEqual({ code: 0, ids: [0, 1, 2, 3] });
  });

  it('has many large answers wait for a reader without a warning', async () => {
    const { env } = await startService();
    const server = greet([], env);
    await server.says(answered(0));
    server.child.stdout.pause();
    const count = 40;
    send(server, ...Array.from({ length: count }, (_, n) => request(n + 1, 'tools/list')));
    await sleep(200);
    server.child.stdout.resume();
    await server.says(new RegExp(`^(?:.+\\n){${count + 1}}`));
    const { code, stdout, stderr } = await endOf(server);
    expect({ code, stderr, answers: messages(stdout).length }).toEqual({
      code: 0,
      stderr: '',
      answers: count + 1,
    });
  });

  it.skipIf(process.platform === 'win32')('opens no debugger at SIGUSR1 [FLT-82]', async () => {
    const { env } = await startService();
    const server = greet([], env);
    await server.says(answered(0));
    server.child.kill('SIGUSR1');
    send(server, request(1, 'ping'));
    await server.says(answered(1));
    expect(await endOf(server)).toMatchObject({ code: 0, stderr: '' });
  });

  it('ends when its reader has gone', async () => {
    const { env } = await startService();
    const server = greet([], env);
    await server.says(answered(0));
    server.child.stdout.destroy();
    send(server, request(1, 'tools/list'), request(2, 'tools/list'));
    const { code, signal, stderr } = await server.ended;
    expect([code, signal]).toEqual([0, null]);
    for (const line of stderr.split('\n').slice(0, -1)) expect(JSON.parse(line)).toHaveProperty('msg');
  });

  it('reads nothing of its working folder and starts without a service', async () => {
    const server = start([], { ...environmentOf('http://127.0.0.1:9'), ...asByDefault, HOME: '/nowhere' });
    send(server, initialize, initialized, request(1, 'tools/list'));
    await server.says(answered(1));
    expect(await endOf(server)).toMatchObject({ code: 0, stderr: '' });
  });
});
