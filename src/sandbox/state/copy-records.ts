import { Collection } from './collection.ts';
import type { World } from './state.ts';

/**
 * Fills an empty world with the records of another that nobody changes. What is within a record both have together, and
 * it is frozen: a handler puts something new in its place.
 */
export function copyRecords(from: World, to: World): void {
  const into = to as unknown as Record<string, unknown>;
  for (const [name, kept] of Object.entries(from))
    if (kept instanceof Collection && kept !== from.files)
      for (const one of kept.all()) (into[name] as typeof kept).insert(copyOf(one));
  // A copy would have the bytes of each, which are made when somebody asks for them.
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
