import { partner, type Range, type SqlToken } from './tokens.ts';

/** The SELECT that an ORDER BY belongs to. */
export interface SortedSelect {
  /** Index of the first SELECT token. */
  readonly start: number;
  /** Whether several SELECTs are combined by UNION, INTERSECT or EXCEPT. If so, only result columns can be sorted. */
  readonly isCompound: boolean;
  readonly columns: readonly ResultColumn[];
}

export interface ResultColumn {
  readonly expression: Range;
  /** Alias, or name of the column. Undefined for other expressions without an alias. */
  readonly name: string | undefined;
  /** Whether the column is `*`, which stands for several columns. */
  readonly isStar: boolean;
}

const isWord = (token: SqlToken | undefined, ...words: readonly string[]) =>
  token?.kind === 'word' && words.includes(token.value);

/**
 * Finds the SELECT that an ORDER BY belongs to.
 * @returns undefined if the ORDER BY belongs to a window or an aggregate, or if the SELECT begins with VALUES
 */
export function selectionBefore(list: readonly SqlToken[], orderAt: number): SortedSelect | undefined {
  let start: number | undefined;
  let isCompound = false;
  for (let at = orderAt - 1; at >= 0; at -= 1) {
    const token = list[at] as SqlToken;
    if (token.kind === 'other' && token.value === ')') at = partner(list, at) ?? -1;
    else if (token.kind === 'other' && token.value === '(') break;
    else if (isWord(token, 'values')) return undefined;
    else if (isWord(token, 'select')) start = at;
    else if (isWord(token, 'union', 'intersect', 'except')) isCompound = true;
  }
  return start === undefined ? undefined : { start, isCompound, columns: columnsOf(list, start) };
}

const afterColumns = [
  'from',
  'where',
  'group',
  'having',
  'order',
  'limit',
  'union',
  'intersect',
  'except',
  'window',
];

/** Returns the columns of the SELECT at an index. */
export function columnsOf(list: readonly SqlToken[], start: number): ResultColumn[] {
  const first = isWord(list[start + 1], 'distinct', 'all') ? start + 2 : start + 1;
  return rangesBetweenCommas(list, first, (token) => isWord(token, ...afterColumns)).map((range) =>
    columnIn(list, range),
  );
}

/** Splits the tokens at commas, up to an end token or the closing parenthesis. */
export function rangesBetweenCommas(
  list: readonly SqlToken[],
  first: number,
  isEnd: (token: SqlToken) => boolean,
): Range[] {
  const ranges: Range[] = [];
  let from = first;
  let at = first;
  for (; at < list.length; at += 1) {
    const token = list[at] as SqlToken;
    if (token.kind === 'other' && token.value === '(') at = partner(list, at) ?? list.length;
    else if (isEnd(token) || (token.kind === 'other' && token.value === ')')) break;
    else if (token.kind === 'other' && token.value === ',') {
      ranges.push({ from, to: at - 1 });
      from = at + 1;
    }
  }
  ranges.push({ from, to: Math.min(at, list.length) - 1 });
  return ranges.filter((range) => range.to >= range.from);
}

const isIdentifier = (token: SqlToken | undefined) => token?.kind === 'word' || token?.kind === 'name';
/** Words that continue an expression. A name after one of them is not an alias. */
const continuing = [
  'and',
  'or',
  'not',
  'in',
  'is',
  'between',
  'like',
  'glob',
  'collate',
  'case',
  'when',
  'then',
  'else',
  'over',
];

function columnIn(list: readonly SqlToken[], { from, to }: Range): ResultColumn {
  const last = list[to] as SqlToken;
  const before = list[to - 1];
  const isStar = last.value === '*' && (from === to || before?.value === '.');
  if (to > from && isIdentifier(last) && isWord(before, 'as'))
    return { expression: { from, to: to - 2 }, name: last.value, isStar };
  const endsExpression =
    before !== undefined &&
    !isWord(before, ...continuing) &&
    (before.kind !== 'other' || before.value === ')');
  const isAlias = to > from && isIdentifier(last) && !isWord(last, 'end', 'null') && endsExpression;
  if (isAlias) return { expression: { from, to: to - 1 }, name: last.value, isStar };
  const isColumn = isIdentifier(last) && (from === to || before?.value === '.') && (to - from) % 2 === 0;
  return { expression: { from, to }, name: isColumn ? last.value : undefined, isStar };
}
