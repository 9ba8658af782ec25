/** `unknown` before anything was tried. */
export type ServiceState = 'unknown' | 'reached' | 'unreachable';

/**
 * Whether trying to connect makes sense. After many failures in a row calls fail at once for some seconds, so that
 * nobody waits for a service that is away; one call per second still tries, so that its return is noticed.
 */
export interface CircuitBreaker {
  readonly state: () => ServiceState;
  /**
   * @param now moment on the monotonic clock
   * @returns undefined where the call may try, otherwise why it may not and for how long, in milliseconds
   */
  blocked(now: number): { readonly waitMs: number; readonly cause: unknown } | undefined;
  /** An attempt to connect failed. */
  failed(cause: unknown, now: number): void;
  /** The service took a request. */
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
