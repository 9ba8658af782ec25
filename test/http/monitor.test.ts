import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as, startOpenUpstream } from '../support/clients/callers.ts';
import { type HttpProcess, startHttpProcess } from '../support/clients/harness.ts';
import { run } from '../support/clients/process.ts';
import { beginSession, modernRequest, rawRequest } from '../support/clients/raw-http.ts';
import { json, type Upstream } from '../support/servers/upstream.ts';

/** Health and metrics endpoints for operators. */

let upstream: Upstream;
let server: HttpProcess;
let monitor: string;
beforeAll(async () => {
  upstream = await startOpenUpstream();
  server = await startHttpProcess({ args: ['--monitor-port', '0'], env: { CASEBRIDGE_URL: upstream.url } });
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

  it.each([
    ['evil.example', 403],
    ['evil.example:PORT', 403],
    ['127.0.0.1.evil.example', 403],
    ['localhost.evil.example:PORT', 403],
    ['local', 200],
    ['localhost:1', 200],
    ['127.0.0.1', 200],
    ['[::1]:PORT', 200],
    ['10.1.2.3:PORT', 200],
    ['casebridge:PORT', 200],
    ['casebridge.monitoring.svc.cluster.local', 200],
    ['mcp.example.com', 403],
  ])('are read by the name %s: %i [FLT-81]', async (name, status) => {
    for (const path of ['/livez', '/metrics', '/nothing']) {
      const headers = { host: name.replace('PORT', new URL(monitor).port) };
      const answer = await rawRequest(`${monitor}${path}`, { method: 'GET', headers });
      expect(answer.status).toBe(path === '/nothing' && status === 200 ? 404 : status);
      if (status === 403) expect(answer.text).not.toContain('casebridge_');
    }
  });

  it('are read by the public name of the server', async () => {
    const named = await startHttpProcess({
      args: ['--monitor-port', '0', '--public-url', 'https://mcp.example.com/mcp'],
      env: { CASEBRIDGE_URL: upstream.url },
    });
    const [, pages = ''] = await named.process.says(/Health and metrics: (http:\S+)\/livez/);
    const headers = { host: `MCP.example.com:${new URL(pages).port}` };
    expect((await rawRequest(`${pages}/livez`, { method: 'GET', headers })).status).toBe(200);
    await named.close();
  });

  it('show whether the service is reachable, without making orchestrators restart this server', async () => {
    await call('list_users', 'ann');
    const reached = (await read('/readyz')).message;
    const away = await startHttpProcess({
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
    expect(text).toMatch(
      /^casebridge_tool_calls_total\{tool="list_users",outcome="ok",status="2xx"\} [1-9]/m,
    );
    expect(text).toMatch(
      /^casebridge_tool_calls_total\{tool="get_user",outcome="API_ERROR",status="4xx"\} 1$/m,
    );
    for (const name of ['tool_call_duration', 'tool_call_service'])
      expect(text).toMatch(
        new RegExp(`^casebridge_${name}_seconds_sum\\{tool="list_users",outcome="ok"\\} \\d`, 'm'),
      );
    expect(text).toMatch(/^casebridge_sign_ins_total\{way="service_token",outcome="ok"\} [1-9]/m);
    expect(text).toMatch(/^casebridge_refused_requests_total\{reason="no_token",status="401"\} 1$/m);
    expect(text).toMatch(/^casebridge_helpers\{of="sql",state="busy"\} 0$/m);
    expect(text).toMatch(/^casebridge_service_request_duration_seconds_count\{status="2xx"\} [1-9]/m);
    expect(text).toMatch(/^casebridge_token_requests_total\{status="2xx"\} [1-9]/m);
    expect(text).toMatch(/^casebridge_service_up 1$/m);
    expect(text).toMatch(/^casebridge_callers [1-9]/m);
    expect(text).toMatch(/^casebridge_limit\{of="sessions"\} 1000$/m);
    expect(text).toMatch(/^casebridge_build_info\{version="\d[^"]+",node="\d[^"]+"\} 1$/m);
    expect(text).toMatch(/^casebridge_http_answers_total\{status="401"\} 1$/m);
    expect(text).toMatch(/^casebridge_sessions 1$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d/m);
  });

  it('name counters, and only counters, with the suffix _total', async () => {
    const { text } = await read('/metrics');
    const types = Array.from(text.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name = '', type]) => ({
      name,
      type,
    }));
    expect(types.length).toBeGreaterThan(20);
    for (const { name, type } of types)
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
  });

  it('count the results of questions, and retries', async () => {
    let isFirst = true;
    upstream.on.call = (response) => {
      json(response, isFirst ? 503 : 200, { Items: [] });
      isFirst = false;
    };
    await call('list_users', 'ann');
    await call('delete_task', 'ann', { id: '00000000-0000-4000-8000-000000000777' });
    upstream.renew();
    const { text } = await read('/metrics');
    expect(text).toMatch(/^casebridge_service_retries_total [1-9]/m);
    expect(text.match(/^casebridge_(questions|tool_calls)_total.*(asked|delete_task).*/gm)).not.toBeNull();
  });

  it('ask the service whether it is there, without anybody’s token and seldom', async () => {
    const service = await startOpenUpstream();
    const fresh = await startHttpProcess({
      args: ['--monitor-port', '0', '--monitor-host', 'localhost'],
      env: { CASEBRIDGE_URL: service.url },
    });
    try {
      const [, at = ''] = await fresh.process.says(/Health and metrics: (http:\/\/localhost:\S+)\/livez/);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => rawRequest(`${at}/readyz`, { method: 'GET' })),
      );
      for (const { message } of answers) expect(message.service).toBe('reached');
      expect(service.seen.map(({ method, headers }) => [method, headers.authorization])).toEqual([
        ['GET', undefined],
      ]);
    } finally {
      await fresh.close();
      await service.close();
    }
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

describe('an occupied port', () => {
  it.each([
    ['of the server', () => ['--port', new URL(server.url).port]],
    ['of the monitor', () => ['--port', '0', '--monitor-port', new URL(monitor).port]],
  ])('is reported in one sentence: that %s', async (_whose, flags) => {
    const { code, stderr } = await run(['http', ...flags()], { CASEBRIDGE_URL: upstream.url });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^casebridge: Port \d+ is in use: .*\.\n$/)]);
  });
});
