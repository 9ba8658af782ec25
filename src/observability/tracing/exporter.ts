import { retryAfterOf } from '../../api/transport/retry/retry-policy.ts';
import { readBounded } from '../../util/read-bounded.ts';
import { type EndedSpan, exportRequest } from './otlp.ts';

/** Limits for sending spans. Times are in milliseconds. */
export interface ExportPace {
  /** Maximum number of waiting spans. Further ones are dropped. */
  readonly queue: number;
  /** Maximum number of spans in one request. */
  readonly batch: number;
  /** Maximum wait of a span before it is sent: `OTEL_BSP_SCHEDULE_DELAY`. */
  readonly delayMs: number;
  /** Time limit of one batch, including retries: `OTEL_EXPORTER_OTLP_TIMEOUT`. */
  readonly timeoutMs: number;
}

export interface ExporterOptions {
  /** Address of the collector, with the path. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Attributes of this server, including `service.name`. */
  readonly resource: Readonly<Record<string, string>>;
  readonly pace: ExportPace;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly warn: (message: string, fields?: Readonly<Record<string, string | number>>) => void;
}

/** Sends spans to a collector, in batches. If the collector fails, only spans are lost. */
export interface Exporter {
  /** Adds a span. Never waits and never throws. */
  add(span: EndedSpan): void;
  /** Returns the number of spans that the collector accepted, and the number that were lost. */
  counts(): { readonly sent: number; readonly dropped: number };
  /** Sends the waiting spans, for at most two seconds. */
  close(): Promise<void>;
}

/** Result of a request: the number of spans that the collector rejected, or the reason why it accepted none. */
type Answer =
  | { readonly rejected: number }
  | { readonly why: string; readonly isPassing: boolean; readonly afterMs?: number | undefined };

const endMs = 2000;
const maxAnswer = 64 * 1024;
/** Statuses after which a retry can help (opentelemetry-proto, docs/specification.md, "Retryable Response Codes"). */
const passing = [429, 502, 503, 504];
/** Pause between attempts if the collector does not specify one. */
const pause = { firstMs: 1000, mostMs: 5000, growth: 1.5 };

export function createExporter({ url, headers, resource, pace, fetch, warn }: ExporterOptions): Exporter {
  const waiting: EndedSpan[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let [sent, dropped] = [0, 0];
  let [isAway, isClosing] = [false, false];
  let wake = (): void => undefined;

  const send = async (spans: readonly EndedSpan[], limitMs: number): Promise<void> => {
    const answer = await deliver(JSON.stringify(exportRequest(spans, resource)), limitMs);
    const lost = 'rejected' in answer ? Math.min(answer.rejected, spans.length) : spans.length;
    sent += spans.length - lost;
    dropped += lost;
    // Warn only once per outage.
    if ('why' in answer && !isAway)
      warn('Traces are lost: the collector does not accept them.', { why: answer.why });
    isAway = 'why' in answer;
  };
  /** Sends a batch, with retries within the time limit. Does not retry during shutdown. */
  const deliver = async (body: string, limitMs: number): Promise<Answer> => {
    const until = performance.now() + limitMs;
    for (let tries = 0; ; tries += 1) {
      const answer = await post(body, Math.ceil(until - performance.now())).catch(failed);
      if ('rejected' in answer || !answer.isPassing) return answer;
      const waitMs = answer.afterMs ?? pauseBefore(tries);
      if (isClosing || performance.now() + waitMs >= until) return answer;
      await new Promise<void>((resolve) => {
        const later = setTimeout(resolve, waitMs).unref();
        wake = () => {
          clearTimeout(later);
          resolve();
        };
      });
      if (isClosing) return answer;
    }
  };
  const post = async (body: string, limitMs: number): Promise<Answer> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(Math.max(1, limitMs)),
    });
    const text = await readBounded(response, maxAnswer);
    if (response.status === 200) return { rejected: rejectedIn(text) };
    const isPassing = passing.includes(response.status);
    const afterMs = retryAfterOf(Object.fromEntries(response.headers), Date.now());
    return { why: `status ${response.status}`, isPassing, afterMs };
  };
  const flush = async (limitMs: number): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    await sending;
    const batch = waiting.splice(0, pace.batch);
    if (batch.length > 0) await send(batch, limitMs);
  };
  const begin = (): void => {
    sending ??= flush(pace.timeoutMs).finally(() => {
      sending = undefined;
      if (isClosing) return;
      if (waiting.length >= pace.batch) begin();
      else if (waiting.length > 0) delay();
    });
  };
  const delay = (): void => {
    timer ??= setTimeout(begin, pace.delayMs).unref();
  };
  return {
    add: (span) => {
      if (waiting.length >= pace.queue) dropped += 1;
      else waiting.push(span);
      if (waiting.length >= pace.batch) begin();
      else delay();
    },
    counts: () => ({ sent, dropped }),
    close: async () => {
      clearTimeout(timer);
      isClosing = true;
      wake();
      const until = performance.now() + endMs;
      const left = () => Math.max(1, until - performance.now());
      await Promise.race([sending, new Promise((resolve) => setTimeout(resolve, left()).unref())]);
      while (waiting.length > 0 && performance.now() < until)
        await send(waiting.splice(0, pace.batch), Math.ceil(left()));
    },
  };
}

/** Returns a random pause in milliseconds, so that processes do not retry together. */
const pauseBefore = (tries: number) =>
  Math.min(pause.mostMs, pause.firstMs * pause.growth ** tries) * (0.8 + 0.4 * Math.random());

/** Returns `partialSuccess.rejectedSpans` of `ExportTraceServiceResponse`, which is a decimal string or a number. */
function rejectedIn(text: string | undefined): number {
  try {
    const answer = JSON.parse(text ?? '') as { partialSuccess?: { rejectedSpans?: unknown } } | null;
    const count = Number(answer?.partialSuccess?.rejectedSpans ?? 0);
    return count > 0 ? count : 0;
  } catch {
    return 0;
  }
}

/** Converts an error to a result. Omits the error message, because it may quote data. */
function failed(error: unknown): Answer {
  const { name, code, cause } = error as { name?: string; code?: string; cause?: { code?: string } };
  return { why: String(cause?.code ?? code ?? name ?? 'unknown'), isPassing: true };
}
