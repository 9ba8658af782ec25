import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { as, startOpenUpstream } from '../support/callers.ts';
import { type HttpProcess, startHttpServer } from '../support/harness.ts';
import { run } from '../support/process.ts';
import { beginSession, modernRequest, rawRequest } from '../support/raw-http.ts';
import { json, type Upstream } from '../support/upstream.ts';

/** What operators watch. */

vi.setConfig({ testTimeout: 30_000 });

let upstream: Upstream;
let server: HttpProcess;
let monitor: string;
beforeAll(async () => {
  upstream = await startOpenUpstream();
  server = await startHttpServer({ args: ['--monitor-port', '0'], env: { CASEBRIDGE_URL: upstream.url } });
  [, monitor = ''] = await server.process.says(/Health and metrics: (http:\S+)\/livez/);
});
afterAll(async () => {
  await server?.close();
  await upstream?.close();
});

const read = (path: string) => rawRequest(`${monitor}${path}`, { method: 'GET' });
const call = (name: string, caller: string, args: object = {}) =>
  modernRequest(server.url, 'tools/call', { name, arguments: args }, { headers: as(caller) });

describe('the pages of the monitor', () => {
  it('say that the server lives and takes requests', async () => {
    expect(await read('/livez')).toMatchObject({ status: 200, message: { status: 'alive' } });
    expect(await read('/readyz?from=balancer')).toMatchObject({ status: 200, message: { status: 'ready' } });
  });

  it('say whether the service was reached, for whose absence nobody restarts this server', async () => {
    await call('list_users', 'ann');
    const reached = (await read('/readyz')).message;
    const away = await startHttpServer({
      args: ['--monitor-port', '0'],
      env: { CASEBRIDGE_URL: 'http://127.0.0.1:9', CASEBRIDGE_TIMEOUT: '1' },
    });
    try {
      const [, other = ''] = await away.process.says(/Health and metrics: (http:\S+)\/livez/);
      await modernRequest(away.url, 'tools/list', {}, { headers: as('ann') });
      const { status, message } = await rawRequest(`${other}/readyz`, { method: 'GET' });
      expect([status, message.status]).toEqual([200, 'ready']);
      expect(message.service).not.toEqual(reached.service);
    } finally {
      await away.close();
    }
  });

  it('count calls by tool and outcome, answers by status, and sessions', async () => {
    await call('list_users', 'ann');
    upstream.on.call = (response) => json(response, 404, { Message: 'canary-message of Petrova' });
    await call('get_user', 'ann', { id: '00000000-0000-4000-8000-000000000777' });
    upstream.renew();
    await modernRequest(server.url, 'tools/list');
    await beginSession(server.url, as('bob'));
    const { text, headers } = await read('/metrics');
    expect(headers['content-type']).toMatch(/^text\/plain; version=/);
    expect(text).toMatch(/^casebridge_tool_calls_total\{tool="list_users",outcome="ok"\} [1-9]/m);
    expect(text).toMatch(/^casebridge_tool_calls_total\{tool="get_user",outcome="[A-Z_]+"\} 1$/m);
    expect(text).toMatch(/^casebridge_http_answers_total\{status="401"\} 1$/m);
    expect(text).toMatch(/^casebridge_sessions 1$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d/m);
  });

  it('hold nothing of persons, records and tokens, and no name that a caller made up', async () => {
    await call('no_such_tool', 'somebody-by-token');
    await modernRequest(server.url, 'made/up', {}, { headers: as('somebody-by-token') });
    for (const path of ['/livez', '/readyz', '/metrics', '/']) {
      const { text } = await read(path);
      expect(text).not.toMatch(/somebody-by-token|canary|Petrova|000777|no_such_tool|made\/up|127\.0\.0\.1/);
    }
  });

  it.each(['/', '/mcp', '/metrics/', '/constructor', '/__proto__', '//livez'])(
    'are no others: %s',
    async (path) => {
      expect(await rawRequest(monitor, { method: 'GET', path })).toMatchObject({ status: 404 });
    },
  );

  it('are for this machine only', async () => {
    expect(new URL(monitor).hostname).toBe('127.0.0.1');
    const others = Object.values(networkInterfaces())
      .flat()
      .filter((one) => one !== undefined && !one.internal && one.family === 'IPv4');
    for (const { address } of others as { address: string }[])
      await expect(
        rawRequest(`http://${address}:${new URL(monitor).port}/livez`, { method: 'GET' }),
      ).rejects.toThrow();
  });

  it('are not at the address of the server itself', async () => {
    for (const path of ['/livez', '/readyz', '/metrics'])
      expect((await rawRequest(server.url, { method: 'GET', path })).status).toBe(404);
  });
});

describe('a port that is taken', () => {
  it.each([
    ['of the server', () => ['--port', new URL(server.url).port]],
    ['of the monitor', () => ['--port', '0', '--monitor-port', new URL(monitor).port]],
  ])('is said in one sentence: that %s', async (_whose, flags) => {
    const { code, stderr } = await run(['http', ...flags()], { CASEBRIDGE_URL: upstream.url });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^casebridge: Port \d+ is taken: .*\.\n$/)]);
  });
});
