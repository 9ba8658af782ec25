import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isCallError } from '../api/errors.ts';
import type { Log } from '../log.ts';

/** Figures of one process for Prometheus; no name of a person or record is among them. */
export interface Metrics {
  /** Counts a finished call of a tool. */
  readonly call: Log['call'];
  /** Counts an answer to an HTTP request. */
  readonly answer: (answer: { readonly status: number; readonly ms: number }) => void;
  /** In the text format of Prometheus. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** @param load what is under way at the moment of asking */
export function createMetrics(load: () => Readonly<Record<'sessions' | 'answering', number>>): Metrics {
  const registers = [new Registry()];
  const [register] = registers as [Registry];
  collectDefaultMetrics({ register });
  const calls = new Counter({
    name: 'casebridge_tool_calls_total',
    help: 'Calls of tools, by how they ended: ok, or the code of the error.',
    labelNames: ['tool', 'outcome'],
    registers,
  });
  const callSeconds = new Histogram({
    name: 'casebridge_tool_call_duration_seconds',
    help: 'Time of tool calls, waiting for the service included.',
    buckets: seconds,
    registers,
  });
  const answers = new Counter({
    name: 'casebridge_http_answers_total',
    help: 'Answers to HTTP requests, by status.',
    labelNames: ['status'],
    registers,
  });
  const answerSeconds = new Histogram({
    name: 'casebridge_http_answer_start_seconds',
    help: 'Time until an answer to an HTTP request begins.',
    buckets: seconds,
    registers,
  });
  for (const [name, help] of [
    ['sessions', 'Sessions of clients of older revisions.'],
    ['answering', 'Answers under way.'],
  ] as const)
    new Gauge({
      name: `casebridge_${name}`,
      help,
      registers,
      collect() {
        this.set(load()[name]);
      },
    });
  const succeeded = new Map<string, { inc(): void }>();
  const answered = new Map<number, { inc(): void }>();
  return {
    call: ({ tool, began, error }) => {
      if (error === undefined) labelled(succeeded, tool, () => calls.labels({ tool, outcome: 'ok' })).inc();
      else calls.inc({ tool, outcome: isCallError(error) ? error.code : 'INTERNAL' });
      callSeconds.observe((performance.now() - began) / 1000);
    },
    answer: ({ status, ms }) => {
      labelled(answered, status, () => answers.labels({ status: String(status) })).inc();
      answerSeconds.observe(ms / 1000);
    },
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}

/** A counter with its labels, which cost more to check than to count by: once for each tool and status. */
function labelled<Key>(known: Map<Key, { inc(): void }>, key: Key, make: () => { inc(): void }) {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}
