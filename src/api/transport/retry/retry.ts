import { setTimeout as sleep } from 'node:timers/promises';
import { DeadlineError, NetworkError, OutcomeUnknownError } from '../../../contract/errors.ts';
import { broken, isBarred, notReached } from '../../connections/network-errors.ts';
import { AttemptError, type OutboundRequest, type RawAnswer, type Step } from '../request.ts';
import type { RetryBudget } from './retry-budget.ts';
import { type Failure, isTransient, repeatability, retryAfterOf, retryDelay } from './retry-policy.ts';

/**
 * Sends a request again where that helps and can do no harm, within its time and what repetitions may cost the service.
 * @throws instead of AttemptError what the caller can know about the request's fate
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
      // A wait that is cut short by the caller's cancelling shows in the next attempt, which then sends nothing.
      await sleep(delay, undefined, time.signal ? { signal: time.signal } : undefined).catch(() => undefined);
    }
  };

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

/** Whether nobody waits any longer, or has waited long enough for a transfer that stands still. */
const isOver = (outcome: RawAnswer | AttemptError, { time }: OutboundRequest) =>
  time.signal?.aborted || (outcome instanceof AttemptError && outcome.cause instanceof DeadlineError);

const delayBefore = (failure: Failure, attempts: number, { access, method, time }: OutboundRequest) =>
  retryDelay(
    repeatability(access, method),
    failure,
    attempts,
    time.deadline - performance.now(),
    Math.random(),
  );

/** The answer, or the error that says what the caller can know about the request's fate. */
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
