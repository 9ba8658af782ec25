import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as russian } from '@orama/stemmers/russian';
import { distance } from '../../../contract/spelling.ts';
import { saysNothing } from './stop-words.ts';

const spokenWords = (text: string): string[] =>
  (text
    .replaceAll('ё', 'е')
    .replaceAll('Ё', 'Е')
    .match(/[\p{L}\p{N}]+/gu) ?? []) as string[];

/** Stem of every number, because phrasings differ only in its value. */
const anyNumber = '#';

/** Returns a word's stem, by the Snowball algorithm for Russian or English. */
export const stem = (word: string): string =>
  /^\d+$/.test(word) ? anyNumber : /[а-я]/.test(word) ? russian(word) : english(word);

export interface Terms {
  /** Stems of all words, in their order. */
  readonly stems: readonly string[];
  /** Marks of the synonym groups that the text mentions, sorted. */
  readonly marks: readonly string[];
  /** Whether a word of the text carries meaning. */
  readonly saysSomething: boolean;
}

/** Stems that need no correction. */
export type KnownStems = Pick<ReadonlySet<string>, 'has' | 'keys'>;

/** Reads terms. `known` stems replace similar unknown words, which may be misspelt. */
export type TermReader = (text: string, known?: KnownStems) => Terms;

interface Word {
  readonly word: string;
  readonly stem: string;
  readonly saysNothing: boolean;
  /** Whether the word is capitalized in the middle of the text, so that it is probably a name. */
  readonly isName: boolean;
}

/** Prefix of a phrase that only matches exactly, because its inflections mean something else. */
const onlyExact = '=';
/** Particles of phrasal verbs. Other words may come between verb and particle. */
const particles = new Set('off out back away up down together in over through to'.split(' '));
const mostBetween = 4;

/** Maximum number of words that are corrected per text, because each one is compared with all known words. */
const mostGuessed = 8;
/** Minimum length of a word that is corrected. Shorter words are too similar to each other. */
const leastGuessed = 4;

/** @param groups synonym groups by mark. A group consists of words and phrases, separated by commas */
export function createTermReader(groups: Iterable<readonly [mark: string, group: string]>): TermReader {
  const { marks, exact, longest } = marksOf(groups);
  const named = (words: readonly Word[]) => exact.get(asWritten(words)) ?? marks.get(joined(words));
  const spelt = new Set(Array.from(marks.keys(), (phrase) => phrase.split(' ')).flat());
  const lengthAt = (words: readonly Word[], at: number): number => {
    for (let length = Math.min(longest, words.length - at); length > 1; length -= 1)
      if (marks.has(joined(words.slice(at, at + length)))) return length;
    return 1;
  };
  /** Returns the marks of a phrase whose words are separated by others: “take them off” means “take off”. */
  const partedAt = (words: readonly Word[], at: number): readonly string[] | undefined => {
    for (const later of words.slice(at + 2, at + 2 + mostBetween)) {
      const found = named([words[at] as Word, later]);
      if (found && (particles.has(later.stem) || !later.saysNothing)) return found;
    }
    return undefined;
  };
  const marksIn = (words: readonly Word[]): string[] => {
    const found = new Set<string>();
    for (let at = 0; at < words.length; ) {
      const phrase = words.slice(at, at + lengthAt(words, at));
      const parted = phrase.length > 1 ? undefined : partedAt(words, at);
      for (const mark of parted ?? named(phrase) ?? []) found.add(mark);
      at += phrase.length;
    }
    return [...found].sort();
  };
  return (text, known) => {
    const words = known === undefined ? split(text) : corrected(split(text), known, spelt);
    return {
      stems: words.map((word) => word.stem),
      marks: marksIn(words),
      saysSomething: words.some((word) => !word.saysNothing),
    };
  };
}

/** Corrects those words that none of the sets contains. */
function corrected(words: readonly Word[], ...sets: readonly KnownStems[]): Word[] {
  let left = mostGuessed;
  return words.map((word) => {
    if (
      word.saysNothing ||
      word.isName ||
      word.stem === anyNumber ||
      left === 0 ||
      sets.some((set) => set.has(word.stem))
    )
      return word;
    left -= 1;
    return { ...word, stem: meant(word.stem, sets) };
  });
}

const split = (text: string): Word[] =>
  spokenWords(text).map((word, index) => ({
    word: word.toLowerCase(),
    stem: stem(word.toLowerCase()),
    saysNothing: saysNothing(word.toLowerCase()),
    isName: index > 0 && /^\p{Lu}\p{Ll}/u.test(word),
  }));

const asWritten = (words: readonly Word[]): string => words.map((word) => word.word).join(' ');
const joined = (words: readonly Word[]): string => words.map((word) => word.stem).join(' ');

function marksOf(groups: Iterable<readonly [mark: string, group: string]>) {
  const marks = new Map<string, string[]>();
  /** Phrases by their exact spelling, which is more specific than their stems. */
  const exact = new Map<string, string[]>();
  let longest = 1;
  for (const [mark, group] of groups)
    for (const phrase of group.split(',')) {
      const words = split(phrase);
      longest = Math.max(longest, words.length);
      if (!phrase.trim().startsWith(onlyExact)) add(marks, joined(words), mark);
      add(exact, asWritten(words), mark);
    }
  return { marks, exact, longest };
}

const add = (marks: Map<string, string[]>, key: string, mark: string) =>
  marks.set(key, [...new Set([...(marks.get(key) ?? []), mark])]);

/** Returns the most similar known stem with the same first letter, or the word itself. */
function meant(word: string, known: readonly KnownStems[]): string {
  if (word.length < leastGuessed) return word;
  let best = { word, changes: word.length > 8 ? 3 : 2 };
  for (const words of known)
    for (const other of words.keys()) {
      if (other[0] !== word[0] || Math.abs(other.length - word.length) >= best.changes) continue;
      const changes = distance(word, other);
      if (changes < best.changes) best = { word: other, changes };
    }
  return best.word;
}
