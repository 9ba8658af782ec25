import { Collection } from './collection.ts';
import type { World } from './state.ts';

/**
 * Copies the records of another state into an empty one. Nested values are shared and frozen, so handlers must replace
 * them.
 */
export function copyRecords(from: World, to: World): void {
  const into = to as unknown as Record<string, unknown>;
  for (const [name, kept] of Object.entries(from))
    if (kept instanceof Collection && kept !== from.files)
      for (const one of kept.all()) (into[name] as typeof kept).insert(copyOf(one));
  // Do not copy files, because that would create their bytes, which are generated on first use.
  for (const file of from.files.all()) to.files.insert(Object.freeze(file));
  to.nonWorkingDays = freeze(from.nonWorkingDays);
  to.logs = from.logs.map(copyOf);
}

function copyOf<Kind extends object>(record: Kind): Kind {
  for (const value of Object.values(record)) freeze(value);
  return { ...record };
}

function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) freeze(inner);
  return Object.freeze(value);
}
