import { randomUUID } from 'node:crypto';
import { type SharedState, SharedStateError } from '../../shared-state/shared-state.ts';
import type { Refusal } from './refusal.ts';

/** Confirmations that nobody has answered yet. All processes that may receive the answer share them. */
export interface OpenQuestions {
  /** Opens a confirmation. @returns its nonce. @throws SharedStateError */
  open(): Promise<string>;
  /** @throws SharedStateError */
  isOpen(nonce: string): Promise<boolean>;
  /** Closes a confirmation. Only one concurrent caller gets true. @throws SharedStateError */
  close(nonce: string): Promise<boolean>;
}

/** Stores open confirmations. If an entry is lost, the confirmation becomes invalid, but it can never be used twice. */
export function createOpenQuestions(
  state: Pick<SharedState, 'get' | 'put' | 'take'>,
  lifetimeSeconds: number,
): OpenQuestions {
  const keyOf = (nonce: string) => `question:${nonce}`;
  // Add a second, because confirmations expire in whole seconds.
  const openMs = Math.max(1, lifetimeSeconds + 1) * 1000;
  return {
    open: async () => {
      const nonce = randomUUID();
      await state.put(keyOf(nonce), 'open', openMs);
      return nonce;
    },
    isOpen: async (nonce) => (await state.get(keyOf(nonce))) !== undefined,
    close: async (nonce) => (await state.take(keyOf(nonce))) !== undefined,
  };
}

/** Refusal while the store is unavailable, because somebody may already have answered the confirmation. */
const away: { readonly refusal: Refusal } = {
  refusal: {
    code: 'AGREEMENTS_AWAY',
    reason:
      'A human must agree to this, but the store for confirmations is unavailable. Nothing was done. Try again in a minute; reading still works.',
  },
};

/** Converts the error of an unavailable store to a refusal. @throws any other error */
export const orAway = <T>(work: Promise<T>): Promise<T | typeof away> =>
  work.catch((error: unknown) => {
    if (error instanceof SharedStateError) return away;
    throw error;
  });
