import { LRUCache } from 'lru-cache';
import { type SharedState, SharedStateError } from '../shared-state/shared-state.ts';
import { letGo } from '../util/let-go.ts';

/** Whether connections still hold, which each request asks. */
export interface Liveness {
  isLive(accessToken: string): Promise<boolean>;
  /** All processes learn that a connection has ended. */
  ended(id: string): void;
}

/** So long it is believed that a connection holds, if nobody says that it has ended, and used while it is asked again. */
const believedMs = { first: 1000, longest: 10_000 };
const maxBelieved = 10_000;

/**
 * @param look reads whether the connection of a token holds
 * @param idOf the connection of a token
 */
export function createLiveness(
  state: SharedState,
  look: (accessToken: string) => Promise<boolean>,
  idOf: (accessToken: string) => string | undefined,
): Liveness {
  const believed = letGo(
    new LRUCache<string, number>({
      max: maxBelieved,
      ttl: believedMs.longest,
      ttlResolution: 1000,
    }),
  );
  const forget = (id: string) => {
    for (const token of believed.keys()) if (idOf(token) === id) believed.delete(token);
  };
  const ask = async (accessToken: string): Promise<boolean> => {
    try {
      const isLive = await look(accessToken);
      if (isLive) believed.set(accessToken, performance.now());
      else believed.delete(accessToken);
      return isLive;
    } catch (error) {
      // Who was let in goes on, until the token ends, while nobody can look.
      if (error instanceof SharedStateError) return true;
      throw error;
    }
  };
  state.listen('ended', forget);
  return {
    isLive: async (accessToken) => {
      if (!state.isShared) return look(accessToken);
      const since = believed.get(accessToken);
      if (since === undefined) return ask(accessToken);
      if (performance.now() - since > believedMs.first) void ask(accessToken);
      return true;
    },
    ended: (id) => {
      forget(id);
      state.tell('ended', id).catch((error: unknown) => {
        if (!(error instanceof SharedStateError)) throw error;
      });
    },
  };
}
