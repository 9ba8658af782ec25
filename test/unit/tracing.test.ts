import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Config } from '../../src/config/command-line.ts';
import { settings } from '../../src/config/settings.ts';
import { readTracing } from '../../src/config/tracing.ts';
import { createExporter, type ExportPace } from '../../src/observability/tracing/exporter.ts';
import { isKept, samplers } from '../../src/observability/tracing/sampler.ts';
import { startCollector } from '../support/servers/collector.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const span = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  parentId: undefined,
  kind: 'client',
  name: 'GET /notes/{id}',
  began: 1,
  ended: 2,
  attributes: { status: 200 },
  hasFailed: false,
} as const;

describe('spans to be exported', () => {
  const usual = { queue: 2048, batch: 512, delayMs: 5000, timeoutMs: 10_000 };
  const exporterTo = async (
    answer?: Parameters<typeof startCollector>[0],
    differing: Partial<ExportPace> = {},
  ) => {
    const collector = await startCollector(answer);
    const pace = { ...usual, ...differing };
    ends.push(collector.close);
    const warnings: string[] = [];
    const warn = (message: string) => void warnings.push(message);
    return {
      collector,
      warnings,
      exporter: createExporter({ url: collector.url, headers: {}, resource: {}, pace, fetch, warn }),
    };
  };

  it('all arrive, some at a time', async () => {
    const { collector, exporter, warnings } = await exporterTo();
    for (let count = 0; count < 1200; count += 1) exporter.add(span);
    await exporter.close();
    expect([collector.wrong, collector.spans.length, warnings]).toEqual([[], 1200, []]);
    expect(exporter.counts()).toEqual({ sent: 1200, dropped: 0 });
    expect(collector.requests.length).toBe(3);
  });

  it('are dropped and counted if too many wait, and delay no request', async () => {
    const { exporter, warnings } = await exporterTo(() => undefined);
    for (let count = 0; count < 10_000; count += 1) exporter.add(span);
    expect(exporter.counts()).toEqual({ sent: 0, dropped: 10_000 - 2048 });
    await exporter.close();
    expect(exporter.counts().sent).toBe(0);
    expect(warnings.length).toBeLessThan(2);
  });

  it('go as the standard variables say: so many at once, no more that wait, so soon', async () => {
    const { collector, exporter } = await exporterTo(undefined, { queue: 25, batch: 10, delayMs: 1 });
    for (let count = 0; count < 30; count += 1) exporter.add(span);
    await vi.waitFor(() => expect(exporter.counts()).toEqual({ sent: 25, dropped: 5 }));
    const sizes = collector.requests.map(({ text }) => text.match(/"spanId"/g)?.length);
    expect(sizes).toEqual([10, 10, 5]);
  });

  it.each([429, 502, 503, 504])(
    'are sent again if the collector answers %i, after its requested wait, without a warning',
    async (status) => {
      let turn = 0;
      const { collector, exporter, warnings } = await exporterTo(
        (response) => {
          turn += 1;
          response.writeHead(turn < 3 ? status : 200, { 'retry-after': '0' }).end('{}');
        },
        { delayMs: 1 },
      );
      exporter.add(span);
      await vi.waitFor(() => expect(exporter.counts()).toEqual({ sent: 1, dropped: 0 }));
      expect(new Set(collector.requests.map(({ text }) => text)).size).toBe(1);
      expect([collector.requests.length, warnings]).toEqual([3, []]);
    },
  );

  it.each([
    ['wants them later than they may take', 503, '3600'],
    ['wants them never', 400, '0'],
    ['has no place for them', 404, '0'],
  ])('are lost after one attempt if the collector %s', async (_what, status, after) => {
    const { collector, exporter, warnings } = await exporterTo(
      (response) => response.writeHead(status, { 'retry-after': after }).end(),
      { delayMs: 1 },
    );
    exporter.add(span);
    await vi.waitFor(() => expect(exporter.counts()).toEqual({ sent: 0, dropped: 1 }));
    expect([collector.requests.length, warnings.length]).toEqual([1, 1]);
  });

  it('that wait for another attempt hold no end up', async () => {
    const { collector, exporter } = await exporterTo(
      (response) => response.writeHead(503, { 'retry-after': '9' }).end(),
      { delayMs: 1 },
    );
    exporter.add(span);
    await vi.waitFor(() => expect(collector.requests.length).toBe(1));
    await exporter.close();
    expect(exporter.counts()).toEqual({ sent: 0, dropped: 1 });
  });

  it.each([
    ['is full', 503, 2],
    ['sends elsewhere', 307, 2],
    ['wants none of them', 200, 1],
  ])('are counted as lost if the collector %s', async (_what, status, lost) => {
    const { exporter } = await exporterTo((response) =>
      response
        .writeHead(status, { location: 'http://127.0.0.1:9/' })
        .end('{"partialSuccess":{"rejectedSpans":"1"}}'),
    );
    exporter.add(span);
    exporter.add(span);
    await exporter.close();
    expect(exporter.counts()).toEqual({ sent: 2 - lost, dropped: lost });
  });
});

describe('the sampling decision', () => {
  const anyId = fc.stringMatching(/^[\da-f]{32}$/);

  it('is that of the caller’s trace, if the sampler follows it', () => {
    fc.assert(
      fc.property(anyId, fc.boolean(), fc.constantFrom(...samplers), (traceId, parent, sampler) => {
        const kept = isKept(sampler, 0.5, traceId, parent);
        if (sampler.startsWith('parentbased_')) expect(kept).toBe(parent);
        else expect(kept).toBe(isKept(sampler, 0.5, traceId, undefined));
      }),
    );
  });

  it('is a share of them, the same for all who see a trace, and more of a larger share', () => {
    fc.assert(
      fc.property(anyId, fc.double({ min: 0, max: 1, noNaN: true }), (traceId, share) => {
        const kept = isKept('traceidratio', share, traceId, undefined);
        if (kept) expect(isKept('traceidratio', Math.min(1, share + 0.1), traceId, undefined)).toBe(true);
        expect(isKept('traceidratio', 1, traceId, undefined)).toBe(true);
        expect(isKept('traceidratio', 0, traceId, undefined)).toBe(false);
      }),
    );
    const kept = Array.from(
      { length: 2000 },
      (_, count) =>
        `${'0'.repeat(18)}${Math.floor((count / 2000) * 2 ** 56)
          .toString(16)
          .padStart(14, '0')}`,
    );
    expect(kept.filter((traceId) => isKept('traceidratio', 0.25, traceId, undefined)).length).toBe(500);
  });
});

type Traces = Config['tracing'];

describe('the standard variables', () => {
  const read = (given: Partial<Traces>) => {
    const usual = {
      exporter: settings.tracing.exporter.default,
      protocol: settings.tracing.protocol.default,
      timeout: settings.tracing.timeout.default,
      delay: settings.tracing.delay.default,
      sampler: settings.tracing.sampler.default,
    };
    return readTracing({ ...usual, ...given } as Traces);
  };
  const endpoint = 'http://collector.example:4318';

  it.each([
    [endpoint, `${endpoint}/v1/traces`],
    [`${endpoint}/below/`, `${endpoint}/below/v1/traces`],
  ])('name the collector: %s', (given, url) => {
    expect(read({ endpoint: given })).toMatchObject({
      url,
      resource: { 'service.name': 'casebridge' },
      share: 1,
    });
  });

  it('give headers and names in their percent-encoding, those for traces last', () => {
    const found = read({
      endpoint,
      headers: 'a=1, b=x%20y==',
      tracesHeaders: 'a=2',
      resource: 'service.name=firm,team=%D1%8E',
    });
    expect(found).toMatchObject({
      headers: { a: '2', b: 'x y==' },
      resource: { 'service.name': 'firm', team: 'ю' },
    });
  });

  it.each<Partial<Traces>>([
    { endpoint: 'collector:4318' },
    { endpoint: 'http://user:canary@collector.example' },
    { tracesEndpoint: 'nowhere' },
    { sampler: 'jaeger_remote' },
    { samplerShare: '1.5' },
    { samplerShare: 'half' },
    { headers: 'canary' },
    { headers: 'a=%E0%A4%A' },
    { exporter: 'console' },
  ])('that are wrong end nothing, and are named: %j', (wrong) => {
    const found = read({ endpoint, ...wrong });
    expect(found).toEqual({ none: expect.stringMatching(/^No traces are sent: OTEL_[A-Z_]+ is /) });
    expect(JSON.stringify(found)).not.toContain('canary');
  });

  it.each<[Partial<Traces>, Partial<ExportPace>]>([
    [{}, { queue: 2048, batch: 512, delayMs: 5000, timeoutMs: 10_000 }],
    [
      { delay: '0', timeout: ' 700 ' },
      { delayMs: 0, timeoutMs: 700 },
    ],
  ])('say how fast they go: %j', (given, pace) => {
    expect(read({ endpoint, ...given })).toMatchObject({ pace, unread: [] });
  });

  it.each<[Partial<Traces>, string]>([
    [{ delay: '5s' }, 'OTEL_BSP_SCHEDULE_DELAY'],
    [{ timeout: '1e3' }, 'OTEL_EXPORTER_OTLP_TIMEOUT'],
    [{ timeout: '0' }, 'OTEL_EXPORTER_OTLP_TIMEOUT'],
  ])('that are no number count as not given, and are named: %j', (given, name) => {
    const pace = { queue: 2048, batch: 512, delayMs: 5000, timeoutMs: 10_000 };
    const unread = [expect.stringMatching(`^${name} is not a valid number: \\d+ is used.$`)];
    expect(read({ endpoint, ...given })).toMatchObject({ pace, unread });
  });

  it('export nothing if no collector is set', () => {
    expect(read({ serviceName: 'firm' })).toEqual({ none: undefined });
  });
});
