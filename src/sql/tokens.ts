import { piecesOf } from './statement.ts';

/** A piece of a statement that may get something in front of it and behind it. */
export interface SqlToken {
  readonly kind: 'text' | 'name' | 'word' | 'number' | 'other';
  /** In small letters; of texts and names what stands in the quotation marks. */
  readonly value: string;
  written: string;
}

/** Places of tokens, both included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Operators of several characters. */
const long = new Set(['<=', '>=', '<>', '!=', '==', '||', '<<', '>>', '->']);
/** Operators that bind closer than a comparison: an operand beside one of them is a part of a longer one. */
const closer = new Set(['||', '+', '-', '*', '/', '%', '&', '|', '<<', '>>', '->', '~', 'collate']);
const keywords = new Set(
  'select distinct all from where and or not in is between like glob on as by having when then else end case exists values join limit offset union except intersect order group filter over partition with using asc desc null nulls'.split(
    ' ',
  ),
);

/** The tokens of a statement without blanks; `text` puts the statement together again. */
export interface SqlTokens {
  readonly list: SqlToken[];
  readonly text: () => string;
  /** Returns the part of the statement between two places, both included. */
  readonly slice: (from: number, to: number) => string;
}

export function readTokens(sql: string): SqlTokens {
  const list: SqlToken[] = [];
  /** Blanks before each token. */
  const gaps: string[] = [];
  let gap = '';
  for (const { kind, text } of piecesOf(sql)) {
    if (text.trim() === '') {
      gap += text;
      continue;
    }
    const last = list.at(-1);
    if (kind === 'other' && last && gap === '') {
      if (long.has(last.written + text)) {
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

/** The parenthesis that belongs to the one at a place; undefined if there is none. */
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

/** The operand that begins at a place; undefined if it is not a name, a value, a call or something in parentheses. */
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
  return to === -1 || closer.has(list[to + 1]?.value ?? '') ? undefined : { from, to };
}

/** The operand that ends at a place. */
export function operandBefore(list: readonly SqlToken[], to: number): Range | undefined {
  let from = to;
  const last = list[to];
  if (last?.value === ')' && last.kind === 'other') {
    from = partner(list, to) ?? -1;
    if (from > 0 && isName(list[from - 1])) from -= 1;
  } else if (last === undefined || (!isName(last) && last.kind !== 'text' && last.kind !== 'number'))
    return undefined;
  while (isName(list[from]) && list[from - 1]?.written === '.' && isName(list[from - 2])) from -= 2;
  return from < 0 || closer.has(list[from - 1]?.value ?? '') ? undefined : { from, to };
}
