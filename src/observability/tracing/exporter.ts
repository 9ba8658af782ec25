import { readBounded } from '../../util/read-bounded.ts';
import { type EndedSpan, exportRequest } from './otlp.ts';

export interface ExporterOptions {
  /** Of the collector, with the path. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What is said of this server: `service.name` among it. */
  readonly resource: Readonly<Record<string, string>>;
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

/** The usual figures of `OTEL_BSP_*`: most that wait, most of one request, and how long the first of them waits. */
const maxWaiting = 2048;
const maxBatch = 512;
const delayMs = 5000;
const timeoutMs = 10_000;
const endMs = 2000;
const maxAnswer = 64 * 1024;

export function createExporter({ url, headers, resource, fetch, warn }: ExporterOptions): Exporter {
  const waiting: EndedSpan[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let [sent, dropped] = [0, 0];
  let isAway = false;

  const send = async (spans: readonly EndedSpan[], limitMs: number): Promise<void> => {
    const rejected = await post(JSON.stringify(exportRequest(spans, resource)), limitMs).catch(whyNot);
    const lost = typeof rejected === 'number' ? Math.min(rejected, spans.length) : spans.length;
    sent += spans.length - lost;
    dropped += lost;
    // Once, however long it lasts.
    if (typeof rejected === 'string' && !isAway)
      warn('Traces are lost: the collector does not take them.', { why: rejected });
    isAway = typeof rejected === 'string';
  };
  /** @returns how many spans the collector did not want, or why it took none */
  const post = async (body: string, limitMs: number): Promise<number | string> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(limitMs),
    });
    const text = await readBounded(response, maxAnswer);
    return response.status === 200 ? rejectedIn(text) : `status ${response.status}`;
  };
  const flush = async (limitMs: number): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    await sending;
    const batch = waiting.splice(0, maxBatch);
    if (batch.length > 0) await send(batch, limitMs);
  };
  const begin = (): void => {
    sending ??= flush(timeoutMs).finally(() => {
      sending = undefined;
      if (waiting.length >= maxBatch) begin();
      else if (waiting.length > 0) delay();
    });
  };
  const delay = (): void => {
    timer ??= setTimeout(begin, delayMs).unref();
  };
  return {
    add: (span) => {
      if (waiting.length >= maxWaiting) dropped += 1;
      else waiting.push(span);
      if (waiting.length >= maxBatch) begin();
      else delay();
    },
    counts: () => ({ sent, dropped }),
    close: async () => {
      clearTimeout(timer);
      const until = performance.now() + endMs;
      const left = () => Math.max(1, until - performance.now());
      await Promise.race([sending, new Promise((resolve) => setTimeout(resolve, left()).unref())]);
      while (waiting.length > 0 && performance.now() < until)
        await send(waiting.splice(0, maxBatch), Math.ceil(left()));
    },
  };
}

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
const whyNot = (error: unknown): string => {
  const { name, code, cause } = error as { name?: string; code?: string; cause?: { code?: string } };
  return String(cause?.code ?? code ?? name ?? 'unknown');
};
