import { ifCallFails } from '../../contract/errors.ts';
import type { SqlEngine, SqlRows, SqlRun } from '../../contract/features/sql-engine.ts';
import { isRow } from '../../contract/records/row.ts';
import { isUuid } from '../../contract/uuid.ts';
import { type Filling, fillTable } from './fill.ts';
import type { Resolved } from './resolve.ts';
import type { AnyRecord } from './source.ts';
import type { QueryTable, TableColumn } from './tables/table.ts';
import { type RawRecord, valueAt } from './values.ts';

/** A statement, with the data that is the same for all of its tables. */
export interface Narrowing {
  readonly engine: SqlEngine;
  readonly resolved: Resolved;
  readonly run: Pick<SqlRun, 'sql' | 'now' | 'timeZone' | 'literals'>;
  readonly filling: Filling;
}

type Reads = readonly TableColumn[];

/**
 * Returns the records in a list that must be read one by one, judged by the conditions on columns that the list
 * contains. Includes records whose row in the list lacks data for these conditions.
 */
export async function neededRecords(
  narrowing: Narrowing,
  parent: QueryTable,
  records: readonly AnyRecord[],
): Promise<readonly AnyRecord[]> {
  const { reads } = narrowing.resolved;
  // Tables whose rows come from single records: the table itself, and the tables whose rows are inside these records.
  const users = [...reads].filter(([table, columns]) =>
    table.name === parent.name ? columns.some(({ onCard }) => onCard) : isWithin(table, parent),
  );
  if (users.length === 0) return records;
  const own = [...reads].find(([table]) => table.name === parent.name);
  const listed = await listedTables(narrowing, parent, records);
  const needed = new Set<AnyRecord>();
  for (const [table, columns] of users) {
    const isOwn = table.name === parent.name;
    const inside = isOwn ? undefined : insideRows(columns, records);
    const id = isOwn ? own?.[0].columns.find(isId) : columns.find(isParentId);
    if (id === undefined) return records;
    const tables = {
      ...Object.fromEntries([...reads].map(([one]) => [one.name, nothing])),
      ...Object.fromEntries(listed.map(({ table: { name }, rows }) => [name, rows])),
      ...(inside ? { [table.name]: inside } : {}),
    };
    const request = { ...narrowing.run, schema: narrowing.resolved.schema, tables };
    const target = { table: table.name, column: id.name };
    const found = await narrowing.engine
      .narrow({ ...request, target }, narrowing.filling.operations.signal)
      .catch(ignored);
    if (found === undefined) return records;
    const ids = new Set(found.values);
    const unsure = new Set(listed.flatMap((one) => one.unsure(found.used[one.table.name] ?? [])));
    for (const record of records) if (ids.has(record.Id) || unsure.has(record.Id)) needed.add(record);
  }
  return records.filter((record) => needed.has(record));
}

const nothing: SqlRows = { columns: [], rows: [] };

const isId = ({ as, from }: TableColumn) => as === 'id' && from.join('.') === 'Id';
const isParentId = ({ as, from }: TableColumn) => as === 'id' && from.join('.') === '^.Id';

const isWithin = ({ rows }: QueryTable, { name }: QueryTable) =>
  ('in' in rows && rows.in === name && rows.onCard !== undefined) ||
  ('rowsOf' in rows && rows.rowsOf === name);

/** Ignores a failed call, because the query then reads all records and reports the failure. */
const ignored = ifCallFails(undefined);

interface ListedTable {
  readonly table: QueryTable;
  readonly rows: SqlRows;
  /** Returns the ids of the records whose row in the list lacks data for these columns. */
  readonly unsure: (columns: readonly string[]) => readonly string[];
}

/** Returns the tables of the statement whose lists contain records of the parent table: for `objects`, also `cases`. */
async function listedTables(
  narrowing: Narrowing,
  parent: QueryTable,
  records: readonly AnyRecord[],
): Promise<readonly ListedTable[]> {
  const same = [...narrowing.resolved.reads].filter(
    ([{ name, rows }]) =>
      name === parent.name || (cardOf(rows) !== undefined && cardOf(rows) === cardOf(parent.rows)),
  );
  const listed = await Promise.all(
    same.map(async ([table, columns]) => {
      const own =
        table.name === parent.name
          ? records
          : await narrowing.filling.reader.records(table, false).catch(ignored);
      if (own === undefined) return [];
      const found = await listedRows(narrowing, [table, columns], own as readonly AnyRecord[]);
      return found ? [{ table, ...found }] : [];
    }),
  );
  return listed.flat();
}

const cardOf = (rows: QueryTable['rows']) => ('card' in rows ? rows.card : undefined);

/** Returns the rows of a table, with the columns that its list contains. */
async function listedRows(
  { filling }: Narrowing,
  [table, columns]: readonly [QueryTable, Reads],
  records: readonly AnyRecord[],
) {
  const id = table.columns.filter(isId);
  // Omit descriptions, because a list may shorten them.
  const listed = columns.filter(({ onCard, from }) => !onCard && from[0] !== 'Description');
  const all = [...listed, ...id.filter((one) => !listed.some(({ name }) => name === one.name))];
  const reader: Filling['reader'] = {
    ...filling.reader,
    records: (of, onCard) =>
      of.name === table.name ? Promise.resolve(records) : filling.reader.records(of, onCard),
  };
  const quiet = { ...filling, reader, note: () => undefined };
  const rows = await fillTable(quiet, table, all).catch(ignored);
  if (rows === undefined) return undefined;
  const unsure = (names: readonly string[]) => {
    const decisive = columns.filter(({ name }) => names.includes(name));
    const cell = (at: number, column: TableColumn) => rows.rows[at]?.[rows.columns.indexOf(column.name)];
    return records.flatMap((record, at) =>
      decisive.every((column) => isGiven(record, column, cell(at, column))) ? [] : [record.Id],
    );
  };
  return { rows, unsure };
}

/**
 * Stands in for the rows inside records, which are not known before the records are read. Returns one row for each
 * record, with only the columns that contain the id of the record.
 */
function insideRows(columns: Reads, records: readonly AnyRecord[]): SqlRows {
  const ids = columns.filter(isParentId);
  return {
    columns: ids.map(({ name }) => name),
    rows: records.map((record) => ids.map(() => record.Id)),
  };
}

/** Checks whether the list contains the same value for a column as the single record. */
function isGiven(record: RawRecord, { as, from }: TableColumn, cell: unknown): boolean {
  const [first = ''] = from;
  if (first.startsWith('~')) return cell !== undefined && cell !== null;
  if (!Object.hasOwn(record, first)) return false;
  const values = [valueAt(record, from)].flat();
  const isNamed = (value: unknown) =>
    isRow(value) ? typeof value.Name === 'string' : !(typeof value === 'string' && isUuid(value));
  return as !== 'name' || values.every(isNamed);
}
