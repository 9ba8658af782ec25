import type { ExportPace } from '../observability/tracing/exporter.ts';
import type { Tracing } from '../observability/tracing/open-tracer.ts';
import { type Sampler, samplers } from '../observability/tracing/sampler.ts';
import type { Config } from './command-line.ts';
import { settings } from './settings.ts';

/** OpenTelemetry’s rules for what is wrong: a sentence for the log, and the server goes on. */
export function readTracing(config: Config): Tracing {
  const { otelEndpoint, otelTracesEndpoint } = config;
  const isOff = config.otelDisabled?.trim().toLowerCase() === 'true' || config.otelExporter.trim() === 'none';
  if (isOff || (otelEndpoint === undefined && otelTracesEndpoint === undefined)) return { none: undefined };
  const url =
    otelTracesEndpoint === undefined
      ? addressOf(otelEndpoint, '/v1/traces')
      : addressOf(otelTracesEndpoint, '');
  const sampler = config.otelSampler.trim().toLowerCase();
  const share = config.otelSamplerShare === undefined ? 1 : Number(config.otelSamplerShare);
  const headers = pairsIn(`${config.otelHeaders ?? ''},${config.otelTracesHeaders ?? ''}`);
  if (url === undefined)
    return notKept(
      `${(otelTracesEndpoint === undefined ? settings.otelEndpoint : settings.otelTracesEndpoint).env} is no http or https address without user and password`,
    );
  if (config.otelExporter.trim() !== 'otlp')
    return notKept(`${settings.otelExporter.env} is neither otlp nor none`);
  if (!/^http\/(json|protobuf)$/.test(config.otelProtocol.trim()))
    return notKept(`${settings.otelProtocol.env} is neither http/json nor http/protobuf`);
  if (!isSampler(sampler)) return notKept(`${settings.otelSampler.env} is none of ${samplers.join(', ')}`);
  if (!(share >= 0 && share <= 1))
    return notKept(`${settings.otelSamplerShare.env} is no number from 0 to 1`);
  if (headers === undefined) return notKept(`${settings.otelHeaders.env} is no list of name=value`);
  const resource = pairsIn(config.otelResource ?? '') ?? {};
  const name = config.otelServiceName ?? resource['service.name'] ?? 'casebridge';
  return { url, headers, sampler, share, resource: { ...resource, 'service.name': name }, ...paceOf(config) };
}

/** Whole numbers that can be used: of spans, of milliseconds, and of those where none at all will do. */
const [amount, time, wait] = [/^[1-9]\d{0,5}$/, /^[1-9]\d{0,8}$/, /^\d{1,9}$/];

/** What is no such number counts as not given, and is said. */
function paceOf(config: Config): { readonly pace: ExportPace; readonly unread: readonly string[] } {
  const unread: string[] = [];
  const read = ({ env }: { readonly env: string }, given: string, form: RegExp, usual: number): number => {
    if (form.test(given.trim())) return Number(given);
    unread.push(`${env} is no number that can be used: ${usual} counts.`);
    return usual;
  };
  const { otelQueue, otelBatch, otelDelay, otelTimeout, otelTracesTimeout, otelExportTimeout } = settings;
  const usually = ({ default: usual }: { readonly default: string }) => Number(usual);
  const queue = read(otelQueue, config.otelQueue, amount, usually(otelQueue));
  const all = read(otelTimeout, config.otelTimeout, time, usually(otelTimeout));
  const own = read(otelTracesTimeout, config.otelTracesTimeout ?? String(all), time, all);
  const whole = read(otelExportTimeout, config.otelExportTimeout, time, usually(otelExportTimeout));
  return {
    pace: {
      queue,
      batch: Math.min(read(otelBatch, config.otelBatch, amount, usually(otelBatch)), queue),
      delayMs: read(otelDelay, config.otelDelay, wait, usually(otelDelay)),
      timeoutMs: Math.min(own, whole),
    },
    unread,
  };
}

/** What no log may show of the headers for the collector. Answers never hold them, and may hold the same words. */
export const tracingSecrets = ({ otelHeaders, otelTracesHeaders }: Config): string[] =>
  [otelHeaders, otelTracesHeaders].flatMap((text) =>
    text === undefined ? [] : [text, ...Object.values(pairsIn(text) ?? {})],
  );

const notKept = (why: string) => ({ none: `No traces are kept: ${why}.` });

const isSampler = (name: string): name is Sampler => (samplers as readonly string[]).includes(name);

function addressOf(given: string | undefined, path: string): string | undefined {
  if (given === undefined || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  if (path !== '') url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`;
  return url.href;
}

/** Of W3C Baggage: percent-encoded values. Undefined where it is none. */
function pairsIn(text: string): Record<string, string> | undefined {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  const pairs = parts.map((part) => /^\s*([\w.!#$%&'*+^`|~/-]+)\s*=([^=].*|)$/s.exec(part));
  try {
    return pairs.includes(null)
      ? undefined
      : Object.fromEntries(
          pairs.map((pair) => [pair?.[1] ?? '', decodeURIComponent((pair?.[2] ?? '').trim())]),
        );
  } catch {
    return undefined;
  }
}
