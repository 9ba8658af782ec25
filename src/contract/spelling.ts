import type { Worded } from './language.ts';
import { asIs, worded } from './worded.ts';

/** Number of characters that are compared. Any further characters of a string are ignored. */
const compared = 80;
/** Three rows of the edit distance matrix, reused for every comparison. */
const rows: readonly Uint8Array[] = [0, 1, 2].map(() => new Uint8Array(compared + 1));

/**
 * Returns the edit distance of two strings. Swapping two neighboring characters counts as one edit. Only the first 80
 * characters are compared.
 */
export function distance(one: string, other: string): number {
  const left = one.slice(0, compared);
  const right = other.slice(0, compared);
  let [before, last, next] = rows as [Uint8Array, Uint8Array, Uint8Array];
  for (let column = 0; column <= right.length; column += 1) last[column] = column;
  for (let row = 1; row <= left.length; row += 1) {
    const letter = left.charCodeAt(row - 1);
    next[0] = row;
    for (let column = 1; column <= right.length; column += 1) {
      const here = right.charCodeAt(column - 1);
      const changed = at(last, column - 1) + (letter === here ? 0 : 1);
      const least = Math.min(changed, at(last, column) + 1, at(next, column - 1) + 1);
      const isSwap =
        row > 1 && column > 1 && letter === right.charCodeAt(column - 2) && here === left.charCodeAt(row - 2);
      next[column] = isSwap ? Math.min(least, at(before, column - 2) + 1) : least;
    }
    [before, last, next] = [last, next, before];
  }
  return at(last, right.length);
}

const at = (row: Uint8Array, index: number) => row[index] as number;

/** Maximum length of a word that gets a suggestion, in characters. */
const longest = compared;

/**
 * Returns the known word that is most similar to a word, ignoring case and separators. Returns undefined if none is
 * similar enough.
 */
export function nearestWord(word: string, known: Iterable<string>): string | undefined {
  if (word.length > longest) return undefined;
  const plain = (text: string) => text.toLowerCase().replace(/[\s_.-]+/g, '');
  const asked = plain(word);
  const ranked = Array.from(known, (name) => ({ name, changes: distance(asked, plain(name)) }));
  const best = ranked.sort((one, other) => one.changes - other.changes)[0];
  return best && best.changes <= Math.max(2, asked.length / 3) && best.changes < asked.length
    ? best.name
    : undefined;
}

/**
 * Returns a suggestion to append to an error message: ` (did you mean X?)`. Returns an empty string if no known word is
 * similar.
 * @param prefix prefix that was removed from all these words. The suggestion adds it again
 */
export function suggestion(word: string, known: Iterable<string>, prefix = ''): Worded {
  const nearest = nearestWord(word, known);
  return nearest === undefined
    ? asIs('')
    : worded(
        { en: ' (did you mean {name}?)', ru: ' (может быть, {name}?)' },
        { name: `${prefix}${nearest}` },
      );
}

/** Returns the suggestion in English, for a model. */
export const didYouMean = (word: string, known: Iterable<string>): string => suggestion(word, known).en;

/**
 * Returns the words that the caller probably meant, most similar first. Words are similar if few edits separate them,
 * or if one contains the start of the other or the whole of it.
 */
export function nearestWords(word: string, known: Iterable<string>, most: number): string[] {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const asked = plain(word).slice(0, compared);
  if (asked === '') return [];
  const start = asked.slice(0, Math.max(4, Math.ceil(asked.length / 2)));
  const ranked = [...new Set(known)].flatMap((name) => {
    const other = plain(name);
    if (other === '') return [];
    const changes = distance(asked, other);
    const isPart = other.includes(start) || (other.length > 3 && asked.includes(other));
    return isPart || changes <= Math.max(2, asked.length / 3) ? [{ name, changes }] : [];
  });
  return ranked
    .sort((one, other) => one.changes - other.changes)
    .slice(0, most)
    .map(({ name }) => name);
}
