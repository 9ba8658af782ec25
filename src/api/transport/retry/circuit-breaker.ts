import { DeadlineError, NetworkError } from '../../../contract/errors.ts';
import { isLasting, notReached, unreachable } from '../../connections/network-errors.ts';
import { AttemptError, type CallTime, type Step } from '../request.ts';

/** Reachability of the service at the latest attempts; `unknown` before the first one. */
export type ServiceState = 'unknown' | 'reached' | 'unreachable';

/**
 * Circuit breaker for connections. After many consecutive failures calls fail immediately for some seconds, so that
 * nobody waits for an unreachable service. One call per second is still sent, to detect when the service is reachable
 * again.
 */
export interface CircuitBreaker {
  readonly state: () => ServiceState;
  /**
   * Returns undefined if the call may be sent. Otherwise returns the cause of the last failure and the remaining wait,
   * in milliseconds.
   * @param now time on the monotonic clock
   */
  blocked(now: number): { readonly waitMs: number; readonly cause: unknown } | undefined;
  failed(cause: unknown, now: number): void;
  reached(): void;
}

const failuresInARow = 10;
const blockMs = 5_000;
const probeMs = 1_000;

export function createCircuitBreaker(): CircuitBreaker {
  let failures = 0;
  let blockedUntil = 0;
  let nextProbe = 0;
  let lastCause: unknown;
  let wasReached = false;
  return {
    state: () => {
      if (failures > 0) return 'unreachable';
      return wasReached ? 'reached' : 'unknown';
    },
    blocked: (now) => {
      if (failures < failuresInARow || now >= blockedUntil) return undefined;
      if (now < nextProbe) return { waitMs: blockedUntil - now, cause: lastCause };
      nextProbe = now + probeMs;
      return undefined;
    },
    failed: (cause, now) => {
      failures += 1;
      lastCause = cause;
      if (failures < failuresInARow || now < blockedUntil) return;
      blockedUntil = now + blockMs;
      nextProbe = now + probeMs;
    },
    reached: () => {
      wasReached = true;
      failures = 0;
    },
  };
}

/** Sends a request and records the result. @throws NetworkError if the circuit breaker is open */
export const whileReachable =
  (breaker: CircuitBreaker): Step =>
  (next) =>
  async (request) => {
    failFast(breaker);
    try {
      const answer = await next(request);
      breaker.reached();
      return answer;
    } catch (error) {
      if (error instanceof AttemptError) note(breaker, error, request.time);
      throw error;
    }
  };

function failFast(breaker: CircuitBreaker): void {
  const block = breaker.blocked(performance.now());
  if (block === undefined) return;
  if (isLasting(block.cause)) throw notReached(block.cause);
  const message = `${unreachable(block.cause).en} After many failures in a row, calls fail at once for some seconds.`;
  throw new NetworkError(message, { cause: block.cause, retryAfterMs: block.waitMs });
}

/** Records a failed attempt, unless the call was cancelled or waited too long for a connection. */
function note(breaker: CircuitBreaker, { sent, cause }: AttemptError, { signal }: CallTime): void {
  if (sent) breaker.reached();
  else if (!signal?.aborted && !(cause instanceof DeadlineError)) breaker.failed(cause, performance.now());
}
