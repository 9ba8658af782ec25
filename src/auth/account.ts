import type { Principal } from '../api/client/executor.ts';
import type { Identity } from '../contract/operations/operation-client.ts';

/** The identity under which rate limits and the audit log record a caller. Resolved in the background. */
export interface Account extends Required<Pick<Principal, 'account' | 'identity'>> {
  /** Resolves the identity, queued by client address. Returns undefined if it cannot be resolved at the moment. */
  ask(address: string): Promise<Identity | undefined>;
  /** Waits up to one second for the identity. Repeats a failed attempt after 30 seconds. */
  settle(address: string): Promise<void>;
}

/**
 * Origin of the first id of a caller. `proven` means the claims of a verified token, `claimed` those of an unverified
 * token. `unknown` means a token without claims.
 */
export type Standing = 'proven' | 'claimed' | 'unknown';

const maxWaitMs = 1000;
const retryMs = 30_000;

/** @param inTurn runs a function in the queue of an address, or returns undefined if the queue is full */
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
      if (performance.now() - askedAt >= retryMs) void ask(address);
      const left = askedAt + maxWaitMs - performance.now();
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
