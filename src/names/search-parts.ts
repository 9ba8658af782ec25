import { apartFromMarks, inEitherScript, inOneScript, isFormWord } from './normalise.ts';
import { inOtherScript } from './other-script.ts';
import { guessesInOtherScript } from './spoken.ts';
import { stemOf } from './stem.ts';

/** Shorter parts are in too many names. */
const fewestLetters = 4;
const mostParts = 8;
const mostInOtherScript = 4;
const mostSpellings = 4;

/** What to ask a search by part of a name for, since the service knows nothing of what `normalise` ignores. */
export interface SearchParts {
  /** Lists of these, together, hold whatever is called so and spelt as it should be. */
  readonly strongest: readonly string[];
  /** Best first: they find what is misspelt, inflected or written in another script. */
  readonly others: readonly string[];
}

export function searchPartsOf(text: string): SearchParts {
  const all = wordsOf(text);
  const words = all.some((word) => !isFormWord(word)) ? all.filter((word) => !isFormWord(word)) : all;
  const numbers = words.flatMap((word) => word.match(/\d{3,}/g) ?? []);
  // A year is the same in many numbers.
  const best = byLength(numbers.filter((number) => !/^(?:19|20)\d\d$/.test(number)));
  const names = byLength(words.filter((word) => !/\d/.test(word)).map(inOneScript));
  // What everybody writes the same way.
  const [sure = ''] = byLength(names.flatMap((word) => word.split(/[её]/i)));
  const longest = [names[0] ?? words[0] ?? []].flat();
  const strongest =
    best.length > 0
      ? best.slice(0, 1)
      : (sure.length >= fewestLetters ? [sure] : longest.flatMap(spellings)).flatMap(inEitherScript);
  const parts = [
    ...best,
    ...(sure.length >= fewestLetters ? inEitherScript(sure) : []),
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
  const others = [...new Set(parts)].slice(0, mostParts);
  return {
    strongest,
    others: [...new Set([...others, ...inOther.slice(0, mostInOtherScript)])].filter(
      (part) => !strongest.includes(part),
    ),
  };
}

/** All of them, best first. */
export function searchParts(text: string): string[] {
  const { strongest, others } = searchPartsOf(text);
  return [...strongest, ...others];
}

/** A word with `ё` and without: it is mostly one letter that people write both ways. */
function spellings(word: string): string[] {
  const plain = word.replaceAll('ё', 'е').replaceAll('Ё', 'Е');
  const withYo = [...plain.matchAll(/[её]/gi)].map(
    ({ 0: letter, index }) =>
      `${plain.slice(0, index)}${letter === 'е' ? 'ё' : 'Ё'}${plain.slice(index + 1)}`,
  );
  return [plain, ...withYo].slice(0, mostSpellings);
}

const wordsOf = (text: string) =>
  apartFromMarks(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const endsOf = (word: string) => {
  const letters = Array.from(word);
  return [letters.slice(0, 4).join(''), letters.slice(-4).join('')];
};
/** A wrong digit is in one of them only. */
const halvesOf = (number: string) => {
  const half = Math.ceil(number.length / 2);
  return half < 3 ? [] : [number.slice(0, half), number.slice(-half)];
};
const byLength = (words: readonly string[]) => words.toSorted((left, right) => right.length - left.length);
