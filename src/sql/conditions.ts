import type { SqlSchema } from '../contract/features/sql-engine.ts';
import { idKey, momentKey, sortKey, textOfKey } from './keys.ts';
import { partner, type Range, type SqlToken } from './tokens.ts';

/** A table in a FROM clause. */
export interface TableReference {
  readonly table: string;
  readonly alias: string;
}

/** Conditions that every row of a SELECT meets. They read columns of some tables in its FROM clause. */
export interface ColumnConditions {
  readonly references: readonly TableReference[];
  readonly conditions: readonly Range[];
  /** Columns that the conditions read, by table. */
  readonly used: Readonly<Record<string, readonly string[]>>;
}

const selectEnds = 'where group having order limit window union intersect except'.split(' ');
const joinWords = 'join left right full inner cross natural outer'.split(' ');
/** Words that a condition may contain, besides columns and functions. */
const plainWords = new Set(
  'and or not in is isnull notnull between like glob escape null true false case when then else end distinct from'.split(
    ' ',
  ),
);
/** Functions that always return the same value for the same arguments. Aggregates are not among them. */
const plainFunctions = new Set([
  ...'lower upper like glob date time datetime julianday unixepoch strftime coalesce ifnull nullif iif substr substring trim ltrim rtrim length instr replace round abs'.split(
    ' ',
  ),
  ...[momentKey, idKey, sortKey, textOfKey],
]);

const isWord = (token: SqlToken | undefined, words: readonly string[]) =>
  token?.kind === 'word' && words.includes(token.value);
const isMark = (token: SqlToken | undefined, mark: string) => token?.kind === 'other' && token.value === mark;
const isIdentifier = (token: SqlToken | undefined) =>
  token?.kind === 'name' ||
  (token?.kind === 'word' &&
    !isWord(token, [...selectEnds, ...joinWords, 'on', 'using', 'as', 'not', 'indexed', 'select']));

/**
 * Returns the conditions that a row of `target` must meet to affect the result. They are connected by AND, in WHERE or
 * in ON of an inner join, and read only columns of `available`. Returns undefined if there is none, or if the statement
 * reads the table twice. Returns undefined also if an outer join may replace the rows of the table with NULL.
 * @param available columns with known values, by table
 */
export function conditionsOn(
  list: readonly SqlToken[],
  target: string,
  schema: SqlSchema,
  available: Readonly<Record<string, readonly string[]>>,
): ColumnConditions | undefined {
  const clause = list
    .flatMap((_, at) => (isFrom(list, at) ? (readFrom(list, at, schema) ?? []) : []))
    .find(({ references }) => references.some(({ table }) => table === target));
  if (clause === undefined || !isNamedOnce(list, target)) return undefined;
  const references = clause.references.filter(
    ({ table }) => available[table] !== undefined && isNamedOnce(list, table),
  );
  const own = references.filter(({ table }) => table === target);
  const all = clause.ranges.flatMap((range) => conjuncts(list, range));
  const read = all.flatMap((range) => {
    const used = columnsIn(list, range, references, schema, available);
    return used === undefined ? [] : [{ range, used }];
  });
  const isJoined = read.some(({ used }) => used.size > 1 && used.has(target));
  const kept = read.filter(({ used }) => isJoined || [...used.keys()].every((table) => table === target));
  if (!kept.some(({ used }) => used.has(target))) return undefined;
  const used: Record<string, string[]> = {};
  for (const one of kept)
    for (const [table, columns] of one.used) used[table] = [...(used[table] ?? []), ...columns];
  return { references: isJoined ? references : own, conditions: kept.map(({ range }) => range), used };
}

/** Checks whether a FROM clause begins at an index. `IS DISTINCT FROM` begins none. */
const isFrom = (list: readonly SqlToken[], at: number) =>
  isWord(list[at], ['from']) && !isWord(list[at - 1], ['distinct']);

/** Checks whether a statement has a table name only once, except as a qualifier or alias. */
const isNamedOnce = (list: readonly SqlToken[], table: string) =>
  list.filter(
    ({ kind, value }, at) =>
      (kind === 'word' || kind === 'name') &&
      value === table.toLowerCase() &&
      !isMark(list[at - 1], '.') &&
      !isMark(list[at + 1], '.') &&
      !isWord(list[at - 1], ['as']),
  ).length === 1;

interface FromClause {
  /** Tables whose rows an outer join never replaces with NULL. */
  readonly references: readonly TableReference[];
  /** Expressions that every row meets: WHERE, and ON of inner joins. */
  readonly ranges: readonly Range[];
}

/** Reads a FROM clause and its WHERE. Returns undefined for joins other than inner and LEFT, and for USING. */
function readFrom(list: readonly SqlToken[], fromAt: number, schema: SqlSchema): FromClause | undefined {
  const references: TableReference[] = [];
  const ranges: Range[] = [];
  let isLeft = false;
  let at = fromAt + 1;
  while (at < list.length) {
    const item = readItem(list, at);
    if (item === undefined) return undefined;
    at = item.end;
    const table = Object.keys(schema).find((name) => name.toLowerCase() === item.table);
    if (table !== undefined && !isLeft) references.push({ table, alias: item.alias ?? table.toLowerCase() });
    if (isWord(list[at], ['on'])) {
      const end = expressionEnd(list, at + 1, [...selectEnds, ...joinWords]);
      if (!isLeft) ranges.push({ from: at + 1, to: end - 1 });
      at = end;
    }
    if (isMark(list[at], ',')) {
      isLeft = false;
      at += 1;
      continue;
    }
    const first = at;
    while (isWord(list[at], joinWords)) at += 1;
    if (at === first) break;
    const words = list.slice(first, at).map(({ value }) => value);
    if (words.some((word) => ['natural', 'right', 'full'].includes(word))) return undefined;
    isLeft = words.includes('left');
  }
  if (isWord(list[at], ['where']))
    ranges.push({ from: at + 1, to: expressionEnd(list, at + 1, selectEnds, false) - 1 });
  else if (at < list.length && !isMark(list[at], ')') && !isWord(list[at], selectEnds)) return undefined;
  return { references, ranges };
}

/** Reads a table or a parenthesis of a FROM clause, with its alias. */
function readItem(list: readonly SqlToken[], from: number) {
  const isGroup = isMark(list[from], '(');
  if (!isGroup && !isIdentifier(list[from])) return undefined;
  let end = isGroup ? (partner(list, from) ?? list.length) + 1 : from + 1;
  const isQualified = isMark(list[end], '.');
  if (isQualified) end += 2;
  const isCall = isMark(list[end], '(');
  if (isCall) end = (partner(list, end) ?? list.length) + 1;
  const table = isGroup || isQualified || isCall ? undefined : list[from]?.value;
  const aliasAt = isWord(list[end], ['as']) ? end + 1 : end;
  const hasAlias = isIdentifier(list[aliasAt]);
  return { table, alias: hasAlias ? list[aliasAt]?.value : undefined, end: hasAlias ? aliasAt + 1 : end };
}

/** Returns the index after an expression: that of a closing parenthesis, of an end word, or of a comma. */
function expressionEnd(
  list: readonly SqlToken[],
  from: number,
  ends: readonly string[],
  isCommaEnd = true,
): number {
  for (let at = from; at < list.length; at += 1) {
    if (isMark(list[at], '(')) at = partner(list, at) ?? list.length;
    else if (isMark(list[at], ')') || isWord(list[at], ends) || (isCommaEnd && isMark(list[at], ',')))
      return at;
  }
  return list.length;
}

/** Splits an expression at its ANDs. An expression with OR stays whole. */
function conjuncts(list: readonly SqlToken[], { from, to }: Range): readonly Range[] {
  if (isMark(list[from], '(') && partner(list, from) === to)
    return isWord(list[from + 1], ['select', 'with', 'values'])
      ? []
      : conjuncts(list, { from: from + 1, to: to - 1 });
  const ranges: Range[] = [];
  let start = from;
  let cases = 0;
  let betweens = 0;
  for (let at = from; at <= to; at += 1) {
    const token = list[at] as SqlToken;
    if (isMark(token, '(')) at = partner(list, at) ?? to;
    else if (isWord(token, ['case'])) cases += 1;
    else if (isWord(token, ['end'])) cases -= 1;
    else if (cases > 0) continue;
    else if (isWord(token, ['or'])) return [{ from, to }];
    else if (isWord(token, ['between'])) betweens += 1;
    else if (isWord(token, ['and']) && betweens > 0) betweens -= 1;
    else if (isWord(token, ['and'])) {
      ranges.push({ from: start, to: at - 1 });
      start = at + 1;
    }
  }
  const all = [...ranges, { from: start, to }];
  return all.length === 1 ? all : all.flatMap((range) => conjuncts(list, range));
}

/**
 * Returns the columns that an expression reads, by table. Returns undefined if it reads anything else, such as another
 * table, an unknown column, a subquery or a random number.
 */
function columnsIn(
  list: readonly SqlToken[],
  { from, to }: Range,
  references: readonly TableReference[],
  schema: SqlSchema,
  available: Readonly<Record<string, readonly string[]>>,
): ReadonlyMap<string, readonly string[]> | undefined {
  const used = new Map<string, readonly string[]>();
  for (let at = from; at <= to; at += 1) {
    const { kind, value } = list[at] as SqlToken;
    if (kind !== 'word' && kind !== 'name') continue;
    const isQualifier = isMark(list[at + 1], '.');
    if (!isQualifier && kind === 'word' && plainWords.has(value)) continue;
    if (!isQualifier && isMark(list[at + 1], '(')) {
      if (!plainFunctions.has(value)) return undefined;
      continue;
    }
    const name = isQualifier ? (list[at + 2]?.value ?? '') : value;
    const [home, other] = references.filter(({ table, alias }) =>
      isQualifier ? alias === value : schema[table]?.some((column) => column.name.toLowerCase() === name),
    );
    if (home === undefined || other !== undefined) return undefined;
    const column = available[home.table]?.find((one) => one.toLowerCase() === name);
    if (column === undefined) return undefined;
    used.set(home.table, [...(used.get(home.table) ?? []), column]);
    if (isQualifier) at += 2;
  }
  return used;
}
