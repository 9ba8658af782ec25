import { retryAfterOf } from '../../api/transport/retry/retry-policy.ts';
import { readBounded } from '../../util/read-bounded.ts';
import { type EndedSpan, exportRequest } from './otlp.ts';

/** How spans are sent; times in milliseconds. */
export interface ExportPace {
  /** Spans that wait, at most. */
  readonly queue: number;
  /** Spans of one request, at most. */
  readonly batch: number;
  /** How long the first of them waits: `OTEL_BSP_SCHEDULE_DELAY`. */
  readonly delayMs: number;
  /** For one batch, however often it is sent: `OTEL_EXPORTER_OTLP_TIMEOUT`. */
  readonly timeoutMs: number;
}

export interface ExporterOptions {
  /** Of the collector, with the path. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What is said of this server: `service.name` among it. */
  readonly resource: Readonly<Record<string, string>>;
  readonly pace: ExportPace;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly warn: (message: string, fields?: Readonly<Record<string, string | number>>) => void;
}

/** Sends spans to a collector, some at a time. Whatever the collector does costs spans alone. */
export interface Exporter {
  /** Never waits, never throws. */
  add(span: EndedSpan): void;
  /** Spans that a collector took, and those that none did. */
  counts(): { readonly sent: number; readonly dropped: number };
  /** Sends what waits, as far as that is soon done. */
  close(): Promise<void>;
}

/** What became of a request: how many spans the collector did not want, or why it took none. */
type Answer =
  | { readonly rejected: number }
  | { readonly why: string; readonly isPassing: boolean; readonly afterMs?: number | undefined };

const endMs = 2000;
const maxAnswer = 64 * 1024;
/** Those that are worth another attempt: opentelemetry-proto, docs/specification.md, "Retryable Response Codes". */
const passing = [429, 502, 503, 504];
/** Between attempts, where the collector does not say how long. */
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
    // Once, however long it lasts.
    if ('why' in answer && !isAway)
      warn('Traces are lost: the collector does not accept them.', { why: answer.why });
    isAway = 'why' in answer;
  };
  /** As often as it takes and the time allows; only once where this server ends. */
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

/** Not all at the same moment, where many processes lost the same collector. */
const pauseBefore = (tries: number) =>
  Math.min(pause.mostMs, pause.firstMs * pause.growth ** tries) * (0.8 + 0.4 * Math.random());

/** `ExportTraceServiceResponse`: `partialSuccess.rejectedSpans`, a decimal string or a number. */
function rejectedIn(text: string | undefined): number {
  try {
    const answer = JSON.parse(text ?? '') as { partialSuccess?: { rejectedSpans?: unknown } } | null;
    const count = Number(answer?.partialSuccess?.rejectedSpans ?? 0);
    return count > 0 ? count : 0;
  } catch {
    return 0;
  }
}

/** Without what a message may quote. */
function failed(error: unknown): Answer {
  const { name, code, cause } = error as { name?: string; code?: string; cause?: { code?: string } };
  return { why: String(cause?.code ?? code ?? name ?? 'unknown'), isPassing: true };
}
