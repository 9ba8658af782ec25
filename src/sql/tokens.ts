import { lexicalUnitsOf } from './statement.ts';

/** A token of a statement. Rewriting changes `written`, the text of the token. */
export interface SqlToken {
  readonly kind: 'text' | 'name' | 'word' | 'number' | 'other';
  /** Token in lower case. For texts and names, the content of the quotation. Texts keep their case. */
  readonly value: string;
  written: string;
  /** True if a comparison has already rewritten this literal. */
  isFinal?: true;
}

/** Indexes of the first and last token. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Operators of several characters. */
const longOperators = new Set(['<=', '>=', '<>', '!=', '==', '||', '<<', '>>', '->']);
/**
 * Operators that bind more tightly than a comparison. An operand next to one of them belongs to a larger
 * expression.
 */
const tighterOperators = new Set(['||', '+', '-', '*', '/', '%', '&', '|', '<<', '>>', '->', '~', 'collate']);
const keywords = new Set(
  'select distinct all from where and or not in is between like glob on as by having when then else end case exists values join limit offset union except intersect order group filter over partition with using asc desc null nulls'.split(
    ' ',
  ),
);

/** Tokens of a statement without white space. `text` returns the whole statement. */
export interface SqlTokens {
  readonly list: SqlToken[];
  readonly text: () => string;
  /** Returns the text from the first to the last index. */
  readonly slice: (from: number, to: number) => string;
}

export function readTokens(sql: string): SqlTokens {
  const list: SqlToken[] = [];
  /** White space before each token. */
  const gaps: string[] = [];
  let gap = '';
  for (const { kind, text } of lexicalUnitsOf(sql)) {
    if (text.trim() === '') {
      gap += text;
      continue;
    }
    const last = list.at(-1);
    if (kind === 'other' && last && gap === '') {
      if (longOperators.has(last.written + text)) {
        list[list.length - 1] = { kind, value: last.written + text, written: last.written + text };
        continue;
      }
      if (last.kind === 'number' && /[\d.]/.test(text)) {
        last.written += text;
        continue;
      }
    }
    list.push({ kind: kindOf(kind, text), value: textOf(kind, text), written: text });
    gaps.push(gap);
    gap = '';
  }
  const slice = (from: number, to: number) =>
    list
      .slice(from, to + 1)
      .map(({ written }, at) => `${at === 0 ? '' : (gaps[from + at] ?? '')}${written}`)
      .join('');
  return { list, text: () => (gaps[0] ?? '') + slice(0, list.length) + gap, slice };
}

const kindOf = (kind: string, text: string): SqlToken['kind'] =>
  kind === 'other' && /\d/.test(text)
    ? 'number'
    : kind === 'text' || kind === 'name' || kind === 'word'
      ? kind
      : 'other';

const textOf = (kind: string, text: string) =>
  kind === 'text'
    ? text.slice(1, -1).replaceAll("''", "'")
    : (kind === 'name' ? text.slice(1, -1) : text).toLowerCase();

/** Returns the token of a string literal. */
export const textToken = (text: string): SqlToken => ({
  kind: 'text',
  value: text,
  written: `'${text.replaceAll("'", "''")}'`,
});

const isName = (token: SqlToken | undefined) =>
  token !== undefined && (token.kind === 'name' || (token.kind === 'word' && !keywords.has(token.value)));

/** Returns the index of the matching parenthesis; undefined if there is none. */
export function partner(list: readonly SqlToken[], at: number): number | undefined {
  const step = list[at]?.value === '(' ? 1 : -1;
  let depth = 0;
  for (let place = at; place >= 0 && place < list.length; place += step) {
    const { kind, value } = list[place] as SqlToken;
    if (kind !== 'other') continue;
    if (value === '(') depth += step;
    if (value === ')') depth -= step;
    if (depth === 0) return place;
  }
  return undefined;
}

/** Returns the end of a call, which includes FILTER and OVER. @param close index of its closing parenthesis */
export function endOfCall(list: readonly SqlToken[], close: number): number {
  const next = list[close + 1];
  if (next?.kind !== 'word' || (next.value !== 'filter' && next.value !== 'over')) return close;
  return list[close + 2]?.written === '(' ? endOfCall(list, partner(list, close + 2) ?? close) : close + 2;
}

/** Returns the index of the END of a CASE, or the CASE of an END; undefined if there is none. */
function caseOrEnd(list: readonly SqlToken[], at: number): number | undefined {
  const step = list[at]?.value === 'case' ? 1 : -1;
  let depth = 0;
  for (let place = at; place >= 0 && place < list.length; place += step) {
    const { kind, value } = list[place] as SqlToken;
    if (kind !== 'word') continue;
    if (value === 'case') depth += step;
    if (value === 'end') depth -= step;
    if (depth === 0) return place;
  }
  return undefined;
}

/** Returns the end of the name, value, call, parenthesis or CASE at an index; undefined if there is none. */
function termEnd(list: readonly SqlToken[], from: number): number | undefined {
  const first = list[from];
  if (first?.kind === 'other') return first.value === '(' ? partner(list, from) : undefined;
  if (first?.kind === 'word' && first.value === 'case') return caseOrEnd(list, from);
  if (!isName(first)) return first?.kind === 'text' || first?.kind === 'number' ? from : undefined;
  let to = from;
  while (list[to + 1]?.written === '.' && isName(list[to + 2])) to += 2;
  if (list[to + 1]?.written !== '(') return to;
  const close = partner(list, to + 1);
  return close === undefined ? undefined : endOfCall(list, close);
}

/** Returns the start of the name, value, call, parenthesis or CASE that ends at an index. */
function termStart(list: readonly SqlToken[], to: number): number | undefined {
  const last = list[to];
  if (last?.kind === 'word' && last.value === 'end') return caseOrEnd(list, to);
  if (isName(last) && list[to - 1]?.value === 'over') return termStart(list, to - 2);
  let from: number | undefined = to;
  if (last?.value === ')' && last.kind === 'other') {
    from = partner(list, to);
    if (from === undefined) return undefined;
    const before = list[from - 1];
    if (before?.kind === 'word' && ['filter', 'over'].includes(before.value))
      return termStart(list, from - 2);
    // The parenthesis after IN, EXISTS or VALUES is not a value.
    if (before?.kind === 'word' && ['in', 'exists', 'values'].includes(before.value)) return undefined;
    if (isName(before)) from -= 1;
  } else if (!isName(last) && last?.kind !== 'text' && last?.kind !== 'number') return undefined;
  while (isName(list[from]) && list[from - 1]?.written === '.' && isName(list[from - 2])) from -= 2;
  return from;
}

/** Returns the name, value, call, parenthesis or CASE that begins at an index. */
export function termAfter(list: readonly SqlToken[], from: number): Range | undefined {
  const to = termEnd(list, from);
  return to === undefined ? undefined : { from, to };
}

/** Returns the name, value, call, parenthesis or CASE that ends at an index. */
export function termBefore(list: readonly SqlToken[], to: number): Range | undefined {
  const from = termStart(list, to);
  return from === undefined ? undefined : { from, to };
}

const isTighter = (token: SqlToken | undefined) =>
  token !== undefined && token.kind !== 'text' && token.kind !== 'name' && tighterOperators.has(token.value);

/** Returns the operand that begins at an index; undefined if it is not a name, value, call or parenthesis. */
export function operandAfter(list: readonly SqlToken[], from: number): Range | undefined {
  const to = list[from]?.value === 'case' ? undefined : termEnd(list, from);
  return to === undefined || isTighter(list[to + 1]) ? undefined : { from, to };
}

/** Returns the expression that begins at an index, with all operators that bind more tightly than a comparison. */
export function expressionAfter(list: readonly SqlToken[], from: number): Range | undefined {
  const afterSigns = (at: number): number =>
    ['+', '-', '~'].includes(list[at]?.written ?? '') ? afterSigns(at + 1) : at;
  let to = termEnd(list, afterSigns(from));
  while (to !== undefined && isTighter(list[to + 1]))
    to = list[to + 1]?.value === 'collate' ? to + 2 : termEnd(list, afterSigns(to + 2));
  return to === undefined ? undefined : { from, to };
}

/** Returns the expression that ends at an index. */
export function expressionBefore(list: readonly SqlToken[], to: number): Range | undefined {
  const isCollated = list[to - 1]?.kind === 'word' && list[to - 1]?.value === 'collate';
  let from = termStart(list, isCollated ? to - 2 : to);
  while (from !== undefined && isTighter(list[from - 1]))
    // If no term precedes the operator, the operator is a sign.
    from = termStart(list, from - 2) ?? from - 1;
  return from === undefined ? undefined : { from, to };
}
