import { ifCallFails, isCallError } from '../../contract/errors.ts';
import type { SqlRows, SqlValue } from '../../contract/features/sql-engine.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { RecordKind } from '../../contract/records/record-ref.ts';
import { isRow } from '../../contract/records/row.ts';
import { type Note, worded } from '../../contract/worded.ts';
import { daysOf } from '../../domain/events.ts';
import { groupsOfUsers, maxMembers, type NamedGroup } from '../../domain/people/groups-of-users.ts';
import { eventRecord, read } from '../../domain/records.ts';
import { findNames } from '../../domain/reference-names.ts';
import { mapInTurns } from '../../util/give-way.ts';
import type { CardField } from './card-columns.ts';
import { type Computing, readComputed } from './computed.ts';
import { queryMessages } from './messages.ts';
import type { Reader } from './reader.ts';
import type { Source } from './source.ts';
import type { QueryTable, TableColumn } from './tables/table.ts';
import { cellOf, hasEntries, type RawRecord, referenceOf, valueAt } from './values.ts';

export interface Filling extends Computing {
  readonly source: Source;
}

/** Maximum number of participants whose names are read one by one. If there are more, the whole list is read. */
const fewParticipants = 10;
/** Maximum number of records of a kind that are read one by one for their names. */
const maxReadSingly = 100;

/** Returns the rows of a table with some of its columns. @throws errors of `OperationClient.call` */
export async function fillTable(
  filling: Filling,
  table: QueryTable,
  columns: readonly TableColumn[],
  fields: readonly CardField[] = [],
): Promise<SqlRows> {
  const { reader, clock, note } = filling;
  const records = await reader.records(table, await needsCards(reader, table, columns));
  const fromCards = records.filter((record) => !reader.unread.has(record));
  const ungiven = columns.filter((column) => isUngiven(column, column.onCard ? fromCards : records));
  if (ungiven.length > 0)
    note(
      worded(queryMessages.notGiven, {
        columns: ungiven.map(({ name }) => `${table.name}.${name}`).join(', '),
      }),
    );
  const some = historyNote(table, columns, fromCards);
  if (some) note(some);
  for (const one of withheldNotes(table, columns, records, fields)) note(one);
  const several = severalIn(table, columns, records, fields);
  if (several.length > 0) note(worded(queryMessages.several, { columns: several.join(', ') }));
  const names = await namesOf(filling, columns, records);
  const computed = await readComputed(filling, columns, records);
  const cell = (record: RawRecord, column: TableColumn): SqlValue => {
    const compute = computed.get(column.from[0] ?? '');
    const isDay = column.dayOf && record.AllDay === true && valueAt(record, column.from) != null;
    const days = isDay ? daysOf(clock, read(eventRecord, record)) : undefined;
    if (days && column.dayOf) return days[column.dayOf];
    return compute ? compute(record) : cellOf(heldAt(record, column), column, { clock, names });
  };
  return {
    columns: columns.map(({ name }) => name),
    rows: await mapInTurns(records, (record) => columns.map((column) => cell(record, column))),
  };
}

/** Checks whether single records must be read, because the list lacks the value of a column. */
async function needsCards(
  reader: Reader,
  table: QueryTable,
  columns: readonly TableColumn[],
): Promise<boolean> {
  if (columns.some(({ onCard }) => onCard === true)) return true;
  const unlessListed = columns.filter(({ onCard }) => onCard !== undefined);
  if (unlessListed.length === 0) return false;
  const listed = await reader.records(table, false);
  return unlessListed.some((column) => isUngiven(column, listed));
}

/** Returns the value for a column. An attendee refers to its record by `EntityId` (API description, Attendee). */
function heldAt(record: RawRecord, { from, beside }: TableColumn): unknown {
  if (beside !== undefined) return valueAt(record, from) || valueAt(record, [...from.slice(0, -1), beside]);
  if (from[0] !== '~attendee') return valueAt(record, from);
  const { EntityId, Name, Email, Type } = record;
  const isNamed = typeof Name === 'string' && Name !== '';
  return typeof EntityId === 'string' && EntityId !== ''
    ? { Id: EntityId, Type, ...(isNamed ? { Name } : {}) }
    : { Id: Email, Name: isNamed ? Name : Email };
}

/** Checks whether the service omits a field, which means that no record contains it even with an empty value. */
const isUngiven = (column: TableColumn, records: readonly RawRecord[]) => {
  const {
    from: [first = ''],
  } = column;
  const isGiven = (one: RawRecord) =>
    isOfHistory(column) ? hasEntries(one[first]) : Object.hasOwn(one, first);
  return /^[A-Z]/.test(first) && records.length > 0 && !records.some(isGiven);
};

const isOfHistory = ({ from: [, step = ''] }: TableColumn) => step.startsWith('~');

/** Returns a note if only some records have a history, because NULL then does not mean that nobody changed them. */
function historyNote(
  { name: table }: QueryTable,
  columns: readonly TableColumn[],
  records: readonly RawRecord[],
): Note | undefined {
  const own = columns.filter(isOfHistory);
  const field = own[0]?.from[0] ?? '';
  const some = records.filter((one) => !hasEntries(one[field])).length;
  if (own.length === 0 || some === 0 || some === records.length) return undefined;
  const names = own.map(({ name }) => name).join(', ');
  return worded(queryMessages.someNull, { field, some, all: records.length, table, columns: names });
}

/** Returns the columns of card fields with several values in a cell, and the tables with a row for each value. */
const severalIn = (
  { name: table }: QueryTable,
  columns: readonly TableColumn[],
  records: readonly RawRecord[],
  fields: readonly CardField[],
): string[] =>
  columns.flatMap(({ name, from }) => {
    const isSeveral = (record: RawRecord) => [valueAt(record, from) ?? []].flat().length > 1;
    if (from[0] !== 'Fields' || !records.some(isSeveral)) return [];
    const rowsIn = fields.find(({ key }) => key === from[1])?.rowsIn;
    return [`${table}.${name}${rowsIn === undefined ? '' : ` (${rowsIn})`}`];
  });

/**
 * Returns notes about withheld fields. A field is withheld if a card lacks it although the type of the card has it and
 * the card contains other empty fields.
 */
function withheldNotes(
  { name: table, rows }: QueryTable,
  columns: readonly TableColumn[],
  records: readonly RawRecord[],
  fields: readonly CardField[],
): Note[] {
  return columns.flatMap(({ name, from: [first, key] }) => {
    const field = first === 'Fields' ? fields.find((one) => one.key === key) : undefined;
    if (field === undefined) return [];
    // All rows of a table block have its fields, regardless of their type.
    const isOfType = ({ Type }: RawRecord) =>
      'block' in rows || (isRow(Type) && field.types.has(String(Type.Id)));
    const having = records.filter((record) => isRow(record.Fields) && isOfType(record));
    const lacking = having.filter(
      ({ Fields }) =>
        !Object.hasOwn(Fields as RawRecord, field.key) &&
        ('block' in rows || Object.values(Fields as RawRecord).includes(null)),
    );
    if (lacking.length === 0) return [];
    return [
      worded(queryMessages.withheld, {
        column: `${table}.${name}`,
        some: lacking.length,
        all: having.length,
      }),
    ];
  });
}

/** Reads the names of referenced records if the rows do not contain them. */
async function namesOf(
  { source, operations, names, note }: Filling,
  columns: readonly TableColumn[],
  records: readonly RawRecord[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = columns.flatMap((column) => {
    const { as, of, within } = column;
    if (as !== 'name' || of === undefined) return [];
    return records
      .flatMap((record) => heldAt(record, column) ?? [])
      .flatMap((one) => {
        const value = referenceOf(one);
        if (!isRow(value) || typeof value.Id !== 'string' || typeof value.Name === 'string') return [];
        return [{ kind: kindOf(of, value), id: value.Id, within }];
      });
  });
  const unique = [...new Map(wanted.map((one) => [one.id, one])).values()];
  const participants = unique.filter(({ kind }) => kind === 'participant');
  const listed =
    participants.length > fewParticipants ? await source.list('participants', 'list_participants', {}) : [];
  const known = new Map(
    listed.flatMap(({ Id, Name }) => (typeof Name === 'string' ? [[Id, Name] as const] : [])),
  );
  for (const [id, name] of await valuesAnywhere(source, unique)) known.set(id, name);
  const found = await findNames(operations, names, unique, known, { maxRead: maxReadSingly });
  for (const one of found.notes) note(one);
  const groups = unique.flatMap(({ kind, id }) => (kind === 'group' ? [id] : []));
  return withGroups(source, operations, found.names, groups);
}

/** Adds the names of groups, which only the records of their members contain. Leaves out those that are not found. */
async function withGroups(
  source: Source,
  operations: OperationClient,
  known: ReadonlyMap<string, string>,
  groups: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const missing = groups.filter((id) => !known.has(id));
  const most = Math.min(maxMembers, source.left());
  if (missing.length === 0 || most <= 0) return known;
  const areNamed = (found: readonly NamedGroup[]) =>
    missing.every((id) => found.some(({ Id, Name }) => Id === id && Name !== undefined));
  const found = await groupsOfUsers(operations, areNamed, most).catch(ifCallFails([]));
  return new Map([
    ...known,
    ...found.flatMap(({ Id, Name }) =>
      Id !== undefined && Name !== undefined && missing.includes(Id) ? [[Id, Name] as const] : [],
    ),
  ]);
}

/** Reads the values of all dictionaries if the type does not define the dictionary of a value. */
async function valuesAnywhere(
  source: Source,
  wanted: readonly { readonly kind: RecordKind | 'group'; readonly within: string | undefined }[],
): Promise<readonly (readonly [id: string, name: string])[]> {
  if (!wanted.some(({ kind, within }) => kind === 'dictionary value' && within === undefined)) return [];
  try {
    const dictionaries = await source.list('dictionaries', 'list_dictionaries', {}, true);
    const values = await Promise.all(
      dictionaries.map(({ Id }) =>
        source.list('dictionary_values', 'list_dictionary_values', { id: Id }, true),
      ),
    );
    return values.flat().flatMap(({ Id, Name }) => (typeof Name === 'string' ? [[Id, Name] as const] : []));
  } catch (error) {
    // Leave the values without names. The cells show that the names are missing.
    if (isCallError(error)) return [];
    throw error;
  }
}

/** Returns the kind of the referenced record, which may be a group where users are expected. */
function kindOf(kind: RecordKind, { Type }: RawRecord): RecordKind | 'group' {
  if (kind !== 'user') return kind;
  return Type === 'Group' ? 'group' : Type === 'Participant' ? 'participant' : kind;
}
