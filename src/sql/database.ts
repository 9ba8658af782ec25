import type { Engine, EngineDatabase, EngineValue } from 'sql.js';
import { InvalidArgumentsError } from '../contract/errors.ts';
import type {
  SqlAnalysis,
  SqlNarrowed,
  SqlNarrowing,
  SqlResult,
  SqlRun,
  SqlSchema,
  SqlValue,
} from '../contract/features/sql-engine.ts';
import { rewriteComparisons } from './comparisons.ts';
import { conditionsOn } from './conditions.ts';
import {
  idKey,
  idKeyOf,
  momentKey,
  momentKeyOf,
  sortKey,
  sortKeyOf,
  textOfKey,
  textOfKeyOf,
} from './keys.ts';
import { like } from './like.ts';
import { createMomentReader, type ReadMomentText } from './moments.ts';
import { readStatement } from './statement.ts';
import { readTokens } from './tokens.ts';

/**
 * Memory limit in bytes. It applies separately to the tables, which are in an in-memory file, and to running the
 * statement.
 */
const maxBytes = 64 * 1024 * 1024;
const pageBytes = 4096;
/**
 * Settings of each database. They apply the memory limit to sorting, too, and turn off the journal, because nothing is
 * rolled back.
 */
const bounds = [
  `PRAGMA hard_heap_limit=${maxBytes}`,
  `PRAGMA page_size=${pageBytes}`,
  `PRAGMA max_page_count=${maxBytes / pageBytes}`,
  'PRAGMA temp_store=MEMORY',
  'PRAGMA journal_mode=OFF',
];
/**
 * Maximum number of returned rows, and of their characters. Both exceed every result that a tool returns. Further rows
 * are only counted.
 */
const maxRows = 2000;
const maxCharacters = 1_000_000;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Runs `work` on a temporary database. @throws InvalidArgumentsError with the message from the engine */
function onTables<Result>(
  { Database }: Engine,
  schema: SqlSchema,
  work: (database: EngineDatabase) => Result,
  readMoment: ReadMomentText = () => undefined,
): Result {
  const database = new Database();
  try {
    for (const bound of bounds) database.exec(bound);
    const lower = (text: unknown) => (text === null ? null : String(text).toLowerCase());
    const upper = (text: unknown) => (text === null ? null : String(text).toUpperCase());
    database.create_function('lower', lower).create_function('upper', upper);
    database.create_function('like', (pattern: unknown, text: unknown) => like(pattern, text));
    database.create_function('like', (pattern: unknown, text: unknown, mark: unknown) =>
      like(pattern, text, String(mark)),
    );
    // Wrap each function in one with a single parameter, because `create_function` derives the number of arguments from
    // the parameters.
    const momentKeyIn = momentKeyOf(readMoment);
    database.create_function(momentKey, (value: unknown) => momentKeyIn(value));
    database.create_function(idKey, (value: unknown) => idKeyOf(value));
    database.create_function(sortKey, (value: unknown) => sortKeyOf(value));
    database.create_function(textOfKey, (value: unknown) => textOfKeyOf(value));
    for (const [table, columns] of Object.entries(schema))
      database.run(
        `CREATE TABLE ${quoted(table)} (${columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ')})`,
      );
    return work(database);
  } finally {
    database.close();
  }
}

/**
 * Returns the tables and columns that a statement reads. The engine compiles the statement over empty tables, and its
 * bytecode shows them.
 */
export function analyse(engine: Engine, text: string, schema: SqlSchema): SqlAnalysis {
  const { sql } = readStatement(text);
  return onTables(engine, schema, (database) => {
    try {
      const program = database.exec(`EXPLAIN ${sql}`)[0]?.values ?? [];
      const roots = database.exec('SELECT rootpage, name FROM sqlite_master')[0]?.values ?? [];
      return { reads: readsOf(program, new Map(roots.map(([root, name]) => [root, String(name)])), schema) };
    } catch (error) {
      const unknown = unknownIn(error);
      if (unknown) return { unknown };
      throw inWords(error);
    }
  });
}

type Operation = readonly unknown[];

/**
 * Returns the columns that a bytecode program reads, by table. The program opens cursors on tables and reads columns
 * through cursors (SQLite, Bytecode Engine).
 */
function readsOf(
  program: readonly Operation[],
  tables: ReadonlyMap<unknown, string>,
  schema: SqlSchema,
): Record<string, string[]> {
  const cursors = new Map<unknown, string>();
  const reads: Record<string, Set<string>> = {};
  for (const [, code, cursor, root] of program) {
    // For `Transaction`, the operand `root` is not 0 if the program writes.
    if (code === 'OpenWrite' || code === 'VUpdate' || (code === 'Transaction' && root !== 0))
      throw new InvalidArgumentsError('sql: should be one SELECT over the tables of describe_records.');
    const table = code === 'OpenRead' ? tables.get(root) : undefined;
    if (table === undefined) continue;
    cursors.set(cursor, table);
    reads[table] ??= new Set();
  }
  for (const [, code, cursor, index] of program) {
    const table = code === 'Column' ? cursors.get(cursor) : undefined;
    const column = table === undefined ? undefined : schema[table]?.[index as number]?.name;
    if (table !== undefined && column !== undefined) reads[table]?.add(column);
  }
  return Object.fromEntries(Object.entries(reads).map(([table, columns]) => [table, [...columns]]));
}

function unknownIn(error: unknown): SqlAnalysis['unknown'] {
  const found = /^no such (table|column|function): (.+)$/s.exec((error as Error).message);
  return found ? { what: found[1] as 'table', name: found[2] as string } : undefined;
}

/** Runs the statement over the rows. Calls `onLoaded` when all rows are in their tables. */
export function run(
  engine: Engine,
  { sql: text, schema, tables, timeZone, literals }: SqlRun,
  onLoaded: () => void,
): SqlResult {
  const readMoment = createMomentReader(timeZone);
  const { sql, ...hints } = rewriteComparisons(
    readStatement(text).sql,
    readIn(schema, tables),
    readMoment,
    literals,
  );
  const work = (database: EngineDatabase) => {
    try {
      fill(database, tables);
      onLoaded();
      return { ...select(database, sql), hints };
    } catch (error) {
      throw inWords(error);
    }
  };
  return onTables(engine, schema, work, readMoment);
}

/** Returns the columns of the tables that a statement reads. */
const readIn = (schema: SqlSchema, tables: SqlRun['tables']): SqlSchema =>
  Object.fromEntries(Object.keys(tables).map((table) => [table, schema[table] ?? []]));

function fill(database: EngineDatabase, tables: SqlRun['tables']): void {
  for (const [table, { columns, rows }] of Object.entries(tables))
    if (columns.length > 0) insert(database, table, columns, rows);
    else for (const _ of rows) database.run(`INSERT INTO ${quoted(table)} DEFAULT VALUES`);
  database.run('PRAGMA query_only=1');
}

/** Returns the rows of a table that can affect the result of a statement. */
export function narrow(
  engine: Engine,
  { sql: text, schema, tables, timeZone, target, literals }: SqlNarrowing,
  onLoaded: () => void,
): SqlNarrowed | undefined {
  const readMoment = createMomentReader(timeZone);
  const read = readIn(schema, tables);
  // Read the rewritten statement, so that its conditions compare here exactly as they will compare in the result.
  const tokens = readTokens(rewriteComparisons(readStatement(text).sql, read, readMoment, literals).sql);
  const filled = Object.entries(tables).filter(([, { columns }]) => columns.length > 0);
  const available = Object.fromEntries(filled.map(([table, { columns }]) => [table, columns]));
  const found = conditionsOn(tokens.list, target.table, read, available);
  const home = found?.references.find(({ table }) => table === target.table);
  if (found === undefined || home === undefined) return undefined;
  const from = found.references.map(({ table, alias }) => `${quoted(table)} AS ${quoted(alias)}`);
  const where = found.conditions.map((range) => `(${tokens.slice(range.from, range.to)})`);
  const sql = `SELECT DISTINCT ${quoted(home.alias)}.${quoted(target.column)} FROM ${from.join(', ')} WHERE ${where.join(' AND ')}`;
  const work = (database: EngineDatabase) => {
    try {
      fill(database, Object.fromEntries(filled));
      onLoaded();
      const statement = database.prepare(sql);
      const values: SqlValue[] = [];
      while (statement.step()) values.push(shown(statement.get(null, { useBigInt: true })[0] ?? null));
      statement.free();
      return { values, used: found.used };
    } catch {
      // The statement itself reports the error, if its result depends on it.
      return undefined;
    }
  };
  return onTables(engine, schema, work, readMoment);
}

function insert(
  database: EngineDatabase,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
): void {
  const places = columns.map(() => '?').join(', ');
  database.run('BEGIN');
  const statement = database.prepare(
    `INSERT INTO ${quoted(table)} (${columns.map(quoted).join(', ')}) VALUES (${places})`,
  );
  for (const row of rows) statement.run(row);
  statement.free();
  database.run('COMMIT');
}

/** Converts a value for an answer. Integers that JavaScript cannot represent become strings of digits. */
function shown(value: EngineValue): SqlValue {
  if (value instanceof Uint8Array) return '(bytes)';
  // JSON has no infinite numbers, so they become strings.
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value !== 'bigint') return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** Returns the first rows and the number of all rows. */
function select(database: EngineDatabase, sql: string): Omit<SqlResult, 'hints'> {
  const statement = database.prepare(sql);
  const rows: SqlValue[][] = [];
  let characters = 0;
  let total = 0;
  while (statement.step()) {
    total += 1;
    if (rows.length >= maxRows || characters >= maxCharacters) continue;
    const row = statement.get(null, { useBigInt: true }).map(shown);
    for (const value of row) characters += String(value).length;
    rows.push(row);
  }
  const columns = statement.getColumnNames();
  statement.free();
  return { columns, rows, total };
}

function inWords(error: unknown): unknown {
  if (error instanceof InvalidArgumentsError || !(error instanceof Error)) return error;
  if (/^(out of memory|database or disk is full|string or blob too big)$/.test(error.message))
    return new InvalidArgumentsError('sql: needs more than 64 MB. Read fewer columns or rows.');
  return new InvalidArgumentsError(`sql: ${error.message} (SQLite).`);
}
