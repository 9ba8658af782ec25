import { randomBytes } from 'node:crypto';
import type { LRUCache } from 'lru-cache';
import { letGo } from '../util/let-go.ts';
import type { SharedState } from './shared-state.ts';

/** Of everything together, in characters; a sign-in takes some 2,000. What was not used for longest goes first. */
const maxCharacters = 128 * 1024 * 1024;

/**
 * In the memory of this process, where nobody else can come between. The library is loaded with the first entry.
 * @param maxEntries for which there is a place from then on
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
    // Whoever is alone keeps count without it.
    charge: async (charges) => charges.map(({ capacity }) => capacity),
    tell: async () => undefined,
    listen: () => undefined,
    process: 'own',
    isRunning: async () => true,
    // Whatever the purpose: nothing else is sealed with it.
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
