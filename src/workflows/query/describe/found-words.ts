import { foldLetters } from '../../../names/spelling/normalise.ts';
import { stemOf } from '../../../names/spelling/stem.ts';

/** Consonants that alternate at the end of a Russian stem, as in `оплата` and `оплачено`. */
const alternating = /(?<=\p{Script=Cyrillic}{4})[тчщджсшкцгзх]$/u;

/** Searches texts for any of several words, also in other inflections. */
export interface WordSearch {
  readonly words: readonly string[];
  /** Returns the words that occur in a text. */
  in(text: string): ReadonlySet<string>;
}

export function createWordSearch(text: string): WordSearch {
  const all = [...new Set(text.split(/[\s,;]+/).filter((word) => word !== ''))];
  const long = all.filter((word) => word.length > 2);
  const words = long.length > 0 ? long : all;
  const asked = words.map((word) => ({
    word,
    whole: foldLetters(word),
    root: foldLetters(stemOf(word.toLowerCase()).replace(alternating, '')),
  }));
  return {
    words,
    in: (searched) => {
      const whole = foldLetters(searched);
      const parts = whole.split(/[^\p{L}\p{N}]+/u);
      return new Set(
        asked
          .filter((one) => whole.includes(one.whole) || parts.some((part) => part.startsWith(one.root)))
          .map(({ word }) => word),
      );
    },
  };
}
