import { createCounter } from '../../shared-state/counter.ts';
import type { SharedState } from '../../shared-state/shared-state.ts';

/** Failed attempts from one network in a minute: as many as there are tokens that may be refused. */
const maxAttempts = 30;
const minuteMs = 60_000;

export interface Attempts {
  /**
   * Carries one attempt to sign in out, where fewer have failed or are under way from an address at all processes.
   * @param isFailure of what came of it; all else counts for nothing
   * @returns `often` where too many have failed
   */
  within<Result>(
    address: string,
    attempt: () => Promise<Result>,
    isFailure: (result: Result) => boolean,
  ): Promise<Result | 'often'>;
}

/** While the store is away each process counts for itself. */
export function createAttempts(state: SharedState): Attempts {
  const count = createCounter(state, minuteMs);
  return {
    within: async (address, attempt, isFailure) => {
      const key = `sign-in:${address}`;
      // Counted before it is made: those that come at the same time know of each other.
      if ((await count(key)) > maxAttempts) return 'often';
      const result = await attempt();
      if (!isFailure(result)) await count(key, -1);
      return result;
    },
  };
}

/** Whether the service said no, by whatever error that became. */
export function isRefusal(error: Error): boolean {
  const status =
    (error as { status?: number }).status ?? (error.cause as { status?: number } | undefined)?.status;
  return status !== undefined && [400, 401, 403].includes(status);
}
