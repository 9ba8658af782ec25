import { createMemoryState } from './memory.ts';
import { type SharedState, SharedStateError } from './shared-state.ts';

/** In a window; what was counted longest ago is forgotten for more. */
const maxCounted = 10_000;

/**
 * @returns how often something was counted within the time, with this one; while the store is away, by this process
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
