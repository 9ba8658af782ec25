import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { tokenPaths } from '../api/tokens/token-wire.ts';
import type { Attempted } from '../api/transport/report.ts';
import type { ServiceState } from '../api/transport/retry/circuit-breaker.ts';
import { ApiError, isCallError } from '../contract/errors.ts';
import type { CallEvent, Log } from './log.ts';

/** What is under way at the moment of asking, and what is held at most. */
export interface Load {
  readonly sessions: number;
  readonly answering: number;
  /** Bytes of answers that clients have not taken yet. */
  readonly waitingBytes: number;
  readonly callers: number;
  readonly service: ServiceState;
}

/** Figures of one process for Prometheus; no name of a person or record is among them. */
export interface Metrics {
  /** Counts a finished call of a tool. */
  readonly call: Log['call'];
  /** Counts a question to a human, or its answer. */
  readonly question: Log['question'];
  /** Counts an attempt to send the service a request. */
  readonly attempt: (attempted: Attempted) => void;
  /** Counts a line of the record of changes that could not be written. */
  readonly lostLine: () => void;
  /** Counts an answer to an HTTP request. */
  readonly answer: (answer: { readonly status: number; readonly ms: number }) => void;
  /** In the text format of Prometheus. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/**
 * @param options.load what is under way
 * @param options.limits what is held at most, by the name of the figure that it limits
 */
export function createMetrics(options: {
  readonly load: () => Load;
  readonly limits: Readonly<Record<string, number>>;
  readonly version: string;
}): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  // Gauges that the library calls as only counters may be called.
  for (const kind of ['handles', 'requests', 'resources'])
    register.removeSingleMetric(`nodejs_active_${kind}_total`);
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `casebridge_${name}_total`, help, labelNames, registers });
  const histogram = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Histogram({ name: `casebridge_${name}_seconds`, help, labelNames, buckets: seconds, registers });

  const calls = counter(
    'tool_calls',
    'Calls of tools, by how they ended: ok, or the code of the error, with the class of the status that the service answered.',
    'tool',
    'outcome',
    'status',
  );
  const toolSeconds = counter('tool_call_seconds', 'Time of calls by tool, waiting included.', 'tool');
  const callSeconds = histogram(
    'tool_call_duration',
    'Time of tool calls, waiting for the service included.',
  );
  const questions = counter('questions', 'Questions to humans, by what became of them.', 'result');
  const requests = histogram('service_request_duration', 'Time of requests to the service.', 'status');
  const retries = counter('service_retries', 'Requests to the service that were repeated.');
  const tokens = counter('token_requests', 'Requests for tokens, by the class of the status.', 'status');
  const lost = counter('record_lines_lost', 'Lines of the record of changes that could not be written.');
  const answers = counter('http_answers', 'Answers to HTTP requests, by status.', 'status');
  const answerSeconds = histogram('http_answer_start', 'Time until an answer to an HTTP request begins.');
  addGauges(registers, options);
  const [succeeded, answered] = [new Map<string, Inc>(), new Map<string, Inc>()];
  return {
    call: (event) => {
      const { tool } = event;
      const [outcome, status] = endOf(event);
      labelled(succeeded, `${tool} ${outcome} ${status}`, () =>
        calls.labels({ tool, outcome, status }),
      ).inc();
      const took = (performance.now() - event.began) / 1000;
      callSeconds.observe(took);
      toolSeconds.inc({ tool }, took);
    },
    question: ({ result }) => questions.inc({ result }),
    attempt: ({ target, status, ms, isRepeated }) => {
      requests.observe({ status: classOf(status) }, ms / 1000);
      if (isRepeated) retries.inc();
      if (tokenTargets.has(target)) tokens.inc({ status: classOf(status) });
    },
    lostLine: () => lost.inc(),
    answer: ({ status, ms }) => {
      labelled(answered, String(status), () => answers.labels({ status: String(status) })).inc();
      answerSeconds.observe(ms / 1000);
    },
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}

type Inc = { inc(): void };
const tokenTargets: ReadonlySet<string> = new Set(Object.values(tokenPaths));

const classOf = (status: number | undefined) =>
  status === undefined ? 'none' : `${Math.floor(status / 100)}xx`;

function endOf({ error, refusal, status }: CallEvent): [outcome: string, status: string] {
  if (refusal !== undefined) return [refusal, 'none'];
  if (error === undefined) return ['ok', classOf(status)];
  return [
    isCallError(error) ? error.code : 'INTERNAL',
    classOf(error instanceof ApiError ? error.status : undefined),
  ];
}

function addGauges(
  registers: Registry[],
  { load, limits, version }: Parameters<typeof createMetrics>[0],
): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `casebridge_${name}`,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('sessions', 'Sessions of clients of older revisions.', () => load().sessions);
  gauge('answering', 'Answers under way.', () => load().answering);
  gauge('waiting_bytes', 'Bytes of answers that clients have not taken yet.', () => load().waitingBytes);
  gauge('callers', 'Callers who were let in lately.', () => load().callers);
  const reached = { reached: 1, unreachable: 0, unknown: Number.NaN };
  gauge(
    'service_up',
    'Whether the service was reached when it was tried last.',
    () => reached[load().service],
  );
  const most = new Gauge({
    name: 'casebridge_limit',
    help: 'How much there may be at most.',
    labelNames: ['of'],
    registers,
  });
  for (const [of, value] of Object.entries(limits)) most.set({ of }, value);
  new Gauge({
    name: 'casebridge_build_info',
    help: 'Version of this program and of Node.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.versions.node }, 1);
}

/** A counter with its labels, which cost more to check than to count by: once for each combination. */
function labelled(known: Map<string, Inc>, key: string, make: () => Inc): Inc {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}
