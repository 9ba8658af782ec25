import { createHash } from 'node:crypto';
import { SharedStateError } from '../../shared-state/shared-state.ts';
import type { Records } from '../records.ts';

/**
 * State of a connection that lacks a scope. `refused`: a call got 403. `held back`: the next renewal of the tokens was
 * refused. `renewed`: the client renewed its tokens once more without asking its user.
 */
type Step = 'refused' | 'held back' | 'renewed';

/**
 * Makes clients ask their user for a missing scope. Some clients, such as the official SDK 1.x, react to 403
 * `insufficient_scope` by renewing their tokens. The new tokens have the same scopes, so these clients would give up.
 * Therefore one renewal right after the 403 is refused, so that clients start over (RFC 6749, 5.2) and request the
 * missing scope. If a client renews its tokens again, the next call without the scope fails with an error result
 * instead of 403.
 */
export interface StepUp {
  /** Records a call without the required scope. @returns whether another 403 would have no effect */
  refuse(id: string): Promise<boolean>;
  /** Records a renewal. @returns whether to refuse it. @throws SharedStateError */
  holdsBack(id: string): Promise<boolean>;
}

/** Time after a 403 in which a renewal is refused, in milliseconds. Clients renew at once. */
const windowMs = 30_000;

const keyOf = (id: string) => `step-up:${createHash('sha256').update(id).digest('base64url')}`;

export function createStepUp(records: Records): StepUp {
  const refuse = async (id: string) => {
    let isInVain = false;
    await records.update(keyOf(id), windowMs, (found) => {
      isInVain = found === ('renewed' satisfies Step);
      return isInVain ? undefined : ('refused' satisfies Step);
    });
    return isInVain;
  };
  return {
    // If the store is unavailable, nothing is recorded, and another 403 is correct in any case.
    refuse: (id) =>
      refuse(id).catch((error: unknown) => {
        if (error instanceof SharedStateError) return false;
        throw error;
      }),
    holdsBack: async (id) => {
      const key = keyOf(id);
      if ((await records.get(key)) === undefined) return false;
      let isHeldBack = false;
      await records.update(key, windowMs, (found) => {
        isHeldBack = found === ('refused' satisfies Step);
        return isHeldBack ? ('held back' satisfies Step) : found && ('renewed' satisfies Step);
      });
      return isHeldBack;
    },
  };
}
