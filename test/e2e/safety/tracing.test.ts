import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ClientKind, connect } from '../../support/clients/harness.ts';
import { runsOnce } from '../../support/clients/once.ts';
import { startCollector } from '../../support/servers/collector.ts';
import { canary, environmentOf, json, startUpstream } from '../../support/servers/upstream.ts';

/** Spans that an OpenTelemetry collector receives for calls. */

const ends: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end.close();
});
const own = <Thing extends { close(): Promise<unknown> }>(thing: Thing): Thing => {
  ends.push(thing);
  return thing;
};

const [traceId, parentId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
const meta = { traceparent: `00-${traceId}-${parentId}-01`, tracestate: 'vendor=canary-state' };
const id = '00000000-0000-4000-8000-000000000777';

const start = async (env: Record<string, string>, kind: ClientKind = 'v2 pinned') => {
  const upstream = own(await startUpstream());
  const client = await connect({ kind, own: true, env: { ...environmentOf(upstream.url), ...env } });
  return { upstream, client };
};

describe('a call', () => {
  it.each(['v1', 'v2 pinned'] as const)(
    'of a %s client is one tree of spans that continues its trace',
    async (kind) => {
      const collector = own(await startCollector());
      const { upstream, client } = await start(
        {
          OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
          OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20canary-collector,x-team=canary-name',
          OTEL_SERVICE_NAME: 'office',
          OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
          CASEBRIDGE_PASS_TRACE: 'true',
        },
        kind,
      );
      let turn = 0;
      upstream.on.call = (response) => {
        turn += 1;
        if (turn === 1) json(response, 503, { Message: 'canary-message' });
        else json(response, 200, { Id: id, Name: 'canary-name' });
      };
      const { content } = await client.callTool('get_user', { id }, { meta });
      // A text in a record is no secret, even if it equals the collector's header.
      expect(content[0]?.text).toContain('canary-name');
      await client.callTool('find_operations', { query: 'canary-query' }, { meta });
      await client.close();
      expect(client.stderr()).not.toContain('canary-collector');
      expect(collector.wrong).toEqual([]);
      expect(collector.requests[0]).toMatchObject({
        path: 'POST /v1/traces',
        headers: { 'content-type': 'application/json', authorization: 'Basic canary-collector' },
      });
      expect(collector.resources[0]).toEqual({
        'service.name': 'office',
        'deployment.environment.name': 'test',
      });

      const mine = collector.spans.filter((span) => span.traceId === traceId);
      const call = mine.find(({ name }) => name === 'tools/call get_user');
      expect(call).toMatchObject({ parentSpanId: parentId, kind: 2, status: {} });
      expect(call?.attributes).toMatchObject({
        'mcp.method.name': 'tools/call',
        'gen_ai.tool.name': 'get_user',
      });
      const attempts = mine.filter(({ parentSpanId }) => parentSpanId === call?.spanId);
      expect(attempts.map(({ name, kind, attributes }) => [name, kind, attributes])).toEqual(
        [
          ['503', undefined],
          ['200', '1'],
        ].map(([status, again]) => [
          'GET /api/v2/users/{id}',
          3,
          expect.objectContaining({
            'http.response.status_code': status,
            ...(again ? { 'http.request.resend_count': again } : {}),
          }),
        ]),
      );
      expect(mine.map(({ name }) => name)).toContain('tools/call find_operations');
      expect(
        upstream.requests(/users/i).map(({ headers }) => [headers.traceparent, headers.tracestate]),
      ).toEqual(attempts.map(({ spanId }) => [`00-${traceId}-${spanId}-01`, meta.tracestate]));

      const signIns = collector.spans.filter((span) => span.traceId !== traceId);
      expect(signIns.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([
        ['POST /api/v2/auth/token', undefined],
        ['POST /api/v2/auth/short-lived-token', undefined],
      ]);
      const said = collector.requests.map(({ text }) => text).join('\n');
      for (const secret of ['canary', id, 'anna', '127.0.0.1', ...Object.values(canary)])
        expect(said).not.toContain(secret);
    },
  );

  it('that fails is told by its code, and by no word of an argument or an answer', async () => {
    const collector = own(await startCollector());
    const { upstream, client } = await start({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/own` });
    upstream.on.call = (response, { target }) => json(response, 404, { Message: `canary-message ${target}` });
    await client.callTool('get_user', { id });
    await client.callTool('get_user', { id: 'canary-no-id' });
    await client.callTool('create_task', { Name: 'canary-name', [`canary-${'x'.repeat(20)}`]: 1 });
    await client.callTool('canary_no_tool').catch(() => undefined);
    await client.close();
    expect(collector.requests[0]?.path).toBe('POST /own');
    const calls = collector.spans.filter(({ kind }) => kind === 2);
    expect(calls.map(({ attributes, status }) => [attributes['error.type'], status])).toEqual([
      ['API_ERROR', { code: 2 }],
      [expect.any(String), { code: 2 }],
      ['INVALID_ARGUMENTS', { code: 2 }],
    ]);
    expect(
      upstream.seen.flatMap(({ headers }) => Object.keys(headers)).filter((name) => /^trace/.test(name)),
    ).toEqual([]);
    const said = collector.requests.map(({ text }) => text).join('\n');
    expect(said).not.toMatch(/canary|000777|anna/);
  });

  it.runIf(runsOnce()).each([
    ['is switched off', { OTEL_SDK_DISABLED: 'TRUE' }, /^$/],
    ['is sent nowhere', { OTEL_TRACES_EXPORTER: 'none' }, /^$/],
    [
      'cannot be sent so',
      { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      /No traces are sent: OTEL_EXPORTER_OTLP_PROTOCOL/,
    ],
  ])('is not reported to any collector that %s', async (_why, env, says) => {
    const collector = own(await startCollector());
    const { client } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env });
    await client.callTool('list_users', {}, { meta });
    await client.close();
    expect(collector.requests).toEqual([]);
    const lines = client
      .stderr()
      .split('\n')
      .filter((line) => line.includes('traces'));
    expect(lines.join('\n')).toMatch(says);
  });

  it.runIf(runsOnce())(
    'is told soon, and once more to a collector that is busy, as the standard variables say',
    async () => {
      let busy = 2;
      const collector = own(
        await startCollector((response) => {
          busy -= 1;
          response.writeHead(busy < 0 ? 200 : 429, { 'retry-after': '0' }).end('{}');
        }),
      );
      const { client } = await start({
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_BSP_SCHEDULE_DELAY: '1',
        OTEL_EXPORTER_OTLP_TIMEOUT: 'many',
      });
      await client.callTool('list_users');
      await vi.waitFor(() => expect(collector.requests.length).toBeGreaterThan(2), { timeout: 10_000 });
      const [first, again, third] = collector.requests.map(({ text }) => text);
      expect([again, third]).toEqual([first, first]);
      await client.close();
      expect(client.stderr()).toContain('OTEL_EXPORTER_OTLP_TIMEOUT is not a valid number: 10000 is used.');
      expect(client.stderr()).not.toContain('Traces are lost');
    },
  );

  it.runIf(runsOnce())('is answered normally if the collector is unreachable or never responds', async () => {
    const collector = own(await startCollector(() => undefined));
    for (const url of ['http://127.0.0.1:9', collector.url]) {
      const { client } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
      for (let turn = 0; turn < 5; turn += 1)
        expect((await client.callTool('list_users')).isError).not.toBe(true);
      await client.close();
      await vi.waitFor(() => expect(client.stderr()).toContain('Traces are lost'));
    }
    expect(collector.requests.length).toBeGreaterThan(0);
  });
});
