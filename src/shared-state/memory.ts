import { randomBytes } from 'node:crypto';
import type { LRUCache } from 'lru-cache';
import { letGo } from '../util/let-go.ts';
import type { SharedState } from './shared-state.ts';

/**
 * Maximum size of all entries, in characters. A sign-in takes about 2,000. Beyond it, the least recently used entry is
 * evicted.
 */
const maxCharacters = 128 * 1024 * 1024;

/**
 * Creates state in the memory of this process. The first entry loads the cache library.
 * @param maxEntries maximum number of entries. Beyond it, the least recently used one is evicted
 */
export function createMemoryState(maxEntries = 100_000): SharedState {
  let opened: Promise<LRUCache<string, string>> | undefined;
  const open = () => {
    opened ??= openStore(maxEntries);
    return opened;
  };
  const secret = randomBytes(32);
  return {
    isShared: false,
    get: async (key) => (await opened)?.get(key),
    put: async (key, value, lifetimeMs) => {
      (await open()).set(key, value, { ttl: lifetimeMs });
    },
    take: async (key) => {
      const kept = await opened;
      const found = kept?.get(key);
      kept?.delete(key);
      return found;
    },
    update: async (key, lifetimeMs, change) => {
      const kept = await open();
      const next = change(kept.get(key));
      if (next === undefined) kept.delete(key);
      else kept.set(key, next, { ttl: lifetimeMs });
    },
    count: async (key, windowMs, by = 1) => {
      const kept = await open();
      const count = Number(kept.get(key) ?? 0) + by;
      kept.set(key, String(count), { ttl: kept.getRemainingTTL(key) || windowMs });
      return count;
    },
    // A single process limits calls with its own token buckets, so the shared ones always count as full.
    charge: async (charges) => charges.map(({ capacity }) => capacity),
    tell: async () => undefined,
    listen: () => undefined,
    process: 'own',
    isRunning: async () => true,
    // One secret for all purposes is enough, because it never leaves this process.
    secretFor: () => secret,
    condition: () => 'own',
    close: async () => undefined,
  };
}

async function openStore(max: number): Promise<LRUCache<string, string>> {
  const { LRUCache: Cache } = await import('lru-cache');
  return letGo(
    new Cache({
      max,
      maxSize: maxCharacters,
      sizeCalculation: (value, key) => value.length + key.length + 200,
      ttl: 14 * 24 * 60 * 60_000,
      ttlResolution: 1000,
    }),
  );
}
