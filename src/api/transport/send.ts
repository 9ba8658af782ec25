import { setTimeout as sleep } from 'node:timers/promises';
import { DeadlineError, NetworkError, OutcomeUnknownError } from '../../contract/errors.ts';
import type { Access } from '../../contract/operation.ts';
import type { ApiRequest } from '../client/encode-request.ts';
import { AttemptError, attempt, type CallTime, type Owner, type RawAnswer } from './attempt.ts';
import { type CircuitBreaker, createCircuitBreaker, type ServiceState } from './circuit-breaker.ts';
import type { Network } from './connections.ts';
import { broken, isBarred, isLasting, unreachable } from './network-errors.ts';
import type { Pools } from './pools.ts';
import {
  type Failure,
  isTransient,
  type Repeatability,
  repeatability,
  retryAfterOf,
  retryDelay,
} from './retry.ts';
import { createRetryBudget, type RetryBudget } from './retry-budget.ts';

/**
 * Sends one request, repeating it where `access` and the method allow that.
 * @param owner whose connections are used: nobody else's requests ever go over them
 */
export type Send = (request: ApiRequest, access: Access, time: CallTime, owner: Owner) => Promise<RawAnswer>;

export interface HttpOptions {
  readonly baseUrl: URL;
  /** Largest answer that is read, in bytes. */
  readonly maxBytes: number;
  /** Left out: directly. */
  readonly network?: Network | undefined;
  /** Told of every attempt. */
  readonly onAttempt?: ((attempted: Attempted) => void) | undefined;
}

/** A request that was tried once. */
export interface Attempted {
  /** Path and query, below the base URL. */
  readonly target: string;
  /** Of the answer, where one came. */
  readonly status: number | undefined;
  readonly ms: number;
  /** Whether it was tried before. */
  readonly isRepeated: boolean;
}

/** The only place that talks HTTP to the service. Nothing is opened before the first request. */
export function createHttp(options: HttpOptions): {
  send: Send;
  state: () => ServiceState;
  close(): Promise<void>;
} {
  const { origin, pathname } = options.baseUrl;
  const ids = createSentIds();
  const target = {
    origin,
    prefix: pathname.replace(/(?<!\/)\/+$/, ''),
    maxBytes: options.maxBytes,
    isForeign: ids.isForeign,
  };
  const service = { budget: createRetryBudget(), breaker: createCircuitBreaker() };
  let pools: Pools | undefined;
  // undici is loaded with the first call, so that listing tools does not wait for it.
  const open = async (): Promise<Pools> => {
    const [{ connectTo }, { createPools }] = await Promise.all([
      import('./connections.ts'),
      import('./pools.ts'),
    ]);
    pools ??= createPools(connectTo(origin, options.network ?? {}));
    return pools;
  };
  return {
    send: async (request, access, time, owner) => {
      ids.note(request.headers);
      const { lease } = pools ?? (await open());
      const call = { repeat: repeatability(access, request.method), time };
      const once = () => attempt((take) => lease(owner, take, access !== 'read'), request, time, target);
      const { onAttempt } = options;
      return sendRepeatedly(onAttempt ? watched(once, request.target, onAttempt) : once, call, service);
    },
    state: service.breaker.state,
    close: async () => {
      await pools?.destroy();
    },
  };
}

const idHeader = 'x-request-id';
/** So many of the last requests are known by their ids. */
const maxSentIds = 4096;

/**
 * Knows the answer to another request by its id, where the service repeats ids: an id that nobody here gave may be the
 * service's own.
 */
function createSentIds() {
  const sent = new Set<string>();
  return {
    note: (headers: ApiRequest['headers']): void => {
      const id = headers[idHeader];
      if (id === undefined || sent.has(id)) return;
      sent.add(id);
      const [oldest] = sent;
      if (sent.size > maxSentIds && oldest !== undefined) sent.delete(oldest);
    },
    isForeign: (request: ApiRequest['headers'], answer: RawAnswer['headers']): boolean => {
      const id = answer[idHeader];
      return id !== undefined && id !== request[idHeader] && sent.has(id);
    },
  };
}

function watched(
  once: () => Promise<RawAnswer>,
  target: string,
  tell: (attempted: Attempted) => void,
): () => Promise<RawAnswer> {
  let isRepeated = false;
  return async () => {
    const began = performance.now();
    let status: number | undefined;
    try {
      const answer = await once();
      ({ status } = answer);
      return answer;
    } finally {
      tell({ target, status, ms: performance.now() - began, isRepeated });
      isRepeated = true;
    }
  };
}

/** What is known of the service from all calls. */
interface Service {
  readonly budget: RetryBudget;
  readonly breaker: CircuitBreaker;
}

interface Call {
  readonly repeat: Repeatability;
  readonly time: CallTime;
}

async function sendRepeatedly(
  once: () => Promise<RawAnswer>,
  call: Call,
  { budget, breaker }: Service,
): Promise<RawAnswer> {
  const { repeat, time } = call;
  for (let attempts = 1, paid = 1; ; attempts += 1) {
    failFast(breaker);
    const outcome = await once().catch(asAttemptError);
    const failure = failureOf(outcome);
    note(breaker, outcome, time);
    if (failure === undefined || !isTransient(failure)) {
      budget.giveBack(paid);
      return outcome as RawAnswer;
    }
    const remaining = time.deadline - performance.now();
    const delay = isOver(outcome, time)
      ? undefined
      : retryDelay(repeat, failure, attempts, remaining, Math.random());
    const cost = delay === undefined ? undefined : budget.pay(failure);
    if (cost === undefined) return settle(outcome, call);
    paid = cost;
    // A wait that is cut short by the caller's cancelling shows in the next attempt, which then sends nothing.
    await sleep(delay, undefined, time.signal ? { signal: time.signal } : undefined).catch(() => undefined);
  }
}

/** Whether nobody waits any longer, or has waited long enough for a transfer that stands still. */
const isOver = (outcome: RawAnswer | AttemptError, time: CallTime) =>
  time.signal?.aborted || (outcome instanceof AttemptError && outcome.cause instanceof DeadlineError);

/** @throws NetworkError where the service has been away for many attempts */
function failFast(breaker: CircuitBreaker): void {
  const block = breaker.blocked(performance.now());
  if (block === undefined) return;
  if (isLasting(block.cause)) throw notReached(block.cause);
  const message = `${unreachable(block.cause)} After many failures in a row the next calls fail at once for some seconds.`;
  throw new NetworkError(message, { cause: block.cause, retryAfterMs: block.waitMs });
}

/** A call that was cancelled, or whose time ran out while it waited for a connection, says nothing of the service. */
function note(breaker: CircuitBreaker, outcome: RawAnswer | AttemptError, time: CallTime): void {
  if (!(outcome instanceof AttemptError) || outcome.sent) breaker.reached();
  else if (!time.signal?.aborted && !(outcome.cause instanceof DeadlineError))
    breaker.failed(outcome.cause, performance.now());
}

/** Anything else is no matter of repeating. */
function asAttemptError(error: unknown): AttemptError {
  if (error instanceof AttemptError) return error;
  throw error;
}

function failureOf(outcome: RawAnswer | AttemptError): Failure | undefined {
  if (outcome instanceof AttemptError) {
    if (outcome.sent) return { kind: 'lost' };
    return { kind: isBarred(outcome.cause) ? 'barred' : 'not-sent' };
  }
  if (outcome.status < 400) return undefined;
  return {
    kind: 'status',
    status: outcome.status,
    retryAfterMs: retryAfterOf(outcome.headers, Date.now()),
  };
}

/** The answer, or the error that says what the caller can know about the request's fate. */
function settle(outcome: RawAnswer | AttemptError, { repeat, time }: Call): RawAnswer {
  if (!(outcome instanceof AttemptError)) return outcome;
  const { sent, cause } = outcome;
  if (repeat !== 'safe' && sent) throw new OutcomeUnknownError(lostMessage, { cause });
  if (time.signal?.aborted) throw time.signal.reason;
  if (cause instanceof DeadlineError) throw cause;
  if (performance.now() >= time.deadline - 1) throw new DeadlineError(time.timeoutMs);
  throw sent ? new NetworkError(broken(cause), { cause }) : notReached(cause);
}

const notReached = (cause: unknown) =>
  new NetworkError(unreachable(cause), { cause, isLasting: isLasting(cause) });

const lostMessage = 'The request was sent and the answer was lost: the change may or may not have been made.';
