import type { Arguments } from '../../api/client/build-request.ts';
import type { Losses } from '../../contract/operations/changed-record.ts';
import { dropArgument, moreArgument } from '../../contract/operations/field-marks.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import type { Row } from '../../contract/records/row.ts';
import { missingEntries } from '../input/replaced-lists.ts';
import { byPlainName, type Card, plainKey, rowOf } from './card.ts';

/** A value that a call removes from a record, with its path. The outermost name comes first. */
export interface Loss {
  readonly path: readonly string[];
  /** Display name, if the service returns one. */
  readonly name?: string | undefined;
  /** Current value. Undefined if it could not be read. */
  readonly value: unknown;
}

/** All data that a call removes. `unread` if casebridge cannot determine it. */
export type Lost = readonly Loss[] | 'unread';

type Marked = Pick<Operation, 'loses' | 'replaces' | 'keeps'>;

/** Checks whether a call certainly removes data, regardless of the record's content. */
export function surelyLoses({ loses }: Pick<Operation, 'loses'>, args: Arguments): boolean {
  const { always, without } = loses ?? {};
  return always !== undefined || (without !== undefined && args[without.argument] === undefined);
}

/** Checks whether a call may remove data, depending on the record. If not, casebridge need not read the record. */
export function mayLose(operation: Pick<Operation, 'loses'>, args: Arguments): boolean {
  const { loses } = operation;
  if (loses === undefined) return false;
  const isAny = surelyLoses(operation, args) || loses.whole !== undefined;
  return isAny || Object.values(sentOf(args)).some(mayReduce);
}

/**
 * Returns the data that a call removes.
 * @param args validated arguments
 * @param record current record, as the operation's `target` returned it
 * @param card fields of the record's type, if the type was read
 */
export function lossesOf(operation: Marked, args: Arguments, record: unknown, card?: Card): Lost {
  const { loses = {}, replaces = {}, keeps = {} } = operation;
  if (typeof record !== 'object' || record === null) return 'unread';
  const present = record as Row;
  const lost = [...taken(loses, args, present), ...rowsIn(loses, args, present, card)];
  for (const [name, list] of Object.entries(replaces)) {
    const given = args[name];
    if (!Array.isArray(given) || list.missing === 'kept') continue;
    const gone = missingEntries(given, record, { name, list });
    if (gone === undefined) return 'unread';
    if (gone.length > 0) lost.push({ path: [name], value: gone });
  }
  const whole = new Set(loses.whole);
  if (whole.size > 0 && [...whole].every((name) => present[name] === undefined)) return 'unread';
  const sent = sentOf(args);
  const given = Object.keys(sent).filter((name) => !(name in replaces) && name !== loses.rows);
  for (const name of new Set([...whole, ...given])) {
    const value = valueIn(present, keeps[name] ?? name);
    // A string is not lost if the call sends it elsewhere in the request.
    if (whole.has(name) && typeof value === 'string' && holds(sent, value)) continue;
    const of = name === loses.card?.argument ? card : undefined;
    lost.push(...emptied(sent[name], value, { path: [name], isWhole: whole.has(name), card: of }));
  }
  return lost.length === 0 && surelyLoses(operation, args) ? 'unread' : lost;
}

/** Checks whether the type of the record must be read to determine the losses or their display names. */
export function needsCard({ loses }: Marked, args: Arguments, record: unknown, lost: Lost): boolean {
  const name = loses?.card?.argument;
  if (name === undefined || lost === 'unread') return false;
  const present = byPlainName(((record as Row)[name] ?? {}) as Row);
  return lost.length > 0 || Object.keys((args[name] ?? {}) as Row).some((key) => !present.has(plainKey(key)));
}

/**
 * Returns the fields that every call removes. If the call lacks the argument that protects list entries, also returns
 * the entries that match the call.
 */
function taken({ always = [], without }: Losses, args: Arguments, record: Row): Loss[] {
  const fields = always
    .filter((name) => isFilled(record[name]))
    .map((name) => ({ path: [name], value: record[name] }));
  if (without === undefined || args[without.argument] !== undefined) return fields;
  const { list, where } = without;
  const entries = Array.isArray(record[list]) ? (record[list] as readonly (Row | null)[]) : [];
  const agrees = (entry: Row | null) =>
    Object.entries(where).every(([field, name]) => keyOf(entry?.[field]) === keyOf(args[name]));
  const gone = entries.filter(agrees);
  return gone.length > 0 ? [...fields, { path: [list], value: gone }] : fields;
}

function rowsIn({ rows, card: from }: Losses, args: Arguments, record: Row, card: Card | undefined): Loss[] {
  const given = rows === undefined ? undefined : args[rows];
  if (!Array.isArray(given)) return [];
  const fields = byPlainName((record[from?.argument ?? ''] ?? {}) as Row);
  return (given as { Tag: string; Ordinal: number }[]).flatMap((row) => {
    const value = rowOf(fields, row, card);
    // If the row is empty, deleting it loses nothing.
    if (value !== undefined && !isFilled(value)) return [];
    return [{ path: [row.Tag, String(row.Ordinal)], name: card?.nameOf(row.Tag), value }];
  });
}

interface At {
  readonly path: readonly string[];
  /** True if the call also removes the parts that it omits. */
  readonly isWhole: boolean;
  readonly card?: Card | undefined;
}

/** Returns the parts of a current value that are lost. A part that gets a new value is not lost. */
function emptied(given: unknown, present: unknown, at: At): Loss[] {
  if (!isFilled(present) || (given === undefined && !at.isWhole)) return [];
  const whole = [{ path: at.path, value: present }];
  if (isGroup(present) && (given === undefined || given === null || given === '' || isGroup(given)))
    return membersEmptied(given, present, at);
  if (isGroup(given)) return at.isWhole || mayReduce(given) ? whole : [];
  if (!Array.isArray(present) || !Array.isArray(given)) return isFilled(given) ? [] : whole;
  const gone = shortenedBy(given, present);
  return gone.length > 0 ? [{ path: at.path, value: gone }] : [];
}

function membersEmptied(given: unknown, present: Row, { path, isWhole, card }: At): Loss[] {
  const sent = byPlainName(isGroup(given) ? given : {});
  const known = byPlainName(present);
  // If the call identifies fields by their External ID, all other fields stay unchanged (API description, Object).
  const isForeign = (key: string) => card?.keysOf(key).length === 0 && !known.has(key);
  const inside = given === null || given === '' || (isWhole && ![...sent.keys()].some(isForeign));
  return Object.entries(present).flatMap(([key, value]) => {
    const keys = [key, `${key}Id`, ...(card?.keysOf(key) ?? [])].map(plainKey);
    const written = sent.get(keys.find((one) => sent.has(one)) ?? '');
    const lost = emptied(written, value, { path: [...path, key], isWhole: inside });
    return card ? lost.map((loss) => ({ ...loss, name: card.nameOf(key) })) : lost;
  });
}

/** Returns the entries that are missing from a shorter list. */
function shortenedBy(given: readonly unknown[], present: readonly unknown[]): readonly unknown[] {
  const [stays, had] = [given.filter(isFilled), present.filter(isFilled)];
  if (stays.length >= had.length) return [];
  const keys = new Set(stays.map(keyOf));
  const gone = had.filter((entry) => !keys.has(keyOf(entry)));
  return gone.length > 0 ? gone : had.slice(stays.length);
}

/** Returns the arguments as they are sent, with the fields in `more` next to the others. */
function sentOf(args: Arguments): Row {
  const { [moreArgument]: more, [dropArgument]: _dropped, ...sent } = args;
  return { ...sent, ...(more as Row | undefined) };
}

/**
 * Checks whether writing a value may remove data. This is so if the value is empty, if it is a list, which may be
 * shorter than the current one, or if it contains such a value.
 */
const mayReduce = (value: unknown): boolean =>
  isGroup(value) ? Object.values(value).some(mayReduce) : Array.isArray(value) || !isFilled(value);

/** Returns the value for an argument. The record may contain `ResponsibleId` as `Responsible`. */
const valueIn = (record: Row, name: string): unknown =>
  record[name] ?? (name.endsWith('Id') ? record[name.slice(0, -2)] : undefined);

function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isFilled);
  return value !== null && value !== undefined;
}

/** Checks whether a value is a group of fields. A reference to another record counts as a single value. */
const isGroup = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('Id' in value);

function keyOf(value: unknown): string {
  const id = (value as { Id?: unknown } | null | undefined)?.Id ?? value;
  return (typeof id === 'string' ? id : JSON.stringify(id ?? null)).trim().toLowerCase();
}

const holds = (value: unknown, text: string): boolean =>
  value === text ||
  (typeof value === 'object' && value !== null && Object.values(value).some((item) => holds(item, text)));
