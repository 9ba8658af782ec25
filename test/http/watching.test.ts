import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { as, startOpenUpstream, tokenIn } from '../support/clients/callers.ts';
import { type HttpProcess, startHttpProcess } from '../support/clients/harness.ts';
import { modernRequest, rawRequest } from '../support/clients/raw-http.ts';
import { hasPrometheus, promtool, startPrometheus } from '../support/servers/prometheus.ts';
import { json, type Upstream } from '../support/servers/upstream.ts';

/** Questions of an operator during an incident, and the metrics, dashboard panels and alerts that answer them. */

let upstream: Upstream;
let server: HttpProcess;
let monitor: string;
const call = (name: string, caller: string, args: object = {}) =>
  modernRequest(server.url, 'tools/call', { name, arguments: args }, { headers: as(caller) });
const metrics = async () => (await rawRequest(`${monitor}/metrics`, { method: 'GET' })).text;
const id = '00000000-0000-4000-8000-000000000777';

/** Makes calls with various results. */
async function trade(): Promise<void> {
  await call('list_users', 'ann');
  await call('query', 'ann', { sql: 'SELECT count(*) FROM cases' });
  await call('delete_task', 'ann', { id });
  upstream.on.call = (response) => json(response, 503, { Message: 'canary' });
  await call('get_user', 'ann', { id });
  upstream.renew();
  await modernRequest(server.url, 'tools/list');
  await modernRequest(server.url, 'tools/list', {}, { headers: as('nobody') });
  await rawRequest(server.url, { method: 'GET', headers: { host: 'elsewhere.example' } });
  for (let turn = 0; turn < 3; turn += 1) await call('update_task', 'bob', { id, Name: 'canary' });
}

beforeAll(async () => {
  upstream = await startOpenUpstream({
    exchange: (response, { headers }) =>
      tokenIn(headers) === 'nobody'
        ? json(response, 401, {})
        : json(response, 200, { access_token: `of-${tokenIn(headers)}`, expires_in: 600 }),
  });
  server = await startHttpProcess({
    args: ['--monitor-port', '0', '--limits', 'writes=2'],
    env: { CASEBRIDGE_URL: upstream.url },
  });
  [, monitor = ''] = await server.process.says(/Health and metrics: (http:\S+)\/livez/);
  await trade();
});
afterAll(async () => {
  await server?.close();
  await upstream?.close();
});

describe("metrics answer an operator's questions", () => {
  it.each([
    ['whether the service is reached', 'service_up', 1],
    ['which tool failed, and how', 'tool_calls_total{tool="get_user",outcome="API_ERROR",status="5xx"}', 1],
    [
      'how many failed for no fault of theirs',
      'tool_call_duration_seconds_count{tool="get_user",outcome="failed"}',
      1,
    ],
    ['which limit was reached', 'limits_reached_total{limit="writes"}', 1],
    ['who came without a token', 'refused_requests_total{reason="no_token",status="401"}', 1],
    ['how many tokens were refused', 'refused_requests_total{reason="refused_token",status="401"}', 1],
    ['who asked by a foreign name', 'refused_requests_total{reason="host",status="403"}', 1],
    ['who signed in', 'sign_ins_total{way="service_token",outcome="ok"}', 2],
    ['who could not sign in', 'sign_ins_total{way="service_token",outcome="wrong"}', 1],
    ['what became of questions', 'questions_total{result="asked"}', 1],
    ['what waits for documents', 'helper_requests_waiting{of="documents"}', 0],
    ['what queries did', 'helper_requests_total{of="sql",outcome="failed"}', 0],
  ])('%s', async (_question, name, value) => {
    expect(await metrics()).toContain(`casebridge_${name} ${value}\n`);
  });

  it('how much of a call’s time was the service’s', async () => {
    const text = await metrics();
    const sum = (name: string) =>
      Number(
        new RegExp(`^casebridge_${name}_seconds_sum\\{tool="list_users",outcome="ok"\\} (\\S+)$`, 'm').exec(
          text,
        )?.[1],
      );
    expect(sum('tool_call_service')).toBeGreaterThan(0);
    expect(sum('tool_call_service')).toBeLessThan(sum('tool_call_duration'));
  });

  it('and the log, about a call over a limit: its caller, the limit, and its time at the service', async () => {
    await vi.waitFor(() => {
      const lines = server.stderr().split('\n').slice(0, -1);
      const line = lines.map((one) => JSON.parse(one)).find(({ code }) => code === 'RATE_LIMITED');
      expect(line).toMatchObject({
        tool: 'update_task',
        limit: 'writes',
        caller: expect.stringMatching(/^token:/),
        serviceMs: 0,
      });
    });
  });

  it('with few series, and without users, records and tokens', async () => {
    const text = await metrics();
    expect(text.split('\n').length).toBeLessThan(600);
    expect(text).not.toMatch(/canary|ann|bob|nobody|000777|elsewhere/);
  });
});

const file = (name: string) =>
  readFileSync(new URL(`../../examples/watching/${name}`, import.meta.url), 'utf8');
const expressions = (): string[] =>
  JSON.parse(file('dashboard.json')).panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
    targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '1m').replaceAll('$__range', '1h')),
  );

describe('the examples of a dashboard and of alerts', () => {
  it('name figures and labels that there are', async () => {
    const text = await metrics();
    const known = new Set(
      Array.from(text.matchAll(/^([a-z_]\w*)[{ ]/gm), ([, name = '']) => name).concat('up'),
    );
    const named = [...expressions(), file('rules.yml')].flatMap((one) =>
      Array.from(one.matchAll(/\b((?:casebridge|nodejs|process)_\w+)\b/g), ([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(40);
    expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([]);
  });

  it.skipIf(!hasPrometheus)('hold before promtool of Prometheus (which has to be installed)', () => {
    for (const check of [
      ['check', 'rules', 'rules.yml'],
      ['test', 'rules', 'rules.test.yml'],
    ])
      expect(promtool(...check)).toMatchObject({ status: 0, said: expect.stringContaining('SUCCESS') });
  });

  it.skipIf(!hasPrometheus)('show something at Prometheus (which has to be installed)', async () => {
    const prometheus = await startPrometheus(new URL(monitor).host);
    try {
      await trade();
      for (const expression of expressions()) {
        const answer = await vi.waitFor(
          async () => {
            const found = await prometheus.query(expression);
            expect([expression, found.error, found.data?.result.length]).toEqual([
              expression,
              undefined,
              expect.toSatisfy((count: number) => count > 0),
            ]);
            return found;
          },
          { timeout: 15_000 },
        );
        expect(answer.status).toBe('success');
      }
      const { data } = (await prometheus.ask('rules')) as unknown as {
        data: { groups: { rules: { name: string; health: string }[] }[] };
      };
      const rules = data.groups.flatMap((group) => group.rules);
      expect(rules.length).toBeGreaterThan(9);
      expect(rules.filter(({ health }) => health !== 'ok')).toEqual([]);
    } finally {
      await prometheus.close();
    }
  });
});
