import { LRUCache } from 'lru-cache';
import { type SharedState, SharedStateError } from '../shared-state/shared-state.ts';
import { letGo } from '../util/let-go.ts';
import type { Ended } from './ended.ts';

/** Checks for each request whether its connection is still valid. */
export interface Liveness {
  /** Checks a token. @throws SharedStateError if the store is unavailable and has not confirmed the token recently */
  isLive(accessToken: string): Promise<boolean>;
  /** Records that the store has just confirmed a token. */
  note(accessToken: string): void;
}

/**
 * Maximum age of a confirmation by the store, in milliseconds. Up to `unasked`, it is used without a request to the
 * store. Up to `asking`, it is used while a request runs in the background. Up to `away`, it is used if the store is
 * unavailable.
 */
const usedMs = { unasked: 1000, asking: 10_000, away: 5 * 60_000 };
/**
 * Interval at which tokens without requests are checked, in milliseconds. This is needed because the message about an
 * ended connection may have been lost.
 */
const sweepMs = 60_000;
const maxNoted = 10_000;

/**
 * Creates a `Liveness` that caches the confirmations by the store.
 * @param look reads from the store whether the token's connection is valid
 * @param idOf returns the id of the token's connection
 */
export function createLiveness(
  state: Pick<SharedState, 'isShared'>,
  ended: Ended,
  look: (accessToken: string) => Promise<boolean>,
  idOf: (accessToken: string) => string | undefined,
): Liveness {
  /** Time of the last confirmation by the store, on the monotonic clock. */
  const noted = letGo(new LRUCache<string, number>({ max: maxNoted, ttl: usedMs.away, ttlResolution: 1000 }));
  const hasEnded = (accessToken: string) => ended.has(idOf(accessToken) ?? '');
  const ageOf = (accessToken: string) => performance.now() - (noted.get(accessToken) ?? -Infinity);
  const note = (accessToken: string) => void noted.set(accessToken, performance.now());
  const ask = async (accessToken: string): Promise<boolean> => {
    try {
      const isLive = await look(accessToken);
      if (isLive) note(accessToken);
      else noted.delete(accessToken);
      return isLive && !hasEnded(accessToken);
    } catch (error) {
      if (!(error instanceof SharedStateError) || ageOf(accessToken) > usedMs.away) throw error;
      return !hasEnded(accessToken);
    }
  };
  /** Queries the store and ignores failures, because the next request queries it again. */
  const askQuietly = (accessToken: string) => ask(accessToken).catch(() => undefined);
  let isSweeping = false;
  const sweep = async () => {
    if (isSweeping) return;
    isSweeping = true;
    for (const token of [...noted.keys()])
      if (hasEnded(token)) noted.delete(token);
      else if (ageOf(token) > sweepMs && (await askQuietly(token)) === undefined) break;
    isSweeping = false;
  };
  if (state.isShared) setInterval(() => void sweep(), sweepMs).unref();
  return {
    isLive: async (accessToken) => {
      if (hasEnded(accessToken)) return false;
      if (!state.isShared) return look(accessToken);
      const age = ageOf(accessToken);
      if (age > usedMs.asking) return ask(accessToken);
      if (age > usedMs.unasked) void askQuietly(accessToken);
      return true;
    },
    note,
  };
}
