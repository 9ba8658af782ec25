import { InvalidArgumentsError } from '../contract/errors.ts';
import type { ComparedText, SqlHints, SqlKind, SqlRun, SqlSchema } from '../contract/features/sql-engine.ts';
import { flagWords } from '../contract/flag-words.ts';
import { idKey } from './keys.ts';
import type { ReadMomentText } from './moments.ts';
import {
  dateCalls,
  type KindsOf,
  type Operand,
  type OperandIn,
  putText,
  timeKinds,
  wordKinds,
  wrap,
} from './operand.ts';
import { columnsOf } from './results.ts';
import { isSurelyText, sortByLanguage } from './sorting.ts';
import {
  compareMembers,
  compareTimes,
  localiseArguments,
  localiseOthers,
  refuseArithmetic,
} from './times.ts';
import {
  expressionAfter,
  expressionBefore,
  partner,
  type Range,
  readTokens,
  type SqlToken,
  termAfter,
  textToken,
} from './tokens.ts';

const comparisonOperators = new Set(['=', '==', '<', '>', '<=', '>=', '<>', '!=', 'is']);
const uuid = /^\{?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\}?$/i;

export interface Rewritten extends SqlHints {
  readonly sql: string;
}

/**
 * Rewrites comparisons so that date-times compare by time in any format, flags accept words, and ids ignore letter case
 * and braces. Makes text sort alphabetically.
 * @param literals texts that replace string literals, by their index
 * @throws InvalidArgumentsError for a comparison that can never give a correct result
 */
export function rewriteComparisons(
  sql: string,
  schema: SqlSchema,
  readMoment: ReadMomentText,
  literals: SqlRun['literals'] = new Map(),
): Rewritten {
  const tokens = readTokens(sql);
  const { list } = tokens;
  for (const [at, text] of literals) list[at] = textToken(text);
  const kindsOf = kindsIn(list, schema);
  const hints = {
    wholeDays: new Set<string>(),
    texts: [] as ComparedText[],
  };
  const operand: OperandIn = (range) => range && describeOperand(list, range, kindsOf);
  localiseArguments(list, readMoment);
  for (let at = 0; at < list.length; at += 1) {
    refuseArithmetic(list, at, operand);
    const { op, operands, excludes = false } = comparisonAt(list, at, operand) ?? {};
    if (op === undefined || operands === undefined) continue;
    compareTexts(list, { op, operands, excludes }, schema, hints.texts);
    if (op === 'case') continue;
    if (op === 'in select') compareMembers(list, operands, readMoment);
    else compareTimes(list, op, operands, readMoment, hints.wholeDays);
  }
  localiseOthers(list, readMoment);
  const byCodes = sortByLanguage(tokens, kindsOf);
  return { sql: tokens.text(), wholeDays: [...hints.wholeDays], byCodes, texts: hints.texts };
}

/** Collects the kinds of columns, and of the aliases of such columns, by name. */
function kindsIn(list: readonly SqlToken[], schema: SqlSchema): KindsOf {
  const kinds = new Map<string, Set<SqlKind>>();
  const add = (name: string, more: Iterable<SqlKind>) =>
    kinds.set(name, new Set([...(kinds.get(name) ?? []), ...more]));
  for (const columns of Object.values(schema))
    for (const { name, kind } of columns) if (kind) add(name.toLowerCase(), [kind]);
  const none: ReadonlySet<SqlKind> = new Set();
  const kindsOf: KindsOf = (name) => kinds.get(name) ?? none;
  // Make two passes, because an alias in a subquery may be defined after the SELECT that reads it.
  for (let pass = 0; pass < 2; pass += 1)
    list.forEach(({ kind, value }, at) => {
      if (kind !== 'word' || value !== 'select') return;
      for (const { expression, name } of columnsOf(list, at)) {
        const last = list[expression.to] as SqlToken;
        if (name === undefined) continue;
        if (last.kind === 'word' || last.kind === 'name') add(name, kindsOf(last.value));
        else if (isSurelyText(list, expression, kindsOf)) add(name, ['text']);
      }
    });
  return kindsOf;
}

function describeOperand(list: readonly SqlToken[], { from, to }: Range, kindsOf: KindsOf): Operand {
  const first = list[from] as SqlToken;
  const last = list[to] as SqlToken;
  const tokens = list.slice(from, to + 1);
  const isDateCall = ({ kind, value }: SqlToken) => kind === 'word' && dateCalls.has(value);
  const kindsIn = (within: readonly SqlToken[]) =>
    within.flatMap(({ kind, value }) => (kind === 'word' || kind === 'name' ? [...kindsOf(value)] : []));
  const operand = {
    from,
    to,
    name: first.value,
    mentionsTime: tokens.some(isDateCall) || kindsIn(tokens).some((kind) => timeKinds.has(kind)),
  };
  if (first.value === 'case' || termAfter(list, from)?.to !== to)
    return { ...operand, kinds: new Set(), literal: undefined, call: undefined, isNumber: false };
  const isGroup = first.kind === 'other' && first.value === '(';
  const isCall = last.kind === 'other' && last.value === ')' && !isGroup;
  const isColumn = last.kind === 'word' || last.kind === 'name';
  const isUnwrapped = isCall && ['coalesce', 'ifnull', 'min', 'max', 'nullif', 'iif'].includes(first.value);
  const within = isUnwrapped || isGroup ? list.slice(from + 1, to) : [];
  const isKnown = !within.some((token) => isDateCall(token) || token.value === 'select');
  return {
    ...operand,
    kinds: isColumn ? kindsOf(last.value) : new Set(isKnown ? kindsIn(within) : []),
    name: isColumn ? last.value : first.value,
    literal: from === to && first.kind === 'text' ? first.value : undefined,
    call: isCall ? first.value : undefined,
    isNumber: from === to && first.kind === 'number',
  };
}

interface Comparison {
  readonly op: string;
  readonly operands: readonly Operand[];
  /** Whether rows that match are excluded, as by `<>` or NOT IN. */
  readonly excludes: boolean;
}

/**
 * Returns the comparison whose operator, BETWEEN, IN or LIKE is at an index. For IN with a query, `op` is `in select`.
 */
function comparisonAt(list: readonly SqlToken[], at: number, operand: OperandIn): Comparison | undefined {
  const { kind, value } = list[at] as SqlToken;
  if (kind !== 'other' && kind !== 'word') return undefined;
  const isNot = list[at - 1]?.value === 'not' && list[at - 1]?.kind === 'word';
  const left = () => operand(expressionBefore(list, isNot ? at - 2 : at - 1));
  const all = (op: string, operands: readonly (Operand | undefined)[]) => {
    const known = operands.flatMap((one) => one ?? []);
    const excludes = isNot || op === '<>' || op === '!=' || (op === 'is' && list[at + 1]?.value === 'not');
    return known.length === operands.length && known.length > 1
      ? { op, operands: known, excludes }
      : undefined;
  };
  if (comparisonOperators.has(value)) {
    let next = value === 'is' && list[at + 1]?.value === 'not' ? at + 2 : at + 1;
    if (list[next]?.value === 'distinct' && list[next + 1]?.value === 'from') next += 2;
    return all(value === '==' ? '=' : value, [left(), operand(expressionAfter(list, next))]);
  }
  if (kind !== 'word') return undefined;
  if (value === 'case') return all('case', comparedInCase(list, at, operand));
  if (value === 'like' || value === 'glob')
    return all(value, [left(), operand(expressionAfter(list, at + 1))]);
  if (value === 'between') {
    const low = expressionAfter(list, at + 1);
    const high = low && list[low.to + 1]?.value === 'and' ? expressionAfter(list, low.to + 2) : undefined;
    return all(value, [left(), operand(low), operand(high)]);
  }
  if (value !== 'in' || list[at + 1]?.written !== '(') return undefined;
  const end = partner(list, at + 1) ?? -1;
  if (['select', 'with', 'values'].includes(list[at + 2]?.value ?? ''))
    return all('in select', [left(), operand({ from: at + 1, to: end })]);
  const members: (Operand | undefined)[] = [];
  for (let place = at + 2; place < end; ) {
    const member = operand(expressionAfter(list, place));
    members.push(member);
    if (!member) break;
    place = member.to + 2;
  }
  return all(value, [left(), ...members]);
}

/** Returns the operand of CASE and those of its WHENs. Returns none for CASE without an operand. */
function comparedInCase(list: readonly SqlToken[], at: number, operand: OperandIn): (Operand | undefined)[] {
  const isWord = (index: number, word: string) => list[index]?.kind === 'word' && list[index]?.value === word;
  const end = termAfter(list, at)?.to ?? at;
  if (isWord(at + 1, 'when')) return [];
  const first = operand(expressionAfter(list, at + 1));
  const operands = [first];
  for (let place = (first?.to ?? end) + 1; place < end; place += 1) {
    // Skip the WHENs of an inner CASE.
    if (isWord(place, 'case')) place = termAfter(list, place)?.to ?? end;
    if (isWord(place, 'when')) operands.push(operand(expressionAfter(list, place + 1)));
  }
  return operands;
}

/** Rewrites comparisons of flags, ids and texts with text literals. */
function compareTexts(
  list: SqlToken[],
  { op, operands, excludes }: Comparison,
  schema: SqlSchema,
  texts: ComparedText[],
): void {
  const column = operands.find(({ literal, kinds }) => literal === undefined && kinds.size > 0);
  if (!column) return;
  const literals = operands.filter(({ literal }) => literal !== undefined);
  if (column.kinds.has('flag')) compareFlags(list, op, column, operands);
  const ids = literals.filter(({ literal = '' }) => uuid.test(literal.trim()));
  if (column.kinds.has('id') && ids.length > 0) {
    for (const one of ids) putText(list, one, uuid.exec(one.literal?.trim() ?? '')?.[1]?.toLowerCase() ?? '');
    wrap(list, column, idKey);
  }
  if (column.call === undefined && [...column.kinds].some((kind) => wordKinds.has(kind)))
    for (const { literal = '', from } of literals)
      texts.push({
        at: from,
        tables: tablesOf(list, column, schema),
        column: column.name,
        value: literal,
        isPattern: op === 'like' || op === 'glob',
        excludes,
      });
}

/**
 * Returns the tables that a column belongs to: those that its qualifier names, or all tables of the statement with this
 * column. Returns none for a qualifier of a subquery.
 */
function tablesOf(list: readonly SqlToken[], { to, name }: Operand, schema: SqlSchema): readonly string[] {
  const isNamed = (at: number) => list[at]?.kind === 'word' || list[at]?.kind === 'name';
  const qualifier = list[to - 1]?.value === '.' && isNamed(to - 2) ? list[to - 2]?.value : undefined;
  return Object.entries(schema).flatMap(([table, columns]) => {
    const isThere = columns.some((column) => column.name.toLowerCase() === name.toLowerCase());
    const isMeant = (_: SqlToken, at: number) =>
      isNamed(at) &&
      list[at]?.value === table.toLowerCase() &&
      (qualifier === undefined ||
        qualifier === table.toLowerCase() ||
        qualifier === list[list[at + 1]?.value === 'as' ? at + 2 : at + 1]?.value);
    return isThere && list.some(isMeant) ? [table] : [];
  });
}

/**
 * Rewrites words for flags to numbers.
 * @throws InvalidArgumentsError if a flag would be compared with a value that it never has
 */
function compareFlags(list: SqlToken[], op: string, column: Operand, operands: readonly Operand[]): void {
  const isOther = column.kinds.size > 1 || !['=', '<>', '!=', 'is', 'in', 'case'].includes(op);
  for (const { from, literal, isNumber } of operands) {
    const token = list[from] as SqlToken;
    if (literal === undefined && !isNumber) continue;
    const flag = flagWords.get((literal ?? token.written).trim().toLowerCase());
    if (flag !== undefined) token.written = String(Number(flag));
    else if (!isOther)
      throw new InvalidArgumentsError(
        `sql: ${column.name} is 1 (true) or 0 (false), and never ${token.written.slice(0, 60)}. Write ${column.name} = 1 or ${column.name} = 0.`,
      );
  }
}
