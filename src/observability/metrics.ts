import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { tokenPaths } from '../api/tokens/token-wire.ts';
import type { Attempted } from '../api/transport/report.ts';
import type { ServiceState } from '../api/transport/retry/circuit-breaker.ts';
import { ApiError, BusyError, isCallError } from '../contract/errors.ts';
import type { StateCondition } from '../shared-state/shared-state.ts';
import type { PoolLoad } from '../util/pool.ts';
import type { CallEvent, Log } from './log.ts';

export interface Load {
  readonly sessions: number;
  readonly answering: number;
  /** Bytes of answers that clients have not read yet. */
  readonly waitingBytes: number;
  readonly callers: number;
  readonly service: ServiceState;
  readonly shared: StateCondition;
  /** Load of the worker threads and child processes. The key is their purpose. */
  readonly helpers: Readonly<Record<string, PoolLoad>>;
  /** Spans that a collector accepted, and spans that were dropped. */
  readonly spans: { readonly sent: number; readonly dropped: number };
}

/** Result of a sign-in. `often`: too many failed attempts. `away`: sign-in is temporarily impossible. */
export type SignInOutcome = 'ok' | 'wrong' | 'often' | 'away';
/** Method of a sign-in: the page, or a token from the service, an issuer or this server. */
type SignInWay = 'page' | 'service_token' | 'single_sign_on' | 'own_token';

/** Metrics of one process for Prometheus. They contain no name of a person or record. */
export interface Metrics {
  readonly call: Log['call'];
  readonly question: Log['question'];
  readonly attempt: (attempted: Attempted) => void;
  /** Counts a line of the audit log that could not be written. */
  readonly lostLine: () => void;
  readonly answer: (answer: HttpAnswered) => void;
  /** Counts a sign-in. Calls of a caller whose sign-in is cached are not counted. */
  readonly signIn: (way: SignInWay, outcome: SignInOutcome) => void;
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

interface HttpAnswered {
  readonly status: number;
  readonly ms: number;
  /** Reason for the refusal. Undefined if the request was accepted. */
  readonly reason: string | undefined;
  readonly kind: string | undefined;
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Histogram buckets for tools. There are fewer than in `seconds`, because each tool has a separate set. */
const secondsOfTools = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Creates the metrics of this process. `options.load` returns the current load. `options.limits` are the configured
 * limits, by the name of the metric that they limit.
 */
export function createMetrics(options: {
  readonly load: () => Load;
  readonly limits: Readonly<Record<string, number>>;
  readonly version: string;
}): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  // Remove these gauges, which the library adds, because their names end with `_total`, which is reserved for counters.
  for (const kind of ['handles', 'requests', 'resources'])
    register.removeSingleMetric(`nodejs_active_${kind}_total`);
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `casebridge_${name}_total`, help, labelNames, registers });
  const histogramOf =
    (buckets: number[]) =>
    <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Histogram({ name: `casebridge_${name}_seconds`, help, labelNames, buckets, registers });
  const histogram = histogramOf(seconds);

  const calls = counter(
    'tool_calls',
    'Tool calls by tool, outcome (ok or the error code) and status class of the service’s response.',
    'tool',
    'outcome',
    'status',
  );
  const histogramOfTools = histogramOf(secondsOfTools);
  const callSeconds = histogramOfTools(
    'tool_call_duration',
    'Duration of tool calls by tool and outcome: ok, refused or failed.',
    'tool',
    'outcome',
  );
  const serviceSeconds = histogramOfTools(
    'tool_call_service',
    'Part of the duration of tool calls during which at least one request to the service was in flight.',
    'tool',
    'outcome',
  );
  const limited = counter(
    'limits_reached',
    'Calls that exceeded a per-caller or server-wide limit, by limit.',
    'limit',
  );
  const questions = counter('questions', 'Confirmations: asked, agreed, or the refusal code.', 'result');
  const requests = histogram('service_request_duration', 'Duration of requests to the service.', 'status');
  const retries = counter('service_retries', 'Retries of requests to the service.');
  const tokens = counter('token_requests', 'Token requests to the service, by status class.', 'status');
  const lost = counter('record_lines_lost', 'Lines of the audit log that could not be written.');
  const answers = counter('http_answers', 'Responses to HTTP requests, by status.', 'status');
  const refused = counter(
    'refused_requests',
    'HTTP requests that the server refused before any tool was called, by reason and status.',
    'reason',
    'status',
  );
  const signIns = counter('sign_ins', 'Sign-in attempts, by method and outcome.', 'way', 'outcome');
  const answerSeconds = histogram('http_answer_start', 'Time until the response to an HTTP request starts.');
  addGauges(registers, options);
  const [succeeded, answered] = [new Map<string, Inc>(), new Map<string, Inc>()];
  const [whole, atService] = [new Map<string, Observe>(), new Map<string, Observe>()];
  const requested = new Map<string, Observe>();
  return {
    call: (event) => {
      const { tool } = event;
      const [outcome, status] = endOf(event);
      labelled(succeeded, `${tool} ${outcome} ${status}`, () =>
        calls.labels({ tool, outcome, status }),
      ).inc();
      if (event.error instanceof BusyError) limited.inc({ limit: event.error.limit });
      const ended = outcome === 'ok' ? 'ok' : hasFailed(event, status) ? 'failed' : 'refused';
      const key = `${tool} ${ended}`;
      const labels = { tool, outcome: ended };
      labelled(whole, key, () => callSeconds.labels(labels)).observe(
        (performance.now() - event.began) / 1000,
      );
      labelled(atService, key, () => serviceSeconds.labels(labels)).observe(event.serviceMs / 1000);
    },
    question: ({ result }) => questions.inc({ result }),
    attempt: ({ target, status, ms, isRepeated }) => {
      const ofClass = classOf(status);
      labelled(requested, ofClass, () => requests.labels({ status: ofClass })).observe(ms / 1000);
      if (isRepeated) retries.inc();
      if (tokenTargets.has(target)) tokens.inc({ status: ofClass });
    },
    lostLine: () => lost.inc(),
    signIn: (way, outcome) => signIns.inc({ way, outcome }),
    answer: ({ status, ms, reason, kind }) => {
      labelled(answered, String(status), () => answers.labels({ status: String(status) })).inc();
      answerSeconds.observe(ms / 1000);
      if (reason !== undefined) refused.inc({ reason: kind ?? reasonsByStatus[status] ?? 'other', status });
    },
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}

type Inc = { inc(): void };
type Observe = { observe(value: number): void };
const reasonsByStatus: Readonly<Record<number, string>> = {
  400: 'malformed',
  404: 'not_found',
  405: 'method',
  413: 'too_large',
  415: 'content_type',
  503: 'ending',
};
const tokenTargets: ReadonlySet<string> = new Set(Object.values(tokenPaths));

const classOf = (status: number | undefined) =>
  status === undefined ? 'none' : `${Math.floor(status / 100)}xx`;

/** Checks whether the service or this server caused the error. */
const hasFailed = ({ error }: CallEvent, status: string): boolean =>
  error !== undefined && (!isCallError(error) || status === '5xx' || failures.has(error.code));
const failures: ReadonlySet<string> = new Set([
  ...['UNREACHABLE', 'DEADLINE', 'OUTCOME_UNKNOWN', 'UNEXPECTED_ANSWER', 'SIGN_IN_PAGE', 'SIGN_IN_FAILED'],
  ...['NOT_READ', 'NAME_LOOKUP_FAILED', 'NOT_CONFIGURED', 'NOT_RECORDED'],
]);

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
  gauge('sessions', 'Sessions of clients of older protocol revisions.', () => load().sessions);
  gauge('answering', 'HTTP requests in progress.', () => load().answering);
  gauge('waiting_bytes', 'Bytes of answers that clients have not read yet.', () => load().waitingBytes);
  gauge('callers', 'Recently authenticated callers.', () => load().callers);
  const reached = { reached: 1, unreachable: 0, unknown: Number.NaN };
  gauge(
    'service_up',
    '1 if the latest request reached the service, otherwise 0; NaN: no request yet.',
    () => reached[load().service],
  );
  const usable = { own: Number.NaN, reached: 1, unreachable: 0, 'other key': 0, full: 0 };
  gauge(
    'redis_up',
    '1 if the shared Redis can be read and written, otherwise 0; NaN: no Redis is configured.',
    () => usable[load().shared],
  );
  addHelpers(registers, () => load().helpers);
  new Counter({
    name: 'casebridge_spans_total',
    help: 'Spans of traces by outcome: accepted by the collector (sent) or lost (dropped).',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(load().spans)) this.inc({ outcome }, count);
    },
  });
  const most = new Gauge({
    name: 'casebridge_limit',
    help: 'Configured maximum, by the name of the limited metric.',
    labelNames: ['of'],
    registers,
  });
  for (const [of, value] of Object.entries(limits)) most.set({ of }, value);
  new Gauge({
    name: 'casebridge_build_info',
    help: 'Versions of casebridge and Node.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.versions.node }, 1);
}

function addHelpers(registers: Registry[], read: () => Load['helpers']): void {
  new Gauge({
    name: 'casebridge_helpers',
    help: 'Helpers (threads and processes that read documents or run queries), by state.',
    labelNames: ['of', 'state'],
    registers,
    collect() {
      for (const [of, { busy, idle }] of Object.entries(read())) {
        this.set({ of, state: 'busy' }, busy);
        this.set({ of, state: 'idle' }, idle);
      }
    },
  });
  new Gauge({
    name: 'casebridge_helper_requests_waiting',
    help: 'Requests that wait for a free helper.',
    labelNames: ['of'],
    registers,
    collect() {
      for (const [of, { waiting }] of Object.entries(read())) this.set({ of }, waiting);
    },
  });
  new Counter({
    name: 'casebridge_helper_requests_total',
    help: 'Requests to helpers by outcome: answered, or failed (timeout, or the helper exited).',
    labelNames: ['of', 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const [of, { answered, failed }] of Object.entries(read())) {
        this.inc({ of, outcome: 'answered' }, answered);
        this.inc({ of, outcome: 'failed' }, failed);
      }
    },
  });
}

/** Returns a counter with its labels, cached because the library checks labels on each call. */
function labelled<Child>(known: Map<string, Child>, key: string, make: () => Child): Child {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}
