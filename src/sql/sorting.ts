import { sortKey, textOfKey } from './keys.ts';
import { type KindsOf, wordKinds, wrap } from './operand.ts';
import { type ResultColumn, rangesBetweenCommas, type SortedSelect, selectionBefore } from './results.ts';
import { endOfCall, operandAfter, partner, type Range, type SqlToken, type SqlTokens } from './tokens.ts';

/**
 * Rewrites `min`, `max` and ORDER BY so that text is sorted alphabetically.
 * @returns the ORDER BY terms that could not be rewritten and therefore sort text by character codes
 */
export function sortByLanguage(tokens: SqlTokens, kindsOf: KindsOf): string[] {
  const { list } = tokens;
  const byCodes: string[] = [];
  // Rewrite inner calls before outer ones, because the outer ones contain them.
  for (let at = list.length - 1; at >= 0; at -= 1) sortExtreme(list, at, kindsOf);
  list.forEach(({ kind, value }, at) => {
    if (kind !== 'word' || value !== 'by' || list[at - 1]?.value !== 'order') return;
    const selection = selectionBefore(list, at - 1);
    const columns = selection?.columns ?? [];
    const terms = termsFrom(list, at + 1).filter((term) =>
      canBeText(list, columnMeant(list, term, columns)?.expression ?? term, kindsOf),
    );
    const kept = selection?.isCompound
      ? sortCompound(list, at - 1, terms, selection)
      : terms.filter((term) => !sortTerm(tokens, term, columns));
    byCodes.push(...kept.map(({ from, to }) => tokens.slice(from, to)));
  });
  return byCodes;
}

const isOther = (token: SqlToken | undefined, value: string) =>
  token?.kind === 'other' && token.value === value;
const isName = (token: SqlToken) => token.kind === 'word' || token.kind === 'name';

/** Returns the terms of an ORDER BY without their direction. */
function termsFrom(list: readonly SqlToken[], first: number): Range[] {
  const isEnd = ({ kind, value }: SqlToken) =>
    kind === 'word' && ['limit', 'rows', 'range', 'groups'].includes(value);
  return rangesBetweenCommas(list, first, isEnd).map(({ from, to }) => {
    let last = to;
    while (last > from && /^(asc|desc|nulls|first|last)$/.test(list[last]?.value ?? '')) last -= 1;
    return { from, to: last };
  });
}

const ofNumbers = /^(count|sum|total|avg|length|instr|round|abs|row_number|rank|dense_rank|ntile)$/;

/** Checks whether the value of an expression may be text. Numbers, date-times and ids need no sort key. */
function canBeText(list: readonly SqlToken[], { from, to }: Range, kindsOf: KindsOf): boolean {
  const last = list[to] as SqlToken;
  if (last.value === 'binary' && list[to - 1]?.value === 'collate') return false;
  if (operandAfter(list, from)?.to !== to) return true;
  if (!isName(last)) return !(isOther(list[from + 1], '(') && ofNumbers.test(list[from]?.value ?? ''));
  const kinds = [...kindsOf(last.value)];
  return kinds.length === 0 || kinds.some((kind) => wordKinds.has(kind));
}

/**
 * Returns the result column to which a term refers. A number is its position. A name refers to a result column before
 * any other column (SQLite, ORDER BY).
 */
function columnMeant(list: readonly SqlToken[], { from, to }: Range, columns: readonly ResultColumn[]) {
  const token = list[from] as SqlToken;
  if (from !== to) return undefined;
  if (token.kind === 'number') return columns[Number(token.written) - 1];
  return isName(token) ? columns.find(({ name }) => name === token.value) : undefined;
}

/** Rewrites a term to sort by language. @returns whether this was possible */
function sortTerm(tokens: SqlTokens, term: Range, columns: readonly ResultColumn[]): boolean {
  const { list } = tokens;
  const first = list[term.from] as SqlToken;
  const isPlace = columns.length > 0 && term.from === term.to && first.kind === 'number';
  if (isPlace && columns.some(({ isStar }) => isStar)) return false;
  const meant = columnMeant(list, term, columns);
  if (isPlace && meant === undefined) return true;
  if (meant) first.written = tokens.slice(meant.expression.from, meant.expression.to);
  wrap(list, term, sortKey);
  return true;
}

/** Wraps a compound SELECT in an outer SELECT, because only an outer one can be sorted by any expression. */
function sortCompound(
  list: SqlToken[],
  orderAt: number,
  terms: readonly Range[],
  { start, columns }: SortedSelect,
): readonly Range[] {
  const names = columns.map(({ name }) => name);
  const isNamed = names.every((name, at) => name !== undefined && names.indexOf(name) === at);
  const meant = terms.map((term) => columnMeant(list, term, columns)?.name);
  if (!isNamed || meant.includes(undefined)) return terms;
  terms.forEach(({ from }, at) => {
    (list[from] as SqlToken).written = `${sortKey}([${meant[at]}])`;
  });
  const select = list[start] as SqlToken;
  select.written = `SELECT * FROM (${select.written}`;
  const order = list[orderAt] as SqlToken;
  order.written = `) ${order.written}`;
  return [];
}

/** Rewrites `min` and `max` to compare sort keys. The text is extracted from the resulting key. */
function sortExtreme(list: SqlToken[], at: number, kindsOf: KindsOf): void {
  const { kind, value } = list[at] as SqlToken;
  const open = at + 1;
  if (kind !== 'word' || (value !== 'min' && value !== 'max') || !isOther(list[open], '(')) return;
  const end = partner(list, open);
  if (end === undefined) return;
  const first = list[open + 1]?.value === 'distinct' ? open + 2 : open + 1;
  const texts = rangesBetweenCommas(list, first, () => false);
  if (texts.length === 0 || !texts.every((range) => isSurelyText(list, range, kindsOf))) return;
  for (const range of texts) wrap(list, range, sortKey);
  wrap(list, { from: at, to: endOfCall(list, end) }, textOfKey);
}

const ofTexts = new Set(['lower', 'upper', 'trim', 'ltrim', 'rtrim', 'substr', 'substring', 'replace']);
const ofSeveral = new Set(['coalesce', 'ifnull', 'nullif', 'min', 'max']);

/** Checks whether the value of an expression is certainly text. */
export function isSurelyText(list: readonly SqlToken[], { from, to }: Range, kindsOf: KindsOf): boolean {
  const first = list[from] as SqlToken;
  const operand = operandAfter(list, from);
  if (operand?.to !== to) return false;
  if (first.kind === 'text') return true;
  const last = list[to] as SqlToken;
  if (isName(last)) {
    const kinds = [...kindsOf(last.value)];
    return kinds.length > 0 && kinds.every((kind) => wordKinds.has(kind));
  }
  const open = isOther(first, '(') ? from : from + 1;
  const parts = rangesBetweenCommas(list, open + 1, () => false);
  if (open === from || ofSeveral.has(first.value))
    return parts.every((part) => isSurelyText(list, part, kindsOf));
  return ofTexts.has(first.value) && parts[0] !== undefined && isSurelyText(list, parts[0], kindsOf);
}
