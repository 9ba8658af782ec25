import type { ComparedText, SqlRows } from '../../../contract/features/sql-engine.ts';
import { nearestWords } from '../../../contract/spelling.ts';
import { foldLetters, normalise } from '../../../names/spelling/normalise.ts';

/** Maximum number of values that are compared, and of values that are shown. */
const maxValues = 5_000;
const maxShown = 5;
/** Maximum number of different values of a column that are all shown. */
const maxFew = 12;

/** Returns the texts and LIKE patterns that no value of their column matches. Omits columns without values. */
export function absentTexts(
  texts: readonly ComparedText[],
  tables: Readonly<Record<string, SqlRows>>,
): readonly ComparedText[] {
  return texts.filter((text) => {
    const { value, isPattern } = text;
    const values = valuesInRows(text, tables);
    const isThere = values.some((one) => (isPattern ? isLike(one, value) : one === value));
    return values.length > 0 && !isThere;
  });
}

/**
 * Returns a line for each text that no row contains, also for a LIKE pattern. The line lists all values of the column
 * if they are few, otherwise those with a similar spelling.
 * @param isOfDictionary whether a line is also needed if no value has a similar spelling. It then lists some values.
 */
export function nearValues(
  texts: readonly ComparedText[],
  tables: Readonly<Record<string, SqlRows>>,
  isOfDictionary: (text: ComparedText) => boolean = () => false,
): string[] {
  const lines = absentTexts(texts, tables).flatMap((one) => {
    const { column, value, isPattern } = one;
    const values = valuesInRows(one, tables);
    const text = value.replaceAll('%', ' ').trim();
    if (text === '') return [];
    const wanted = normalise(text);
    const alike = values.filter((one) => {
      const other = normalise(one);
      return other === wanted || (wanted !== '' && other.includes(wanted));
    });
    const near = [...new Set([...alike, ...nearestWords(text, values, maxShown)])];
    const isFew = values.length <= maxFew;
    const similar = isFew ? [...new Set([...near, ...values])] : near.slice(0, maxShown);
    const isOther = similar.length === 0 && isOfDictionary(one);
    const shown = isOther ? values.slice(0, maxShown) : similar;
    if (shown.length === 0) return [];
    const listed = shown.map((one) => `'${one}'`).join(', ');
    return [
      isPattern
        ? `No value of ${column} is like '${value}'. ${isOther ? 'Some values' : isFew ? 'Its values' : 'Similar values'}: ${listed}`
        : `No value of ${column} equals '${value}'. ${isOther ? 'Some' : 'Similar'} values: ${listed}`,
    ];
  });
  return [...new Set(lines)];
}

/** Checks whether a value has the parts of a LIKE pattern in their order, as far as `%` separates them. */
function isLike(value: string, pattern: string): boolean {
  const text = foldLetters(value);
  let at = 0;
  for (const part of pattern.split('%').map(foldLetters)) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return true;
}

/** Returns the different texts in the column that a literal is compared with. */
export function valuesInRows(
  { column, tables: own }: Pick<ComparedText, 'column' | 'tables'>,
  tables: Readonly<Record<string, SqlRows>>,
): readonly string[] {
  const found = new Set<string>();
  for (const [table, { columns, rows }] of Object.entries(tables)) {
    if (own.length > 0 && !own.includes(table)) continue;
    const at = columns.findIndex((name) => name.toLowerCase() === column);
    if (at === -1) continue;
    for (const { [at]: value } of rows) {
      if (typeof value === 'string') found.add(value);
      if (found.size >= maxValues) break;
    }
  }
  return [...found];
}
