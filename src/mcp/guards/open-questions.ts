import { randomUUID } from 'node:crypto';
import { type SharedState, SharedStateError } from '../../shared-state/shared-state.ts';
import type { Refusal } from './refusal.ts';

/** Unanswered questions, known to every process that may receive the answer. */
export interface OpenQuestions {
  /** @returns the nonce of a new question. @throws SharedStateError */
  open(): Promise<string>;
  /** @throws SharedStateError */
  isOpen(nonce: string): Promise<boolean>;
  /** @returns whether it was open. Only one of several concurrent callers gets true. @throws SharedStateError */
  close(nonce: string): Promise<boolean>;
}

/** Stores open questions. A lost entry can only invalidate a question, never confirm it twice. */
export function createOpenQuestions(
  state: Pick<SharedState, 'get' | 'put' | 'take'>,
  lifetimeSeconds: number,
): OpenQuestions {
  const keyOf = (nonce: string) => `question:${nonce}`;
  // Confirmations expire in whole seconds.
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

/** Refusal while the store is unavailable, because the call may already have been confirmed. */
const away: { readonly refusal: Refusal } = {
  refusal: {
    code: 'AGREEMENTS_AWAY',
    reason:
      'A human must agree to this, but the store for confirmations is unavailable. Nothing was done. Try again in a minute; reading still works.',
  },
};

/** Converts an unavailable store to a refusal. @throws every other error */
export const orAway = <T>(work: Promise<T>): Promise<T | typeof away> =>
  work.catch((error: unknown) => {
    if (error instanceof SharedStateError) return away;
    throw error;
  });
