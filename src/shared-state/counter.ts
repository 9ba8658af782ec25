import { createMemoryState } from './memory.ts';
import { type SharedState, SharedStateError } from './shared-state.ts';

/** Maximum number of counters in this process. Beyond it, the least recently used one is evicted. */
const maxCounted = 10_000;

/**
 * Creates a counter over a fixed window. It returns the total across all processes, including this call. While the
 * store is unreachable, it returns the total of this process only.
 */
export function createCounter(
  state: SharedState,
  windowMs: number,
): (key: string, by?: number) => Promise<number> {
  const own = createMemoryState(maxCounted);
  return async (key, by) => {
    const here = await own.count(key, windowMs, by);
    try {
      return state.isShared ? Math.max(here, await state.count(key, windowMs, by)) : here;
    } catch (error) {
      if (error instanceof SharedStateError) return here;
      throw error;
    }
  };
}
