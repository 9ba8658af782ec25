import type { Arguments } from '../../api/client/build-request.ts';
import { LossError } from '../../contract/errors.ts';
import { dropArgument } from '../../contract/operations/field-marks.ts';
import type { Operation, ReplacedList } from '../../contract/operations/operation.ts';

interface ArgumentRef {
  readonly operation: Operation;
  readonly name: string;
  readonly list: ReplacedList;
}

/** Stands for every entry, for whoever cannot name them. */
const everything = 'all';
const droppedBy = (args: Arguments) =>
  new Set((args[dropArgument] as readonly string[] | undefined)?.map(plain));
/** Whether the call says that nothing of its lists has to stay. */
export const mayLoseAll = (args: Arguments) => droppedBy(args).has(everything);

/**
 * A list that is written whole, as it has to be sent, and what goes with it.
 * @param record what the operation's `target` shows now
 * @throws LossError where entries would be lost that the call has to name and does not
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

/** The entries of a list in a record that a call leaves out; undefined where the record does not show the list. */
export function missingEntries(
  sent: readonly unknown[],
  record: unknown,
  { name, list }: Pick<ArgumentRef, 'name' | 'list'>,
): readonly unknown[] | undefined {
  const present = entriesIn(record, name) ?? (list.isSparse ? [] : undefined);
  const keys = new Set(sent.map((entry) => keyOf(list, entry)));
  return present?.filter((entry) => !keys.has(keyOf(list, entry)));
}

/** The list in a record, or a record that is the list; null counts as empty. */
function entriesIn(record: unknown, name: string): readonly unknown[] | undefined {
  if (Array.isArray(record)) return record;
  const value = (record as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  if (value === null) return [];
  return Array.isArray(value) ? value : undefined;
}

/** An entry without its dates and address. */
function inShort(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null) return entry;
  const { CreationDate, LastChangeDate, Url, ...rest } = entry as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
}

/** What tells an entry from others; a plain value is the only field of itself. */
function keyOf({ by }: ReplacedList, entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return plain(String(entry));
  const fields = entry as Readonly<Record<string, unknown>>;
  return by.flatMap((field) => (fields[field] == null ? [] : plain(String(fields[field])))).join('/');
}

/** Without what the same value is written with or without: letter case, and midnight behind a date. */
const plain = (value: string) =>
  value
    .trim()
    .replace(/T00:00(:00(\.0+)?)?Z?$/, '')
    .toLowerCase();

const refusal = (name: string, { by }: ReplacedList, count: number) =>
  `Nothing was sent. ${name} is written as a whole, and ${count === 1 ? 'an entry that is' : `${count} entries that are`} there now would be lost. Send what has to stay as well; what the user wants gone, name in ${dropArgument}${by.length > 0 ? ` by ${by.join('/')}` : ''}.`;

const unclear = ({ target }: Operation, name: string, { missing }: ReplacedList) =>
  `Nothing was sent. ${name} is written as a whole, and ${target?.tool} does not show what is there now, so nobody can tell what would be lost. Ask the user${missing === 'refused' ? `; where nothing has to stay, send ${dropArgument} ["${everything}"]` : ''}.`;
