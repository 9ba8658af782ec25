import { InvalidArgumentsError } from '../../contract/errors.ts';
import type { SqlEngine, SqlSchema } from '../../contract/features/sql-engine.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { type CardField, cardColumn, childTable, fieldsIn, readCardFields } from './card-columns.ts';
import { unknownName } from './names-and-values/unknown-names.ts';
import type { QueryTable, TableColumn } from './tables/table.ts';
import { blockNamed, holderColumn, readTableBlock } from './tables/table-blocks.ts';

/** A statement whose table and column names have all been resolved. */
export interface Resolved {
  /** All tables with their columns, including the object card columns that the statement names. */
  readonly tables: readonly QueryTable[];
  readonly schema: SqlSchema;
  /** Columns that the statement reads, by table. */
  readonly reads: ReadonlyMap<QueryTable, readonly TableColumn[]>;
  /** Object card fields that the statement reads, by table name. */
  readonly fields: ReadonlyMap<string, readonly CardField[]>;
}

/** Maximum number of object card names in a statement, because each one requires another check by the SQL engine. */
const maxNames = 100;

/**
 * Determines the tables and columns that a statement reads. Object card columns, further columns of a table and child
 * tables are added only if the statement names them, so `*` selects the columns of lists.
 * @throws InvalidArgumentsError with the nearest name if a name is unknown
 */
export async function resolveStatement(
  sql: string,
  base: readonly QueryTable[],
  { engine, operations }: { readonly engine: SqlEngine; readonly operations: OperationClient },
): Promise<Resolved> {
  const tables = new Map(base.map((table) => [table.name, table]));
  const fields = new Map<string, readonly CardField[]>();
  const fieldsOf = async (table: QueryTable) => {
    const known = fields.get(table.name) ?? (await readCardFields(operations, table));
    fields.set(table.name, known);
    return known;
  };
  const words = sql.toLowerCase().split(/[^\p{L}\p{N}_]+/u);
  const named = base.filter(
    ({ name, types }) => types && words.some((word) => word === name || word.startsWith(`${name}_`)),
  );
  for (let count = 0; count < maxNames; count += 1) {
    const schema = schemaOf([...tables.values()]);
    const { reads, unknown } = await engine.analyse(sql, schema, operations.signal);
    if (reads) {
      const read = Object.entries(reads).map(([name, columns]) => {
        const table = tables.get(name) as QueryTable;
        return [table, table.columns.filter((column) => columns.includes(column.name))] as const;
      });
      return { tables: [...tables.values()], schema, reads: new Map(read), fields };
    }
    const name = unknown.what === 'column' ? (unknown.name.split('.').at(-1) ?? '') : unknown.name;
    const read = [...tables.values()].filter((table) => words.includes(table.name.toLowerCase()));
    let isNew = false;
    const qualified = unknown.what === 'column' ? qualifiedBy(unknown.name, sql, read) : [];
    const meant = unknown.what === 'column' && qualified.length === 0 ? read : qualified;
    const mayBeOther = unknown.name.includes('.') || meant.length === 1 || isSingleSelect(words);
    for (const [table, column] of furtherColumns(meant, name, mayBeOther))
      isNew = tables.set(table.name, withColumn(table, column)) !== undefined;
    const block = unknown.what === 'table' ? blockNamed(name) : undefined;
    if (block !== undefined) {
      const found = await readTableBlock(operations, name, block);
      isNew = tables.set(name, found.table) !== undefined;
      fields.set(name, found.fields);
      named.push(found.table);
    }
    for (const child of unknown.what === 'column' && !isNew ? meant : []) {
      const parent = named.find((one) => 'rowsOf' in child.rows && one.name === child.rows.rowsOf);
      const own = parent ? fieldsIn(child.name, await fieldsOf(parent)) : [];
      const column = cardColumn(own, name);
      if (column && child.columns.every((one) => one.name !== name))
        isNew = tables.set(child.name, withColumn(child, column)) !== undefined;
    }
    const isMeant = ({ name: one }: QueryTable) =>
      qualified.length === 0 || qualified.some((table) => table.name === one);
    for (const table of unknown.what === 'function' || isNew ? [] : named.filter(isMeant)) {
      const known = await fieldsOf(table);
      if (unknown.what === 'table') {
        const child = childTable(table, known, name);
        if (child && !tables.has(child.name)) isNew = tables.set(child.name, child) !== undefined;
        continue;
      }
      const full = tables.get(table.name) as QueryTable;
      const isThere = full.columns.some((one) => one.name === name);
      const column = isThere ? undefined : columnNamed(table, known, name);
      if (column) isNew = tables.set(table.name, withColumn(full, column)) !== undefined;
    }
    if (!isNew)
      throw unknownName(unknown.what, name, {
        tables: [...tables.values()],
        read,
        fields: [...fields.values()].flat(),
      });
  }
  throw new InvalidArgumentsError(`sql: reads more than ${maxNames} card fields. Select fewer.`);
}

const withColumn = (table: QueryTable, column: TableColumn): QueryTable => ({
  ...table,
  columns: [...table.columns, column],
});

/**
 * Returns the tables that the qualifier of a column name refers to, such as `t` in `t.mine`. Returns none if the name
 * has no qualifier, or one of another query in the statement.
 */
function qualifiedBy(name: string, sql: string, read: readonly QueryTable[]): readonly QueryTable[] {
  const qualifier = name.includes('.') ? name.split('.').at(-2)?.toLowerCase() : undefined;
  if (qualifier === undefined) return [];
  const words = sql.toLowerCase().split(/[^\p{L}\p{N}_]+/u);
  const isMeant = (table: string) =>
    table === qualifier ||
    words.some(
      (word, at) => word === table && qualifier === (words[at + 1] === 'as' ? words[at + 2] : words[at + 1]),
    );
  return read.filter((table) => isMeant(table.name.toLowerCase()));
}

/**
 * Checks whether a statement has no subquery. In a subquery, SQLite silently resolves a column that the inner table
 * lacks to a column of the outer query.
 */
const isSingleSelect = (words: readonly string[]) => words.filter((word) => word === 'select').length === 1;

/**
 * Returns the columns that `*` omits and that have this name, by table. If there are none and `mayBeOther` is set,
 * returns the columns for which the name is an alias.
 */
function furtherColumns(
  tables: readonly QueryTable[],
  name: string,
  mayBeOther: boolean,
): readonly (readonly [QueryTable, TableColumn])[] {
  const asked = name.toLowerCase();
  const lacking = tables.filter(({ columns }) => columns.every((one) => one.name.toLowerCase() !== asked));
  const named = (columnsOf: (table: QueryTable) => TableColumn | undefined) =>
    lacking.flatMap((table) => {
      const column = columnsOf(table);
      return column ? [[table, { ...column, name }] as const] : [];
    });
  const further = named((table) => table.further?.find((one) => one.name === asked));
  if (further.length > 0 || !mayBeOther) return further;
  return named(({ columns, further: more = [] }) =>
    [...columns, ...more].find(({ also }) => also?.includes(asked)),
  );
}

function columnNamed(
  { rows }: QueryTable,
  fields: readonly CardField[],
  name: string,
): TableColumn | undefined {
  const column = cardColumn(fields, name);
  if (!('block' in rows)) return column;
  if (name.toLowerCase() === holderColumn.name) return holderColumn;
  const { onCard: _, ...listed } = column ?? {};
  return column && (listed as TableColumn);
}

const typeOf = ({ as }: TableColumn) =>
  as === 'number' || as === 'flag' ? 'NUMERIC' : as === 'due' || as === 'any' ? '' : 'TEXT';

const schemaOf = (tables: readonly QueryTable[]): SqlSchema =>
  Object.fromEntries(
    tables.map(({ name, columns }) => [
      name,
      columns.map((column) => ({ name: column.name, type: typeOf(column), kind: column.as }) as const),
    ]),
  );
