import { randomUUID } from 'node:crypto';
import { type SharedState, SharedStateError } from '../../shared-state/shared-state.ts';
import type { Refusal } from './refusal.ts';

/** The questions that somebody may still answer, known to every process that may get the answer. */
export interface OpenQuestions {
  /** @returns what tells a new one apart. @throws SharedStateError */
  open(): Promise<string>;
  /** @throws SharedStateError */
  isOpen(nonce: string): Promise<boolean>;
  /** @returns whether it was open: of those who close one, one alone learns that. @throws SharedStateError */
  close(nonce: string): Promise<boolean>;
}

/** Whatever is forgotten can only keep a question from being agreed to, never have it agreed to twice. */
export function createOpenQuestions(
  state: Pick<SharedState, 'get' | 'put' | 'take'>,
  lifetimeSeconds: number,
): OpenQuestions {
  const keyOf = (nonce: string) => `question:${nonce}`;
  // Seals live in whole seconds.
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

/** Nobody is asked, and nothing is done, while nobody can say whether it was done already. */
const away: { readonly refusal: Refusal } = {
  refusal: {
    code: 'AGREEMENTS_AWAY',
    reason:
      'A human has to agree to this, and the store in which the server keeps agreements cannot be used just now. Nothing was done. Try again in a minute; reading works meanwhile.',
  },
};

/** Where the store cannot be used. @throws what is another error */
export const orAway = <T>(work: Promise<T>): Promise<T | typeof away> =>
  work.catch((error: unknown) => {
    if (error instanceof SharedStateError) return away;
    throw error;
  });
