import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Grants, KeptSession } from './grants.ts';
import type { Records } from './records.ts';

/** Time after which another process may take over a renewal, and polling interval of the others, in milliseconds. */
const holdMs = 15_000;
const lookMs = 100;

const keyOf = (id: string) => `renewing:${createHash('sha256').update(id).digest('base64url')}`;

/**
 * Renews the session of a grant, one process at a time, because an issuer of single-use refresh tokens treats a second
 * use as theft.
 * @param old session in this process
 * @param renew called with the stored session
 * @returns the session that this or another process obtained; undefined if the grant has ended
 */
export function createRenewals(records: Records, grants: Grants) {
  return async (
    id: string,
    old: KeptSession,
    renew: (session: KeptSession) => Promise<KeptSession>,
  ): Promise<KeptSession | undefined> => {
    const [key, word] = [keyOf(id), randomBytes(12).toString('base64url')];
    for (;;) {
      // Rely on the expiry of the entry, because the clocks of the processes may differ.
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
