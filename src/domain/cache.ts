import type { LRUCache } from 'lru-cache';
import type { RecordCache, RecordCaches } from '../contract/operations/operation-client.ts';
import { bytesOf } from '../json/bytes.ts';
import { letGo } from '../util/let-go.ts';

/** Size limit for all callers together. Beyond it, the least recently used entries are evicted. */
const maxBytes = 32 * 1024 * 1024;
const defaultLifetimeMs = 5 * 60_000;

/**
 * Creates a cache for records that rarely change. Entries are separate for each caller, because callers have
 * different permissions.
 */
export function createRecordCaches(): RecordCaches {
  let made: Promise<LRUCache<string, object>> | undefined;
  const store = () => {
    made ??= createStore();
    return made;
  };
  /**
   * Generation of the cache. A value that was requested before an invalidation is returned to its caller but not
   * cached.
   */
  let age = 0;

  const of = (principalId: string): RecordCache => {
    const keyOf = (key: string) => `${principalId}\n${key}`;
    const recall = async <T extends object>(key: string) => (await store()).get(keyOf(key)) as T | undefined;
    const keep = async (began: number, key: string, value: object, ttl = defaultLifetimeMs) => {
      const kept = await store();
      if (age === began) kept.set(keyOf(key), value, { ttl });
    };
    return {
      remember: async <T extends object>(key: string, read: () => Promise<T>, lifetimeMs?: number) => {
        const known = await recall<T>(key);
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
      void made?.then((kept) => {
        for (const key of kept.keys()) if (key.startsWith(`${principalId}\n`)) kept.delete(key);
      });
    },
  };
}

/** Loads the library when the first value is cached. */
async function createStore(): Promise<LRUCache<string, object>> {
  const { LRUCache: Cache } = await import('lru-cache');
  // Remove expired entries in the background, so that case data does not stay in memory until the space is needed.
  return letGo(
    new Cache({
      max: 2000,
      maxSize: maxBytes,
      sizeCalculation: (value, key) => bytesOf([key, value]),
      ttl: defaultLifetimeMs,
    }),
  );
}
