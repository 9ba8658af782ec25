import { createHash } from 'node:crypto';
import { SharedStateError } from '../../shared-state/shared-state.ts';
import type { Records } from '../records.ts';

/**
 * How far a connection got that lacks a scope. `refused`: a call was, with 403. `held back`: so was the renewal after it.
 * `renewed`: the client renewed its tokens once more, without asking its person.
 */
type Step = 'refused' | 'held back' | 'renewed';

/**
 * Leads clients to their person that answer 403 `insufficient_scope` with a renewal, as those of the official SDK 1.x do.
 * A renewal brings the same scopes, so they give up. One renewal right after the 403 is held back: RFC 6749, 5.2 has
 * clients start over then, and they ask for what the 403 named. A client that renews again instead learns the rest in
 * the result of its call.
 */
export interface StepUp {
  /** Notes a call that lacks a scope. @returns whether a 403 would lead nowhere again */
  refuse(id: string): Promise<boolean>;
  /** Notes a renewal. @returns whether to hold it back. @throws SharedStateError */
  holdsBack(id: string): Promise<boolean>;
}

/** Clients renew within seconds of a 403. Later renewals have another reason, and take their course. */
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
    // Without the store nothing can be noted, and the 403 is right whatever follows.
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
