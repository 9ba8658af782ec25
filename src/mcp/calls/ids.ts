import type { z } from 'zod';
import type { Sent } from '../../api/client/build-request.ts';
import { dropArgument, moreArgument } from '../../contract/operations/field-marks.ts';
import { isUuid } from '../../contract/uuid.ts';

/** Ids by argument name: a single id as a string, several or nested ids as a list. */
export type Ids = Readonly<Record<string, string | readonly string[]>>;

/** Maximum number of ids in the audit log. Further ids are omitted. No executed call has that many. */
const maxIds = 1000;

export function idsSent(sent: readonly Sent[]): Ids {
  const found = new Map<string, string | string[]>();
  for (const { argument, value } of sent) {
    const ids = [...idsIn(value)];
    const before = found.get(argument);
    if (ids.length === 0) continue;
    if (before === undefined && typeof value === 'string') found.set(argument, value);
    else found.set(argument, [...(before === undefined ? [] : [before].flat()), ...ids].slice(0, maxIds));
  }
  return Object.fromEntries(found);
}

/** Returns the ids in unvalidated arguments. Omits all other values, even names, because they may be confidential. */
export function idsGiven({ shape }: z.ZodObject, input: unknown): Ids {
  const given = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  const declared = Object.keys(shape).filter((name) => name !== dropArgument);
  return idsSent(
    declared.flatMap((argument) =>
      // The argument `more` contains fields with arbitrary names, so list all their ids under `more`.
      argument === moreArgument && typeof given[argument] === 'object'
        ? Object.values(given[argument] ?? {}).map((value) => ({ argument, name: argument, value: [value] }))
        : [{ argument, name: argument, value: given[argument] }],
    ),
  );
}

/** Finds ids in values and in property names. A property name is an id if the caller identifies a field by its id. */
function* idsIn(value: unknown, counted = { left: maxIds }): Generator<string> {
  if (counted.left <= 0) return;
  if (typeof value === 'string' && isUuid(value)) {
    counted.left -= 1;
    yield value;
  }
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  if (!Array.isArray(value)) for (const name of Object.keys(value)) yield* idsIn(name, counted);
  for (const item of Object.values(value)) yield* idsIn(item, counted);
}
