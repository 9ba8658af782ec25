import { apartFromMarks, inEitherScript, inOneScript, isFormWord } from './spelling/normalise.ts';
import { inOtherScript } from './spelling/other-script.ts';
import { stemOf } from './spelling/stem.ts';
import { guessesInOtherScript } from './spelling/transcription.ts';

/** Minimum length of the preferred search term, in letters. Shorter terms occur in too many names. */
const minLetters = 4;
const maxParts = 8;
const maxInOtherScript = 4;
const maxSpellings = 4;

/**
 * Search terms for a name. Several are needed, because the service's search distinguishes upper and lower case and
 * look-alike letters.
 */
export interface SearchParts {
  /** Terms that together find every record with this name. Each one is queried. */
  readonly strongest: readonly string[];
  /** Further terms, best first. They find a name that is misspelled, inflected or written in the other script. */
  readonly others: readonly string[];
}

export function searchPartsOf(text: string): SearchParts {
  const all = wordsOf(text);
  const words = all.some((word) => !isFormWord(word)) ? all.filter((word) => !isFormWord(word)) : all;
  const numbers = words.flatMap((word) => word.match(/\d{3,}/g) ?? []);
  // Exclude years, because many other numbers contain them.
  const best = byLength(numbers.filter((number) => !/^(?:19|20)\d\d$/.test(number)));
  const names = byLength(words.filter((word) => !/\d/.test(word)).map(inOneScript));
  // Use the longest part without `е` and `ё`, because writers use these letters interchangeably.
  const [sure = ''] = byLength(names.flatMap((word) => word.split(/[её]/i)));
  const longest = [names[0] ?? words[0] ?? []].flat();
  const strongest =
    best.length > 0
      ? best.slice(0, 1)
      : (sure.length >= minLetters ? [sure] : longest.flatMap(spellings)).flatMap(inEitherScript);
  const parts = [
    ...best,
    ...(sure.length >= minLetters ? inEitherScript(sure) : []),
    ...names.slice(0, 3).flatMap(inEitherScript),
    ...names.slice(0, 2).map(stemOf),
    ...names.filter((word) => word.length > 4).flatMap(endsOf),
    ...best.slice(0, 1).flatMap(halvesOf),
    ...words.slice(0, 1).flatMap(inEitherScript),
    ...numbers,
  ];
  const inOther = [
    ...names.flatMap((word) => inOtherScript(word) ?? []),
    ...names.flatMap(guessesInOtherScript),
  ];
  const others = [...new Set(parts)].slice(0, maxParts);
  return {
    strongest,
    others: [...new Set([...others, ...inOther.slice(0, maxInOtherScript)])].filter(
      (part) => !strongest.includes(part),
    ),
  };
}

/** Returns all search terms for a name, best first. */
export function searchParts(text: string): string[] {
  const { strongest, others } = searchPartsOf(text);
  return [...strongest, ...others];
}

/** Returns a word without `ё`, and with `ё` in place of one `е`, because a word rarely has more than one `ё`. */
function spellings(word: string): string[] {
  const plain = word.replaceAll('ё', 'е').replaceAll('Ё', 'Е');
  const withYo = [...plain.matchAll(/[её]/gi)].map(
    ({ 0: letter, index }) =>
      `${plain.slice(0, index)}${letter === 'е' ? 'ё' : 'Ё'}${plain.slice(index + 1)}`,
  );
  return [plain, ...withYo].slice(0, maxSpellings);
}

const wordsOf = (text: string) =>
  apartFromMarks(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const endsOf = (word: string) => {
  const letters = Array.from(word);
  return [letters.slice(0, 4).join(''), letters.slice(-4).join('')];
};
/** Returns both halves of a number, because a single wrong digit leaves one half correct. */
const halvesOf = (number: string) => {
  const half = Math.ceil(number.length / 2);
  return half < 3 ? [] : [number.slice(0, half), number.slice(-half)];
};
const byLength = (words: readonly string[]) => words.toSorted((left, right) => right.length - left.length);
