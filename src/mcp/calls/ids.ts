import type { z } from 'zod';
import type { Sent } from '../../api/client/build-request.ts';
import { dropArgument, moreArgument } from '../../contract/operations/field-marks.ts';
import { isUuid } from '../../contract/uuid.ts';

/** Ids by the argument in which they stand: one as it is, several or those within something as a list. */
export type Ids = Readonly<Record<string, string | readonly string[]>>;

/** More of them come with no call that is carried out. */
const maxIds = 1000;

/** The ids that are sent. */
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

/** The ids in arguments of which nothing is known yet. Whatever else was given may be confidential, names as well. */
export function idsGiven({ shape }: z.ZodObject, input: unknown): Ids {
  const given = (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>;
  const declared = Object.keys(shape).filter((name) => name !== dropArgument);
  return idsSent(
    declared.flatMap((argument) =>
      // Further fields are told apart by nothing: their names are the caller's own words.
      argument === moreArgument && typeof given[argument] === 'object'
        ? Object.values(given[argument] ?? {}).map((value) => ({ argument, name: argument, value: [value] }))
        : [{ argument, name: argument, value: given[argument] }],
    ),
  );
}

/** Also those that are names of members, as of fields that are given by their ids. */
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
