import { createRequestStateCodec, type RequestStateCodec } from '@modelcontextprotocol/server';
import type { SharedState } from '../../shared-state/shared-state.ts';
import { type CardStates, createCardStates } from './card-state.ts';
import { createOpenQuestions, type OpenQuestions } from './open-questions.ts';

/** Signed content of a confirmation in a dialog, which the client can read. */
export interface AgreementSeal {
  readonly digest: string;
  readonly nonce: string;
}

/** Keys and open confirmations of this server. The code that uses them, `decide.ts`, is loaded at the first call. */
export interface Confirmations {
  readonly codec: RequestStateCodec<AgreementSeal>;
  readonly questions: OpenQuestions;
  readonly cards: CardStates;
}

/** @param state shared by all processes @param lifetimeSeconds time for the user's answer */
export function createConfirmations(
  state: Pick<SharedState, 'get' | 'put' | 'take' | 'secretFor'>,
  lifetimeSeconds = 600,
): Confirmations {
  const secret = state.secretFor('agreements');
  const codec = createRequestStateCodec<AgreementSeal>({ key: secret, ttlSeconds: lifetimeSeconds });
  const questions = createOpenQuestions(state, lifetimeSeconds);
  return { codec, questions, cards: createCardStates(secret, lifetimeSeconds, questions) };
}
