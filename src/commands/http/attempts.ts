import { createCounter } from '../../shared-state/counter.ts';
import type { SharedState } from '../../shared-state/shared-state.ts';

/** Attempts from one network in a minute: as many as there are tokens that may be refused. */
const maxAttempts = 30;
const minuteMs = 60_000;

export interface Attempts {
  /** Whether an address may try once more to sign in. */
  isOpen(address: string): boolean;
  /** Nobody waits for what other processes have counted. */
  count(address: string): void;
}

export async function createAttempts(state: SharedState): Promise<Attempts> {
  const { LRUCache } = await import('lru-cache');
  const attempts = new LRUCache<string, number>({ max: 10_000, ttl: minuteMs, ttlAutopurge: true });
  const counter = createCounter(state, minuteMs);
  const note = (address: string, count: number) =>
    attempts.set(address, count, { ttl: attempts.getRemainingTTL(address) || minuteMs });
  return {
    isOpen: (address) => (attempts.get(address) ?? 0) < maxAttempts,
    count: (address) => {
      note(address, (attempts.get(address) ?? 0) + 1);
      void counter(`sign-in:${address}`).then(
        (count) => count > (attempts.get(address) ?? 0) && note(address, count),
      );
    },
  };
}

/** Whether the service said no, by whatever error that became. */
export function isRefusal(error: Error): boolean {
  const status =
    (error as { status?: number }).status ?? (error.cause as { status?: number } | undefined)?.status;
  return status !== undefined && [400, 401, 403].includes(status);
}
