import type { Principal } from '../api/client/executor.ts';
import type { Identity } from '../contract/operations/operation-client.ts';

/** Whom limits and the record of changes know a caller as, found out while calls go on already. */
export interface Account extends Required<Pick<Principal, 'account' | 'identity'>> {
  /** Asks who it is, in turn with others at that address. @returns undefined where nobody can tell now */
  ask(address: string): Promise<Identity | undefined>;
  /** What each request waits for: at most a second, and once. A failed answer is asked for again later. */
  settle(address: string): Promise<void>;
}

/** How sure it is what a caller is known as at first: nobody will say it better, the token says it, or nothing does. */
export type Standing = 'proven' | 'claimed' | 'unknown';

const patienceMs = 1000;
const againMs = 30_000;

/** @param inTurn undefined where too many of that address wait already */
export function createAccount(
  first: { readonly id: string; readonly standing: Standing },
  identity: () => Promise<Identity>,
  inTurn: <T>(address: string, run: () => Promise<T>) => Promise<T> | undefined,
): Account {
  let { id, standing } = first;
  let asking: Promise<Identity | undefined> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let isAnswered = false;
  const learn = async (): Promise<Identity> => {
    const found = await identity();
    isAnswered = true;
    if (standing !== 'proven' && found.key !== undefined) {
      id = found.key;
      standing = 'proven';
    }
    return found;
  };
  const ask = (address: string): Promise<Identity | undefined> => {
    if (asking !== undefined) return asking;
    askedAt = performance.now();
    const begun = (inTurn(address, learn) ?? Promise.resolve(undefined))
      .catch(() => undefined)
      .finally(() => {
        asking = undefined;
      });
    asking = begun;
    return begun;
  };
  return {
    account: () => id,
    identity: learn,
    ask,
    settle: async (address) => {
      if (isAnswered) return;
      if (performance.now() - askedAt >= againMs) void ask(address);
      const left = askedAt + patienceMs - performance.now();
      if (asking !== undefined && standing === 'unknown' && left > 0) await within(asking, left);
    },
  };
}

async function within(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, passed]);
  clearTimeout(timer);
}
