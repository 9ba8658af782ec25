import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { Config } from '../../src/config/command-line.ts';
import { settings } from '../../src/config/settings.ts';
import { readTracing } from '../../src/config/tracing.ts';
import { createExporter } from '../../src/observability/tracing/exporter.ts';
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

describe('spans on their way to a collector', () => {
  const exporterTo = async (...answer: Parameters<typeof startCollector>) => {
    const collector = await startCollector(...answer);
    ends.push(collector.close);
    const warnings: string[] = [];
    const warn = (message: string) => void warnings.push(message);
    return {
      collector,
      warnings,
      exporter: createExporter({ url: collector.url, headers: {}, resource: {}, fetch, warn }),
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

  it('are dropped and counted where too many wait, and nobody waits for them', async () => {
    const { exporter, warnings } = await exporterTo(() => undefined);
    for (let count = 0; count < 10_000; count += 1) exporter.add(span);
    expect(exporter.counts()).toEqual({ sent: 0, dropped: 10_000 - 2048 });
    await exporter.close();
    expect(exporter.counts().sent).toBe(0);
    expect(warnings.length).toBeLessThan(2);
  });

  it.each([
    ['is full', 503, 2],
    ['sends elsewhere', 307, 2],
    ['wants none of them', 200, 1],
  ])('are counted as lost where the collector %s', async (_what, status, lost) => {
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

describe('which traces are kept', () => {
  const anyId = fc.stringMatching(/^[\da-f]{32}$/);

  it('is what the caller’s trace says, where the sampler asks it', () => {
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

describe('the standard variables', () => {
  const read = (given: Partial<Config>) => {
    const usual = {
      otelExporter: settings.otelExporter.default,
      otelProtocol: settings.otelProtocol.default,
    };
    return readTracing({ ...usual, otelSampler: settings.otelSampler.default, ...given } as Config);
  };
  const otelEndpoint = 'http://collector.example:4318';

  it.each([
    [otelEndpoint, `${otelEndpoint}/v1/traces`],
    [`${otelEndpoint}/below/`, `${otelEndpoint}/below/v1/traces`],
  ])('name the collector: %s', (given, url) => {
    expect(read({ otelEndpoint: given })).toMatchObject({
      url,
      resource: { 'service.name': 'casebridge' },
      share: 1,
    });
  });

  it('give headers and names in their percent-encoding, those for traces last', () => {
    const found = read({
      otelEndpoint,
      otelHeaders: 'a=1, b=x%20y==',
      otelTracesHeaders: 'a=2',
      otelResource: 'service.name=firm,team=%D1%8E',
    });
    expect(found).toMatchObject({
      headers: { a: '2', b: 'x y==' },
      resource: { 'service.name': 'firm', team: 'ю' },
    });
  });

  it.each<Partial<Config>>([
    { otelEndpoint: 'collector:4318' },
    { otelEndpoint: 'http://user:canary@collector.example' },
    { otelTracesEndpoint: 'nowhere' },
    { otelSampler: 'jaeger_remote' },
    { otelSamplerShare: '1.5' },
    { otelSamplerShare: 'half' },
    { otelHeaders: 'canary' },
    { otelHeaders: 'a=%E0%A4%A' },
    { otelExporter: 'console' },
  ])('that are wrong end nothing, and are named: %j', (wrong) => {
    const found = read({ otelEndpoint, ...wrong });
    expect(found).toEqual({ none: expect.stringMatching(/^No traces are kept: OTEL_[A-Z_]+ is /) });
    expect(JSON.stringify(found)).not.toContain('canary');
  });

  it('keep nothing where no collector is named', () => {
    expect(read({ otelServiceName: 'firm' })).toEqual({ none: undefined });
  });
});
