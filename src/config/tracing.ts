import type { ExportPace } from '../observability/tracing/exporter.ts';
import type { Tracing } from '../observability/tracing/open-tracer.ts';
import { type Sampler, samplers } from '../observability/tracing/sampler.ts';
import type { Config } from './command-line.ts';
import { settings } from './settings.ts';

/** Maximum number of spans waiting in memory (`queue`) and in one request (`batch`). */
const spanLimits = { queue: 2048, batch: 512 } as const;

/** Reads the tracing settings. OpenTelemetry requires that an invalid one is only logged. */
export function readTracing(config: Config['tracing']): Tracing {
  const { endpoint, tracesEndpoint } = config;
  const isOff = config.disabled?.trim().toLowerCase() === 'true' || config.exporter.trim() === 'none';
  if (isOff || (endpoint === undefined && tracesEndpoint === undefined)) return { none: undefined };
  const url =
    tracesEndpoint === undefined ? addressOf(endpoint, '/v1/traces') : addressOf(tracesEndpoint, '');
  const sampler = config.sampler.trim().toLowerCase();
  const share = config.samplerShare === undefined ? 1 : Number(config.samplerShare);
  const headers = pairsIn(`${config.headers ?? ''},${config.tracesHeaders ?? ''}`);
  if (url === undefined)
    return notKept(
      `${(tracesEndpoint === undefined ? settings.tracing.endpoint : settings.tracing.tracesEndpoint).env} is not an http or https address without user and password`,
    );
  if (config.exporter.trim() !== 'otlp')
    return notKept(`${settings.tracing.exporter.env} is neither otlp nor none`);
  if (!/^http\/(json|protobuf)$/.test(config.protocol.trim()))
    return notKept(`${settings.tracing.protocol.env} is neither http/json nor http/protobuf`);
  if (!isSampler(sampler))
    return notKept(`${settings.tracing.sampler.env} is none of ${samplers.join(', ')}`);
  if (!(share >= 0 && share <= 1))
    return notKept(`${settings.tracing.samplerShare.env} is not a number from 0 to 1`);
  if (headers === undefined) return notKept(`${settings.tracing.headers.env} is not a list of name=value`);
  const resource = pairsIn(config.resource ?? '') ?? {};
  const name = config.serviceName ?? resource['service.name'] ?? 'casebridge';
  return { url, headers, sampler, share, resource: { ...resource, 'service.name': name }, ...paceOf(config) };
}

/**
 * Patterns for a number of milliseconds. A timeout must not be 0, because no request could finish. A delay of 0 sends
 * spans at once.
 */
const [timeForm, delayForm] = [/^[1-9]\d{0,8}$/, /^\d{1,9}$/];

/** Reads timeout and delay. An invalid number is replaced by the default, and its variable is reported in `unread`. */
function paceOf({ timeout, delay }: Config['tracing']): {
  readonly pace: ExportPace;
  readonly unread: readonly string[];
} {
  const unread: string[] = [];
  const read = (
    { env, default: usual }: { readonly env: string; readonly default: string },
    given: string,
    form: RegExp,
  ): number => {
    if (form.test(given.trim())) return Number(given);
    unread.push(`${env} is not a valid number: ${usual} is used.`);
    return Number(usual);
  };
  const timeoutMs = read(settings.tracing.timeout, timeout, timeForm);
  return {
    pace: { ...spanLimits, delayMs: read(settings.tracing.delay, delay, delayForm), timeoutMs },
    unread,
  };
}

/**
 * Returns the secrets in the headers for the collector, so that logs can mask them. Answers are not masked, because
 * they never contain these headers but may contain the same words.
 */
export const tracingSecrets = ({ headers, tracesHeaders }: Config['tracing']): string[] =>
  [headers, tracesHeaders].flatMap((text) =>
    text === undefined ? [] : [text, ...Object.values(pairsIn(text) ?? {})],
  );

const notKept = (why: string) => ({ none: `No traces are sent: ${why}.` });

const isSampler = (name: string): name is Sampler => (samplers as readonly string[]).includes(name);

function addressOf(given: string | undefined, path: string): string | undefined {
  if (given === undefined || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  if (path !== '') url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`;
  return url.href;
}

/** Parses W3C Baggage with percent-encoded values. Returns undefined if it is malformed. */
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
