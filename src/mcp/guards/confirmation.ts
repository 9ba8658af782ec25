import { createRequestStateCodec, type RequestStateCodec } from '@modelcontextprotocol/server';
import type { SharedState } from '../../shared-state/shared-state.ts';
import { type CardStates, createCardStates } from './card-state.ts';
import { createOpenQuestions, type OpenQuestions } from './open-questions.ts';

/** What an agreement is sealed to. The seal travels through the client, which can read it but not change it. */
export interface AgreementSeal {
  readonly digest: string;
  readonly nonce: string;
}

/** Keys and open questions of a process. `decide.ts`, which asks with them, is loaded with the first call. */
export interface Confirmations {
  readonly codec: RequestStateCodec<AgreementSeal>;
  readonly questions: OpenQuestions;
  /** What cards answer with. */
  readonly cards: CardStates;
}

/**
 * @param state known to every process that may get the answer
 * @param lifetimeSeconds how long a human may take to answer
 */
export function createConfirmations(
  state: Pick<SharedState, 'get' | 'put' | 'take' | 'secretFor'>,
  lifetimeSeconds = 600,
): Confirmations {
  const secret = state.secretFor('agreements');
  const codec = createRequestStateCodec<AgreementSeal>({ key: secret, ttlSeconds: lifetimeSeconds });
  const questions = createOpenQuestions(state, lifetimeSeconds);
  return { codec, questions, cards: createCardStates(secret, lifetimeSeconds, questions) };
}
