import { setTimeout as sleep } from 'node:timers/promises';
import { DeadlineError, NetworkError, OutcomeUnknownError } from '../../../contract/errors.ts';
import { broken, isBarred, notReached } from '../../connections/network-errors.ts';
import { AttemptError, type OutboundRequest, type RawAnswer, type Step, waitsUntil } from '../request.ts';
import type { RetryBudget } from './retry-budget.ts';
import { type Failure, isTransient, repeatability, retryAfterOf, retryDelay } from './retry-policy.ts';

/**
 * Retries a request if a retry can help and is safe, within its deadline and the retry budget.
 * @throws in place of AttemptError, an error that says whether the service may have executed the request
 */
export const repeated =
  (budget: RetryBudget): Step =>
  (next) =>
  async (request) => {
    const { time } = request;
    for (let attempts = 1, paid = 1, current = request; ; attempts += 1) {
      const outcome = await next(current).catch(asAttemptError);
      const failure = failureOf(outcome);
      if (failure === undefined || !isTransient(failure)) {
        budget.giveBack(paid);
        return outcome as RawAnswer;
      }
      const delay = isOver(outcome, request) ? undefined : delayBefore(failure, attempts, request);
      const cost = delay === undefined ? undefined : budget.pay(failure);
      if (cost === undefined) return settle(outcome, request);
      paid = cost;
      current = { ...request, repetition: attempts };
      // If the caller cancels during the wait, the next attempt fails before it sends.
      await sleep(delay, undefined, time.signal ? { signal: time.signal } : undefined).catch(() => undefined);
    }
  };

/** @throws any other error, which is not retried */
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

/** Checks whether the caller has cancelled, or a file transfer has stalled for too long. */
const isOver = (outcome: RawAnswer | AttemptError, { time }: OutboundRequest) =>
  time.signal?.aborted || (outcome instanceof AttemptError && outcome.cause instanceof DeadlineError);

const delayBefore = (failure: Failure, attempts: number, { access, method, time }: OutboundRequest) =>
  retryDelay(
    repeatability(access, method),
    failure,
    attempts,
    waitsUntil(time) - performance.now(),
    Math.random(),
  );

/** Returns the answer. @throws an error that says whether the service may have executed the request */
function settle(outcome: RawAnswer | AttemptError, { access, method, time }: OutboundRequest): RawAnswer {
  if (!(outcome instanceof AttemptError)) return outcome;
  const { sent, cause } = outcome;
  if (sent && repeatability(access, method) !== 'safe') throw new OutcomeUnknownError(lostMessage, { cause });
  if (time.signal?.aborted) throw time.signal.reason;
  if (cause instanceof DeadlineError) throw cause;
  if (performance.now() >= time.deadline - 1) throw new DeadlineError(time.timeoutMs);
  throw sent ? new NetworkError(broken(cause), { cause }) : notReached(cause);
}

const lostMessage = 'The request was sent and the answer was lost: the change may or may not have been made.';
