import { LRUCache } from 'lru-cache';
import type { OperationClient } from '../contract/operation-client.ts';
import { bytesOf } from '../json/bytes.ts';

/** What hardly ever changes, by caller: what one of them may see says nothing about another. */
const kept = new LRUCache<string, object>({
  max: 2000,
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: (value, key) => bytesOf([key, value]),
  ttl: 5 * 60_000,
  // What people wrote into their cases should not stay in memory until the space is needed.
  ttlAutopurge: true,
});
/** Changes whenever something was forgotten, so that what was asked before is not remembered after. */
let age = 0;

/**
 * What was read before, for up to 5 minutes; read now where it was not.
 * @param key of the caller's own
 * @param lifetimeMs where it should be less
 */
export async function remember<T extends object>(
  operations: OperationClient,
  key: string,
  read: () => Promise<T>,
  lifetimeMs?: number,
): Promise<T> {
  const full = `${operations.principalId}\n${key}`;
  const known = kept.get(full) as T | undefined;
  if (known !== undefined) return known;
  const began = age;
  const value = await read();
  if (age === began) kept.set(full, value, lifetimeMs === undefined ? {} : { ttl: lifetimeMs });
  return value;
}

/** Forgets all that a caller has read, some of which a change by that caller may have made untrue. */
export function forget(principalId: string): void {
  age += 1;
  for (const key of kept.keys()) if (key.startsWith(`${principalId}\n`)) kept.delete(key);
}

/** What was kept under the key, without reading anything. */
export const recall = <T extends object>(operations: OperationClient, key: string): T | undefined =>
  kept.get(`${operations.principalId}\n${key}`) as T | undefined;

export function keep(operations: OperationClient, key: string, value: object): void {
  kept.set(`${operations.principalId}\n${key}`, value);
}
