import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Grants, KeptSession } from './grants.ts';
import type { Records } from './records.ts';

/** For which a process may renew before another one takes its place, and how often others look. */
const holdMs = 15_000;
const lookMs = 100;

const keyOf = (id: string) => `renewing:${createHash('sha256').update(id).digest('base64url')}`;

/**
 * Renews what was given for a grant, one process at a time: whoever gives refresh tokens that hold once takes a second
 * use for a theft.
 * @param old what the process has
 * @param renew what is kept by now
 * @returns what another process got meanwhile, or what it got; undefined where the grant has ended
 */
export function createRenewals(records: Records, grants: Grants) {
  return async (
    id: string,
    old: KeptSession,
    renew: (session: KeptSession) => Promise<KeptSession>,
  ): Promise<KeptSession | undefined> => {
    const [key, word] = [keyOf(id), randomBytes(12).toString('base64url')];
    for (;;) {
      // Its own lifetime ends it: the clocks of the processes may differ.
      if ((await records.get(key)) === undefined)
        await records.update(key, holdMs, (holder) => holder ?? word);
      if ((await records.get(key)) !== word) {
        await sleep(lookMs);
        continue;
      }
      try {
        const kept = await grants.sessionOf(id);
        if (kept === undefined || kept.value !== old.value) return kept;
        const fresh = await renew(kept);
        await grants.renewSession(id, fresh);
        return fresh;
      } finally {
        await records.update(key, holdMs, (holder) => (holder === word ? undefined : holder));
      }
    }
  };
}
