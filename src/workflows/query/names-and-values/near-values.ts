import type { ComparedText, SqlRows } from '../../../contract/features/sql-engine.ts';
import { nearestWords } from '../../../contract/spelling.ts';
import { foldLetters, normalise } from '../../../names/spelling/normalise.ts';

/** Maximum number of values that are compared with a misspelt text, and of values that are shown. */
const maxValues = 5_000;
const maxShown = 5;
/** Maximum number of different values of a column that are all shown. */
const maxFew = 12;

/** The different texts in a column. */
interface ColumnTexts {
  readonly texts: ReadonlySet<string>;
  /** Returns the texts after `foldLetters`. */
  readonly folded: () => readonly string[];
}

/** Returns the texts in the column that a literal is compared with. Collects them once for each column. */
export type TextsOf = (literal: Pick<ComparedText, 'column' | 'tables'>) => ColumnTexts;

export function columnTextsIn(tables: Readonly<Record<string, SqlRows>>): TextsOf {
  const known = new Map<string, ColumnTexts>();
  return ({ column, tables: own }) => {
    const key = JSON.stringify([column, ...own]);
    const texts = known.get(key) ?? columnTexts(column, own, tables);
    known.set(key, texts);
    return texts;
  };
}

function columnTexts(
  column: string,
  own: readonly string[],
  tables: Readonly<Record<string, SqlRows>>,
): ColumnTexts {
  const texts = new Set<string>();
  for (const [table, { columns, rows }] of Object.entries(tables)) {
    if (own.length > 0 && !own.includes(table)) continue;
    const at = columns.findIndex((name) => name.toLowerCase() === column);
    if (at === -1) continue;
    for (const { [at]: value } of rows) if (typeof value === 'string') texts.add(value);
  }
  let folded: readonly string[] | undefined;
  return { texts, folded: () => (folded ??= Array.from(texts, foldLetters)) };
}

/** Returns the texts and LIKE patterns that no value of their column matches. Omits columns without values. */
export const absentTexts = (literals: readonly ComparedText[], textsOf: TextsOf): readonly ComparedText[] =>
  literals.filter((literal) => {
    const { texts, folded } = textsOf(literal);
    if (texts.size === 0) return false;
    return literal.isPattern ? !folded().some(likeIn(literal.value)) : !texts.has(literal.value);
  });

/**
 * Returns a sentence for a text or LIKE pattern that no row contains. It lists all values of the column if they are
 * few, otherwise those with a similar spelling. Returns undefined if there are none to list.
 * @param isOfDictionary whether a sentence is also needed if no value has a similar spelling. It then lists some values.
 */
export function nearValues(
  literal: ComparedText,
  textsOf: TextsOf,
  isOfDictionary: boolean,
): string | undefined {
  const { column, value, isPattern } = literal;
  const text = value.replaceAll('%', ' ').trim();
  if (text === '') return undefined;
  const values = [...textsOf(literal).texts].slice(0, maxValues);
  const wanted = normalise(text);
  const alike = values.filter((one) => {
    const other = normalise(one);
    return other === wanted || (wanted !== '' && other.includes(wanted));
  });
  const near = [...new Set([...alike, ...nearestWords(text, values, maxShown)])];
  const isFew = values.length <= maxFew;
  const similar = isFew ? [...new Set([...near, ...values])] : near.slice(0, maxShown);
  const isOther = similar.length === 0 && isOfDictionary;
  const shown = isOther ? values.slice(0, maxShown) : similar;
  if (shown.length === 0) return undefined;
  const listed = shown.map((one) => `'${one}'`).join(', ');
  return isPattern
    ? `No value of ${column} is like '${value}'. ${isOther ? 'Some values' : isFew ? 'Its values' : 'Similar values'}: ${listed}`
    : `No value of ${column} equals '${value}'. ${isOther ? 'Some' : 'Similar'} values: ${listed}`;
}

/** Creates a check whether a folded text contains the parts of a LIKE pattern between the `%` signs, in their order. */
function likeIn(pattern: string): (text: string) => boolean {
  const parts = pattern.split('%').map(foldLetters);
  return (text) => {
    let at = 0;
    for (const part of parts) {
      const found = text.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return true;
  };
}
