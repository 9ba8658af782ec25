import type { LRUCache } from 'lru-cache';
import type { RecordCache, RecordCaches } from '../contract/operations/operation-client.ts';
import { bytesOf } from '../json/bytes.ts';
import { letGo } from '../util/let-go.ts';

/** Maximum size of the cache for all callers together. Beyond it, the least recently used entries are evicted. */
const maxBytes = 32 * 1024 * 1024;
/** Maximum number of entries, because each one also needs memory for its key and its place. */
const maxEntries = 20_000;
const defaultLifetimeMs = 5 * 60_000;

/** Creates a cache of records that rarely change, with separate entries per caller, because permissions differ. */
export function createRecordCaches(): RecordCaches {
  let made: Promise<LRUCache<string, object>> | undefined;
  /** Undefined until a value is cached for the first time. */
  let kept: LRUCache<string, object> | undefined;
  const store = async () => {
    made ??= createStore();
    kept = await made;
    return kept;
  };
  /** Counts invalidations. A value that was read before the last one is not cached, because it may be stale. */
  let age = 0;

  const of = (principalId: string): RecordCache => {
    const keyOf = (key: string) => `${principalId}\n${key}`;
    const recall = <T extends object>(key: string) => kept?.get(keyOf(key)) as T | undefined;
    const keep = async (began: number, key: string, value: object, ttl = defaultLifetimeMs) => {
      const all = await store();
      if (age === began) all.set(keyOf(key), value, { ttl });
    };
    return {
      remember: async <T extends object>(key: string, read: () => Promise<T>, lifetimeMs?: number) => {
        const known = recall<T>(key);
        if (known !== undefined) return known;
        const began = age;
        const value = await read();
        await keep(began, key, value, lifetimeMs);
        return value;
      },
      recall,
      keep: (key, value) => keep(age, key, value),
    };
  };

  return {
    of,
    changed: (principalId) => {
      age += 1;
      for (const key of kept?.keys() ?? []) if (key.startsWith(`${principalId}\n`)) kept?.delete(key);
    },
  };
}

/** Creates the cache. The library is loaded only now, when the first value is cached. */
async function createStore(): Promise<LRUCache<string, object>> {
  const { LRUCache: Cache } = await import('lru-cache');
  // Remove expired entries in the background. Otherwise case data would stay in memory until its space is needed.
  return letGo(
    new Cache({
      max: maxEntries,
      maxSize: maxBytes,
      sizeCalculation: (value, key) => bytesOf([key, value]),
      ttl: defaultLifetimeMs,
    }),
  );
}
