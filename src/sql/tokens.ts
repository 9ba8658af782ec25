import { lexicalUnitsOf } from './statement.ts';

/** A token of a statement. Rewriting changes `written`, the text of the token. */
export interface SqlToken {
  readonly kind: 'text' | 'name' | 'word' | 'number' | 'other';
  /** Lower case. For texts and names the content of the quotation, texts in their own case. */
  readonly value: string;
  written: string;
}

/** Indexes of the first and last token. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Operators of several characters. */
const longOperators = new Set(['<=', '>=', '<>', '!=', '==', '||', '<<', '>>', '->']);
/**
 * Operators that bind more tightly than a comparison. An operand next to one of them is part of a longer one.
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

/** Returns the operand that begins at an index; undefined if it is not a name, value, call or parenthesis. */
export function operandAfter(list: readonly SqlToken[], from: number): Range | undefined {
  let to = from;
  const first = list[from];
  if (first?.kind === 'other') {
    if (first.value !== '(') return undefined;
    to = partner(list, from) ?? -1;
  } else if (isName(first)) {
    while (list[to + 1]?.written === '.' && isName(list[to + 2])) to += 2;
    if (list[to + 1]?.written === '(') to = partner(list, to + 1) ?? -1;
  } else if (first?.kind !== 'text' && first?.kind !== 'number') return undefined;
  return to === -1 || tighterOperators.has(list[to + 1]?.value ?? '') ? undefined : { from, to };
}

/** Returns the operand that ends at an index. */
export function operandBefore(list: readonly SqlToken[], to: number): Range | undefined {
  let from = to;
  const last = list[to];
  if (last?.value === ')' && last.kind === 'other') {
    from = partner(list, to) ?? -1;
    if (from > 0 && isName(list[from - 1])) from -= 1;
  } else if (last === undefined || (!isName(last) && last.kind !== 'text' && last.kind !== 'number'))
    return undefined;
  while (isName(list[from]) && list[from - 1]?.written === '.' && isName(list[from - 2])) from -= 2;
  return from < 0 || tighterOperators.has(list[from - 1]?.value ?? '') ? undefined : { from, to };
}
