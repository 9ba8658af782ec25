import { InvalidArgumentsError } from '../../contract/errors.ts';
import type { SqlEngine, SqlSchema } from '../../contract/features/sql-engine.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { didYouMean, nearestWords } from '../../contract/spelling.ts';
import { type CardField, cardColumn, childTable, namesOfField, readCardFields } from './card-columns.ts';
import type { QueryTable, TableColumn } from './tables/table.ts';
import { blockNamed, holderColumn, readTableBlock } from './tables/table-blocks.ts';

/** A statement in which all names are known. */
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
 * Determines the tables and columns that a statement reads. Object card columns and child tables are added only if the
 * statement names them, so `*` selects the columns of lists.
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
    let isNew = false;
    const block = unknown.what === 'table' ? blockNamed(name) : undefined;
    if (block !== undefined) {
      const found = await readTableBlock(operations, name, block);
      isNew = tables.set(name, found.table) !== undefined;
      fields.set(name, found.fields);
      named.push(found.table);
    }
    for (const table of unknown.what === 'function' ? [] : named) {
      const known = await fieldsOf(table);
      if (unknown.what === 'table') {
        const child = childTable(table, known, name);
        if (child && !tables.has(child.name)) isNew = tables.set(child.name, child) !== undefined;
        continue;
      }
      const { columns } = tables.get(table.name) as QueryTable;
      const column = columns.some((one) => one.name === name) ? undefined : columnNamed(table, known, name);
      if (column) isNew = tables.set(table.name, { ...table, columns: [...columns, column] }) !== undefined;
    }
    if (!isNew) {
      const all = [...tables.values()];
      const read = all.filter((table) => words.includes(table.name.toLowerCase()));
      throw unknownName(unknown.what, name, { tables: all, read, fields: [...fields.values()].flat() });
    }
  }
  throw new InvalidArgumentsError(`sql: reads more than ${maxNames} card fields. Name fewer.`);
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

function unknownName(
  what: 'table' | 'column' | 'function',
  name: string,
  {
    tables,
    read,
    fields,
  }: {
    readonly tables: readonly QueryTable[];
    /** Tables that the statement names. */
    readonly read: readonly QueryTable[];
    readonly fields: readonly CardField[];
  },
): InvalidArgumentsError {
  const said = `sql: there is no ${what} ${JSON.stringify(name.slice(0, 80))}`;
  if (what === 'function')
    return new InvalidArgumentsError(`${said}. Functions are those of SQLite, without files and extensions.`);
  if (what === 'table') {
    const children = fields.flatMap(({ rowsIn }) => rowsIn ?? []);
    const known = [...tables.map((table) => table.name), ...children];
    return new InvalidArgumentsError(`${said}${didYouMean(name, known)}. Tables: ${known.join(', ')}.`);
  }
  const homes = tables.filter(({ columns }) => columns.some((column) => column.name === name.toLowerCase()));
  const asked = name.toLowerCase();
  const own = tables.filter((table) => table.name.endsWith(`_${asked}s`)).map((table) => table.name);
  const columns = [...new Set(tables.flatMap((table) => table.columns.map((one) => one.name)))];
  const where =
    homes.length > 0
      ? ` in the tables that are read${homes.length > mostHomes ? '' : `: it is in ${homes.map((table) => table.name).join(', ')}`}${own.length > 0 ? `; there is also the table ${own.join(', ')}` : ''}`
      : didYouMean(name, [...columns, ...fields.flatMap(namesOfField)]) || ofOneWord(asked, columns);
  const there = read.slice(0, mostTold).map((table) => ` ${table.name} has ${nearestFirst(asked, table)}.`);
  return new InvalidArgumentsError(
    `${said}${where}.${there.join('')} Put texts in single quotation marks; describe_records lists the columns.`,
  );
}

/**
 * Maximum number of tables with the same column for which it is a useful hint. A column such as `name` is in too many
 * tables.
 */
const mostHomes = 6;

/** Maximum number of tables whose columns are listed in an error message. */
const mostTold = 3;

/** Returns the columns of a table. Columns with a spelling similar to the name come first. */
function nearestFirst(name: string, { columns }: QueryTable): string {
  const names = columns.map((column) => column.name);
  const near = nearestWords(name, names, names.length);
  return [...near, ...names.filter((one) => !near.includes(one))].join(', ');
}

/** Minimum length of a word to compare. Shorter words, such as `id` or `name`, are part of too many names. */
const leastWord = 5;

/** Returns a hint for the only column that is similar to a word of the name, such as `changed` for `last_change`. */
function ofOneWord(asked: string, columns: readonly string[]): string {
  const words = asked.split('_').filter((word) => word.length >= leastWord);
  const meant = columns.filter((column) =>
    words.some((word) => column.startsWith(word) || word.startsWith(column)),
  );
  return meant.length === 1 ? ` (did you mean ${meant[0]}?)` : '';
}
