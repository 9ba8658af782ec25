import type { SqlKind } from '../contract/features/sql-engine.ts';
import { sortKey } from './keys.ts';
import { type KindsOf, wrap } from './operand.ts';
import { operandAfter, partner, type SqlToken } from './tokens.ts';

/** Columns of texts that ORDER BY names. A compound SELECT sorts by its own columns alone, and stays as it is. */
export function sortByLanguage(list: SqlToken[], kindsOf: KindsOf): void {
  if (list.some(({ kind, value }) => kind === 'word' && /^(union|intersect|except)$/.test(value))) return;
  list.forEach(({ kind, value }, at) => {
    if (kind !== 'word' || value !== 'by' || list[at - 1]?.value !== 'order') return;
    for (let place: number | undefined = at + 1; place !== undefined; ) {
      const found = operandAfter(list, place);
      const last = found && list[found.to];
      const isText =
        last &&
        (last.kind === 'word' || last.kind === 'name') &&
        isOfTexts(kindsOf(last.value)) &&
        !isCovered(list, last);
      if (found && isText) wrap(list, found, sortKey);
      place = nextTerm(list, place);
    }
  });
}

/** An alias with the name of a column is what a plain ORDER BY sorts by, and a function would take the column. */
const isCovered = (list: readonly SqlToken[], { value }: SqlToken) =>
  list.some((one, at) => one.kind === 'word' && one.value === 'as' && list[at + 1]?.value === value);

const isOfTexts = (kinds: ReadonlySet<SqlKind>) =>
  kinds.size > 0 && [...kinds].every((kind) => kind === 'text' || kind === 'name');

function nextTerm(list: readonly SqlToken[], from: number): number | undefined {
  for (let at = from; at < list.length; at += 1) {
    const { kind, value } = list[at] as SqlToken;
    if (kind === 'other' && value === '(') at = partner(list, at) ?? list.length;
    else if (kind === 'other' && value === ',') return at + 1;
    else if ((kind === 'other' && value === ')') || (kind === 'word' && value === 'limit')) return undefined;
  }
  return undefined;
}

/** `min` and `max` of texts, which go by codes of characters. */
export function noteExtremes(list: readonly SqlToken[], kindsOf: KindsOf, extremes: Set<string>): void {
  list.forEach(({ kind, value }, at) => {
    if (kind !== 'word' || (value !== 'min' && value !== 'max') || list[at + 1]?.written !== '(') return;
    const end = partner(list, at + 1);
    const found = operandAfter(list, at + 2);
    const last = found && list[found.to];
    if (found?.to === (end ?? 0) - 1 && last && isOfTexts(kindsOf(last.value)))
      extremes.add(`${value}(${last.value})`);
  });
}
