import { z } from 'zod';
import { argumentCalled, collectorIn } from '../../contract/operations/other-words.ts';
import { innermost } from '../../contract/operations/registered.ts';
import { fieldAt } from './field-at.ts';

/**
 * Replaces aliases by the names of the arguments, and moves other unknown arguments into the one that takes them.
 * Returns undefined if nothing changed.
 */
export function renamedAt(
  schema: z.ZodType,
  value: unknown,
  { keys, path }: z.core.$ZodIssue & { code: 'unrecognized_keys' },
): object | undefined {
  const field = fieldAt(schema, path);
  const inner = field && innermost(field);
  if (!(inner instanceof z.ZodObject)) return undefined;
  const given = new Map(Object.entries(value as object));
  let isRenamed = false;
  for (const key of keys) {
    const name = argumentCalled(inner, key);
    // If the call contains both the argument and its alias, keep both, because their values may differ. The alias is
    // then refused.
    if (name === undefined || given.has(name)) continue;
    given.set(name, given.get(key));
    given.delete(key);
    isRenamed = true;
  }
  const isMoved = collect(collectorIn(inner), given, keys);
  return isRenamed || isMoved ? Object.fromEntries(given) : undefined;
}

/** Moves arguments into the object `into`, unless it has another value for one. Returns whether it moved any. */
function collect(into: string | undefined, given: Map<string, unknown>, keys: readonly string[]): boolean {
  const taken = into === undefined ? undefined : (given.get(into) ?? {});
  if (into === undefined || typeof taken !== 'object' || taken === null || Array.isArray(taken)) return false;
  const own = new Map(Object.entries(taken));
  const moved = keys.filter(
    (key) =>
      given.has(key) && (!own.has(key) || JSON.stringify(own.get(key)) === JSON.stringify(given.get(key))),
  );
  for (const key of moved) {
    own.set(key, given.get(key));
    given.delete(key);
  }
  if (moved.length > 0) given.set(into, Object.fromEntries(own));
  return moved.length > 0;
}
