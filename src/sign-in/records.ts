import { LRUCache } from 'lru-cache';

/** Where sign-ins are kept: texts under keys that tell nothing. Each change of one is whole, whoever else makes one. */
export interface Records {
  get(key: string): Promise<string | undefined>;
  /**
   * @param change from what is there to what shall be there; undefined: nothing
   * @param lifetimeMs after which it is gone
   */
  update(
    key: string,
    lifetimeMs: number,
    change: (found: string | undefined) => string | undefined,
  ): Promise<void>;
}

/** Sign-ins at the same time, and of what is kept of them, in characters: some 2,000 each. */
const maxRecords = 50_000;
const maxCharacters = 128 * 1024 * 1024;

/** In the memory of this process: a restart makes everybody sign in again. */
export function createMemoryRecords(): Records {
  const kept = new LRUCache<string, string>({
    max: maxRecords,
    maxSize: maxCharacters,
    sizeCalculation: (value) => value.length + 200,
    ttl: 14 * 24 * 60 * 60_000,
    ttlAutopurge: true,
    ttlResolution: 1000,
  });
  return {
    get: async (key) => kept.get(key),
    update: async (key, lifetimeMs, change) => {
      const next = change(kept.get(key));
      if (next === undefined) kept.delete(key);
      else kept.set(key, next, { ttl: lifetimeMs });
    },
  };
}
