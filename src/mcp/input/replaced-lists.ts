import type { Arguments } from '../../api/client/build-request.ts';
import { LossError } from '../../contract/errors.ts';
import type { ReplacedList } from '../../contract/operations/changed-record.ts';
import { dropArgument } from '../../contract/operations/field-marks.ts';
import type { Operation } from '../../contract/operations/operation.ts';

interface ArgumentRef {
  readonly operation: Operation;
  readonly name: string;
  readonly list: ReplacedList;
}

/** Value of `drop` that allows the loss of all entries. Needed by callers that cannot name each entry. */
const everything = 'all';
const droppedBy = (args: Arguments) =>
  new Set((args[dropArgument] as readonly string[] | undefined)?.map(plain));
/** Checks whether the call allows its lists to lose every entry. */
export const mayLoseAll = (args: Arguments) => droppedBy(args).has(everything);

/**
 * Completes a list that the call replaces. Returns the entries to send, and the entries that will be removed.
 * @param record current record, as the operation's `target` returns it
 * @throws LossError if the call would remove entries without naming them, or if the record does not contain the list
 */
export function completeList(
  { operation, name, list }: ArgumentRef,
  args: Arguments,
  record: unknown,
): { readonly entries: readonly unknown[]; readonly lost: readonly unknown[] } {
  const sent = args[name] as readonly unknown[];
  const whole = { entries: sent, lost: [] };
  if (mayLoseAll(args)) return whole;
  const dropped = droppedBy(args);
  const missing = missingEntries(sent, record, { name, list });
  if (missing === undefined) throw new LossError(unclear(operation, name, list));
  if (list.missing === 'kept') return { entries: [...missing, ...sent], lost: [] };
  if (list.missing === 'told') return { entries: sent, lost: missing.map(inShort) };
  const lost = missing.filter((entry) => !dropped.has(keyOf(list, entry))).map(inShort);
  if (lost.length > 0) throw new LossError(refusal(name, list, lost.length), lost);
  return whole;
}

/** Returns the entries of the record that the call omits. Returns undefined if the record has no such list. */
export function missingEntries(
  sent: readonly unknown[],
  record: unknown,
  { name, list }: Pick<ArgumentRef, 'name' | 'list'>,
): readonly unknown[] | undefined {
  const present = entriesIn(record, name) ?? (list.isSparse ? [] : undefined);
  const keys = new Set(sent.map((entry) => keyOf(list, entry)));
  return present?.filter((entry) => !keys.has(keyOf(list, entry)));
}

/** Returns the list in a record. If the record itself is a list, returns that. Null counts as an empty list. */
function entriesIn(record: unknown, name: string): readonly unknown[] | undefined {
  if (Array.isArray(record)) return record;
  const value = (record as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  if (value === null) return [];
  return Array.isArray(value) ? value : undefined;
}

/** Returns an entry without its dates, its address and its null fields. */
function inShort(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null) return entry;
  const { CreationDate, LastChangeDate, Url, ...rest } = entry as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
}

/** Returns the values that identify an entry, joined. A scalar identifies itself. */
function keyOf({ by }: ReplacedList, entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return plain(String(entry));
  const fields = entry as Readonly<Record<string, unknown>>;
  return by.flatMap((field) => (fields[field] == null ? [] : plain(String(fields[field])))).join('/');
}

/** Normalizes a value for comparison: trims it, lowercases it, and drops a midnight time from a date. */
const plain = (value: string) =>
  value
    .trim()
    .replace(/T00:00(:00(\.0+)?)?Z?$/, '')
    .toLowerCase();

const refusal = (name: string, { by }: ReplacedList, count: number) =>
  `Nothing was sent. ${name} replaces the whole list, and ${count === 1 ? 'an entry that is' : `${count} entries that are`} in it now would be lost. Also send the entries to keep. List those that the user wants removed in ${dropArgument}${by.length > 0 ? ` by ${by.join('/')}` : ''}.`;

const unclear = ({ target }: Operation, name: string, { missing }: ReplacedList) =>
  `Nothing was sent. ${name} replaces the whole list, and ${target?.tool} does not show its current entries, so it is unknown what would be lost. Ask the user${missing === 'refused' ? `; if nothing must stay, send ${dropArgument} ["${everything}"]` : ''}.`;
