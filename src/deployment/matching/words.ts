import { distance } from '../../contract/spelling.ts';

export interface FieldWords {
  /** Synonym groups, with words separated by spaces: `case matter dossier`. */
  readonly alike: readonly string[];
  /** Words that add no meaning next to other words, such as `id`. */
  readonly empty: readonly string[];
  /** Words that change the meaning of the following word, such as `parent`. */
  readonly turning: readonly string[];
  /** Words that denote the start of a range (`from`) or its end (`to`). */
  readonly from: readonly string[];
  readonly to: readonly string[];
}

interface Parts {
  readonly words: readonly string[];
  readonly end: 'from' | 'to' | undefined;
}

export interface NameComparison {
  /** Checks whether both names can mean the same field. */
  areSimilar(one: string, other: string): boolean;
  haveOneWord(one: string, other: string): boolean;
  /** Returns which end of a range a name denotes. Returns undefined if it denotes neither or both. */
  endOf(name: string): Parts['end'];
}

export function createComparison(known: FieldWords): NameComparison {
  const first = new Map(
    known.alike.flatMap((group) => {
      const words = group.split(' ');
      return words.map((word) => [word, words[0] ?? word] as const);
    }),
  );
  const partsOf = (name: string): Parts => {
    const all = wordsIn(name);
    const isFrom = all.some((word) => known.from.includes(word));
    const isTo = all.some((word) => known.to.includes(word));
    const end = isFrom === isTo ? undefined : isFrom ? 'from' : 'to';
    const inner = all.filter((word) => ![...known.from, ...known.to].includes(word));
    const telling = inner.filter((word) => !known.empty.includes(word));
    const words = (telling.length > 0 ? telling : inner).map((word) => first.get(word) ?? word);
    return { words: [...new Set(words)], end };
  };
  return {
    haveOneWord: (one, other) => wordsIn(one).some((word) => wordsIn(other).includes(word)),
    endOf: (name) => partsOf(name).end,
    areSimilar: (one, other) => {
      const [left, right] = [partsOf(one), partsOf(other)];
      if (left.end !== right.end) return false;
      if (isMisspelt(one, other)) return true;
      const [fewer, more] = left.words.length <= right.words.length ? [left, right] : [right, left];
      const further = more.words.filter((word) => !fewer.words.includes(word));
      if (fewer.words.length + further.length !== more.words.length) return false;
      if (fewer.words.length === 0) return false;
      // The last word of a name is its main word. The shorter name may lack it only if the shorter name has a word that
      // changes the meaning, such as `parent`.
      const isSameThing =
        further.length === 0 ||
        fewer.words.at(-1) === more.words.at(-1) ||
        fewer.words.some((word) => known.turning.includes(word));
      return isSameThing && !further.some((word) => known.turning.includes(word));
    },
  };
}

/** Splits a name into words in the singular: `'ResponsibleUserIDs'` → `['responsible', 'user', 'id']`. */
const wordsIn = (name: string): string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => singular(word.toLowerCase()));

const singular = (word: string) =>
  word
    .replace(/ies$/, 'y')
    .replace(/(?<=s|x|ch)es$/, '')
    .replace(/(?<=[a-z]{2}[^su])s$/, '');

const isMisspelt = (one: string, other: string) =>
  Math.min(one.length, other.length) >= 8 && distance(one.toLowerCase(), other.toLowerCase()) === 1;
