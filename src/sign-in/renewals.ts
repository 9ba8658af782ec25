import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SharedStateError } from '../shared-state/shared-state.ts';
import type { Grants, KeptSession } from './grants.ts';
import type { Records } from './records.ts';
import { tryAgain } from './try-again.ts';

/** Time after which another process may take over a renewal, and polling interval of the others, in milliseconds. */
const holdMs = 15_000;
const lookMs = 100;

const keyOf = (id: string) => `renewing:${createHash('sha256').update(id).digest('base64url')}`;

/** Renews the session of a grant. See `SessionKeeper.renewOnce`. */
export type RenewOnce = (
  id: string,
  old: KeptSession,
  renew: (session: KeptSession) => Promise<KeptSession>,
  whileStoreIsAway: 'fail' | 'renew',
) => Promise<KeptSession | undefined>;

/**
 * Creates the function that renews the session of a grant, one process at a time, because an issuer of single-use
 * refresh tokens treats a second use as theft.
 */
export function createRenewals(records: Records, grants: Grants): RenewOnce {
  /** Waits until this process holds the lock. @returns the function that releases it */
  const lock = async (id: string): Promise<() => Promise<void>> => {
    const [key, word] = [keyOf(id), randomBytes(12).toString('base64url')];
    for (;;) {
      // Rely on the expiry of the entry, because the clocks of the processes may differ.
      if ((await records.get(key)) === undefined)
        await records.update(key, holdMs, (holder) => holder ?? word);
      if ((await records.get(key)) === word) break;
      await sleep(lookMs);
    }
    const extend = () => records.update(key, holdMs, (holder) => (holder === word ? word : holder));
    const extending = setInterval(() => void extend().catch(ignoreStoreAway), holdMs / 3).unref();
    return async () => {
      clearInterval(extending);
      await records
        .update(key, holdMs, (holder) => (holder === word ? undefined : holder))
        .catch(ignoreStoreAway);
    };
  };
  /** Renewed sessions that are not stored yet, by grant. */
  const unstored = new Map<string, KeptSession>();
  /**
   * Stores a renewed session. If the store is unavailable, stores the session later, because the old one can no longer
   * be renewed.
   */
  const store = async (id: string, fresh: KeptSession): Promise<void> => {
    const isWaiting = unstored.has(id);
    unstored.set(id, fresh);
    const write = async () => {
      const last = unstored.get(id);
      if (last === undefined) return;
      await grants.renewSession(id, last);
      if (unstored.get(id) === last) unstored.delete(id);
    };
    try {
      await write();
    } catch (error) {
      ignoreStoreAway(error);
      if (!isWaiting) void tryAgain(write).finally(() => unstored.delete(id));
    }
  };
  const latest = async (id: string) => ({ session: unstored.get(id) ?? (await grants.sessionOf(id)) });
  return async (id, old, renew, whileStoreIsAway) => {
    const away = (error: unknown): undefined => {
      if (whileStoreIsAway === 'fail') throw error;
      ignoreStoreAway(error);
    };
    const release = await lock(id).catch(away);
    try {
      const kept = await latest(id).catch(away);
      if (kept !== undefined && kept.session?.value !== old.value) return kept.session;
      // The stored session may have a newer refresh token.
      const fresh = await renew(kept?.session ?? old);
      await store(id, fresh);
      return fresh;
    } finally {
      await release?.();
    }
  };
}

/** Ignores a `SharedStateError`, which means that the store is unavailable. @throws any other error */
function ignoreStoreAway(error: unknown): undefined {
  if (!(error instanceof SharedStateError)) throw error;
}
