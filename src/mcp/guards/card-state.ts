import { createHash, createHmac } from 'node:crypto';
import { createRequestStateCodec, type ServerContext } from '@modelcontextprotocol/server';
import { type OpenQuestions, orAway } from './open-questions.ts';
import type { Refusal } from './refusal.ts';

/** Signed state that a card carries: the call, a hash of the caller's principal id, and a digest of the proposal. */
interface CardSeal {
  readonly nonce: string;
  readonly digest: string;
  readonly caller: string;
  readonly tool: string;
  readonly input: unknown;
}

/** A call that a card asks the user to confirm. */
export interface CallInCard {
  readonly tool: string;
  /** Arguments as the client sent them. */
  readonly input: unknown;
}

export interface CardAnswer {
  readonly digest: string;
  /** Nonce of the confirmation that the answer belongs to. */
  readonly nonce: string;
  readonly isAgreed: boolean;
  /** Numbers of the rows that the user excluded from a plan. */
  readonly leftOut: readonly number[];
}

export interface CardStates {
  /** Time within which the user must answer. */
  readonly lifetimeSeconds: number;
  /** Creates the signed state of a card. Returns undefined if the arguments are too large for the client. */
  seal(
    call: CallInCard,
    digest: string,
    principalId: string,
    context: ServerContext,
  ): Promise<string | undefined>;
  /**
   * Verifies a state and returns the call in it. If the user declined, closes the confirmation at once. If the user
   * confirmed, leaves it open, because the call may still be refused, and another connection of the same user may then
   * be allowed to make it.
   */
  open(
    state: string,
    isAgreed: boolean,
    principalId: string,
    context: ServerContext,
  ): Promise<
    (CallInCard & { readonly digest: string; readonly nonce: string }) | { readonly refusal: Refusal }
  >;
  /** Consumes a confirmation, so that nobody can use it again. @returns a refusal if it cannot be used */
  use(nonce: string): Promise<Refusal | undefined>;
}

/** Maximum size of the arguments, in characters, because they go to the card and back. */
const maxInput = 500_000;

/**
 * @param secret source of the key for cards. Dialogs use the same secret, but their states are not valid for cards
 * @param questions confirmations that are still open
 */
export function createCardStates(
  secret: Uint8Array,
  lifetimeSeconds: number,
  questions: OpenQuestions,
): CardStates {
  const key = createHmac('sha256', secret).update('card').digest();
  const codec = createRequestStateCodec<CardSeal>({ key, ttlSeconds: lifetimeSeconds });
  return {
    lifetimeSeconds,
    seal: async ({ tool, input }, digest, principalId, context) => {
      if (JSON.stringify(input ?? null).length > maxInput) return undefined;
      const seal = { nonce: await questions.open(), digest, caller: callerOf(principalId), tool, input };
      return codec.mint(seal, context);
    },
    open: async (state, isAgreed, principalId, context) => {
      const seal = await codec.verify(state, context).catch(() => undefined);
      if (seal === undefined || seal.caller !== callerOf(principalId)) return { refusal: notValid };
      const { tool, input, digest, nonce } = seal;
      const isOpen = await orAway(isAgreed ? questions.isOpen(nonce) : questions.close(nonce));
      return isOpen === true ? { tool, input, digest, nonce } : isOpen || { refusal: usedUp };
    },
    use: async (nonce) => {
      const isOpen = await orAway(questions.close(nonce));
      return isOpen === true ? undefined : isOpen === false ? usedUp : isOpen.refusal;
    },
  };
}

/** Hashes the principal id of the caller, because clients can read the state. */
const callerOf = (principalId: string) => createHash('sha256').update(principalId).digest('base64url');

const notValid: Refusal = {
  code: 'NOT_VALID',
  reason:
    'This answer matches no confirmation that this user was asked for within the last ten minutes. Nothing was done. Call the tool itself: it shows a new card.',
};
const usedUp: Refusal = {
  code: 'ALREADY_ANSWERED',
  reason: 'This confirmation was already answered or has expired. Nothing was done now.',
};
