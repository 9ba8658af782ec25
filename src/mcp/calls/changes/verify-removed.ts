import type { Arguments } from '../../../api/client/build-request.ts';
import { ApiError, isCallError } from '../../../contract/errors.ts';
import type { Removal } from '../../../contract/operations/changed-record.ts';
import { type Note, worded } from '../../../contract/worded.ts';
import { removalMessages } from '../messages.ts';
import type { Changed } from './made-change.ts';
import type { Verified } from './verified.ts';

const saying = (note?: Note): Verified => ({
  kept: { unkept: [], unseen: [], ...(note === undefined ? {} : { note }) },
});
const nothingLeft: Verified = { ...saying(), after: { isGone: true } };

const { remains, unknown, allGone } = removalMessages;

/** Checks with one read whether the removed data no longer exists. */
export async function removalVerified(call: Changed, removes: Removal): Promise<Verified> {
  const { definition, args, signal, peopleClient } = call;
  const at = removes.shownAt ?? definition.target;
  if (at === undefined) return saying();
  const asked = Object.entries(at.args).map(([there, here]) => [there, args[here]]);
  try {
    const record = await peopleClient(signal).call(at.tool, Object.fromEntries(asked));
    if (removes.list === undefined) return saying(remains);
    return { ...entriesIn(removes, args, record), after: { record } };
  } catch (error) {
    if (!isCallError(error)) throw error;
    const isGone = error instanceof ApiError && [404, 410].includes(error.status);
    return isGone && removes.list === undefined ? nothingLeft : saying(unknown);
  }
}

/**
 * Checks whether the list still contains a removed entry. If several arguments selected the entries, also checks
 * whether an entry that matches the first argument is left. If none is left, adds a note, because the call may have
 * removed too much.
 */
function entriesIn(removes: Removal, args: Arguments, record: unknown): Verified {
  const entries = entriesOf(removes, record);
  if (entries === undefined) return saying(unknown);
  if (removedEntries(removes, args, record).length > 0) return saying(remains);
  const { list } = removes;
  const given = conditions(removes, args);
  const [first] = given;
  if (given.length < 2 || first === undefined || entries.some((entry) => agrees(args, entry, first)))
    return saying();
  return saying(worded(allGone, { list: list ?? '', first: first[1], second: given[1]?.[1] ?? '' }));
}

export function removedEntries(removes: Removal, args: Arguments, record: unknown): unknown[] {
  const given = conditions(removes, args);
  return (entriesOf(removes, record) ?? []).filter((entry) => given.every((one) => agrees(args, entry, one)));
}

type Condition = readonly [field: string, argument: string];

const conditions = ({ where = {} }: Removal, args: Arguments): Condition[] =>
  Object.entries(where).filter(([, argument]) => args[argument] !== undefined);

const agrees = (args: Arguments, entry: unknown, [field, argument]: Condition) =>
  [args[argument]]
    .flat()
    .map(keyOf)
    .includes(keyOf((entry as Arguments | null)?.[field]));

function entriesOf({ list }: Removal, record: unknown): unknown[] | undefined {
  const entries = list === '' ? itemsOf(record) : (record as Arguments | undefined)?.[list ?? ''];
  return Array.isArray(entries) ? entries : undefined;
}

const itemsOf = (record: unknown) =>
  Array.isArray(record) ? record : (record as { Items?: unknown } | undefined)?.Items;

function keyOf(value: unknown): string {
  const id = (value as { Id?: unknown } | null | undefined)?.Id ?? value;
  return String(id ?? '').toLowerCase();
}
