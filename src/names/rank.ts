import { distance } from '../contract/spelling.ts';
import { filterInTurns, mapInTurns } from '../util/give-way.ts';
import { textSimilarity } from './match.ts';
import {
  apartFromMarks,
  inOneScript,
  isCyrillic,
  isFormWord,
  leadIn,
  normalise,
  plain,
} from './spelling/normalise.ts';
import { phoneticKeyOf } from './spelling/other-script.ts';
import { stemOf } from './spelling/stem.ts';
import { isWrittenAs } from './spelling/transcription.ts';

/** Strings in a record that are compared with a query. */
export interface Description {
  readonly names: readonly (string | undefined)[];
  /** Other data about the record, such as type, status or owner. */
  readonly about?: readonly (string | undefined)[];
}

/**
 * How the best records match. `names`: their names contain every word of the query. `description`: some words occur
 * only in their other data. `similar`: some words are only similar.
 */
export type RankQuality = 'names' | 'description' | 'similar';

export interface Ranked<Item> {
  readonly items: readonly Item[];
  /** Undefined if no record matches. */
  readonly fit: RankQuality | undefined;
}

/** Maximum number of similar records that are returned if nothing matches better. */
const maxSimilar = 5;
/** Minimum share of the query's letters that must be in similar words of a record. */
const minShare = 0.55;

/** Returns the best matches. Ignores order, inflection, and what `normalise` removes. */
export async function rank<Item>(
  text: string,
  items: readonly Item[],
  describe: (item: Item) => Description,
): Promise<Ranked<Item>> {
  const asked = askedWords(text);
  if (asked.length === 0) return { items: [], fit: undefined };
  const whole = normalise(text);
  const scored = await mapInTurns(items, (item) => {
    const { names, about = [] } = describe(item);
    const own = wordsOf(names);
    const also = [...own, ...wordsOf(about)];
    const known = names.map((name) => normalise(name ?? ''));
    return {
      item,
      byName: known.includes(whole)
        ? wholeName
        : certainty(asked, own) || (known.some((name) => holds(name, whole)) ? minCertainty : 0),
      byAll: certainty(asked, also),
      words: also,
    };
  });
  const best = async (score: (one: (typeof scored)[number]) => number) =>
    (await mapInTurns(scored, (one) => ({ item: one.item, score: score(one) })))
      .filter(({ score }) => score > 0)
      .sort((left, right) => right.score - left.score)
      .map(({ item }) => item);
  // A complete number identifies the record, so ignore other records. The parts of a number are often also the
  // beginning of other numbers.
  const isNumber = /\d/.test(whole) && scored.some(({ byName }) => byName === wholeName);
  const byName = await best((one) => (isNumber && one.byName < wholeName ? 0 : one.byName));
  if (byName.length > 0) return { items: byName, fit: 'names' };
  const byAll = isCode(text, asked) ? [] : await best((one) => one.byAll);
  if (byAll.length > 0) return { items: byAll, fit: 'description' };
  const similar = (await best(({ words }) => similarity(asked, words))).slice(0, maxSimilar);
  return { items: similar, fit: similar.length > 0 ? 'similar' : undefined };
}

/** Returns the records whose names contain every word exactly as written. If there are none, returns all. */
export async function closest<Item>(
  text: string,
  items: readonly Item[],
  describe: (item: Item) => Description,
): Promise<readonly Item[]> {
  const asked = askedWords(text).filter(({ isIdle }) => !isIdle);
  const close = await filterInTurns(items, (item) => {
    const own = new Set(wordsOf(describe(item).names).map(({ same }) => same));
    return asked.every(({ same }) => own.has(same));
  });
  return close.length > 0 ? close : items;
}

/** Returns all records, first those that share the most letters with the query. */
export async function sharingFirst<Item>(
  text: string,
  items: readonly Item[],
  describe: (item: Item) => Description,
): Promise<readonly Item[]> {
  const asked = askedWords(text).filter(({ isIdle }) => !isIdle);
  const scored = await mapInTurns(items, (item) => {
    const { names, about = [] } = describe(item);
    const own = wordsOf([...names, ...about]);
    const shared = asked.filter((word) => own.some((one) => sameness(word, one) > 0));
    return { item, letters: shared.reduce((sum, { same }) => sum + same.length, 0) };
  });
  return scored.toSorted((left, right) => right.letters - left.letters).map(({ item }) => item);
}

/**
 * Checks whether the query is a number of several parts, such as `INT-2026-01`. Such parts also occur in other data of
 * unrelated records, for example in the name of a responsible user.
 */
const isCode = (text: string, words: readonly Word[]): boolean =>
  words.length > 1 && /\d/.test(text) && !/[\s@]/.test(text.trim());

/** Checks whether a name contains the text. Ignores spaces if the text has more than six characters. */
const holds = (name: string, text: string) =>
  name.includes(text) ||
  (text.length > 2 * minPartLength && name.replaceAll(' ', '').includes(text.replaceAll(' ', '')));

interface Word {
  /** The word as `normalise` returns it, so that look-alike letters are equal. */
  readonly same: string;
  readonly stem: string;
  /** The word, converted to a single script. */
  readonly script: string;
  /** Stem of `script`. */
  readonly root: string;
  /** Phonetic key of the stem, without the vowels at its end, because they change by inflection. */
  readonly sound: string;
  /** Whether a record may match although it lacks the word. */
  readonly isIdle: boolean;
}

/** Connecting words and words for a dispute. They do not identify a record. */
const between = new Set(
  'и в во о об по на с со к ко у от до за из для против между the a an of in on at by for and to v vs versus against between'
    .concat(' иск иску иска спор спору спора lawsuit dispute')
    .split(' ')
    .map(normalise),
);

const isIdleWord = (word: string) => between.has(word) || leadIn.has(word) || isFormWord(word);

/** Returns those words of a query that may belong to a name or a type, as they are written, longest first. */
export const distinctiveWords = (text: string): string[] =>
  apartFromMarks(text)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !isIdleWord(normalise(word)))
    .toSorted((left, right) => right.length - left.length);

function askedWords(text: string): Word[] {
  const words = wordsOf([text]);
  return words.every(({ isIdle }) => isIdle) ? words.map((word) => ({ ...word, isIdle: false })) : words;
}

/** Returns the distinct words, longest first, because a long word matches fewer words in a record. */
function wordsOf(texts: readonly (string | undefined)[]): Word[] {
  const words = new Map<string, Word>();
  for (const word of texts.flatMap((text) => (text === undefined ? [] : plain(text).split(' ')))) {
    const same = normalise(word);
    const script = inOneScript(word);
    if (same !== '' && !words.has(same)) words.set(same, formsOf(same, script));
  }
  return [...words.values()].toSorted((left, right) => right.same.length - left.same.length);
}

function formsOf(same: string, script: string): Word {
  const stem = stemOf(script);
  const sound = phoneticKeyOf(stem);
  const isIdle = isIdleWord(same);
  return {
    same,
    script,
    root: stem,
    stem: normalise(stem),
    sound: sound.replace(/(?<=..)[aeiou]{1,3}$/, ''),
    isIdle,
  };
}

const wholeName = 1_000;
const minCertainty = 0.5;
/** Minimum length of part of a word. Shorter parts occur in too many words. */
const minPartLength = 3;

/**
 * Returns how well the words match, from 0 to 4. Returns 0 unless each word, except general ones (`isIdle`), matches a
 * different word of the record.
 */
function certainty(asked: readonly Word[], own: readonly Word[]): number {
  const left = new Set(own);
  let sum = 0;
  for (const word of asked) {
    const [best, sure] = bestOf(word, left);
    if (sure === 0 && !word.isIdle) return 0;
    if (best) left.delete(best);
    sum += sure;
  }
  return sum / asked.length;
}

function bestOf(word: Word, own: Iterable<Word>): readonly [Word | undefined, number] {
  let best: Word | undefined;
  let most = 0;
  for (const one of own) {
    const sure = sameness(word, one);
    if (sure > most) [best, most] = [one, sure];
  }
  return [best, most];
}

function sameness(word: Word, own: Word): number {
  if (own.same === word.same) return 4;
  if (own.same.startsWith(word.same)) return 3;
  if (own.stem === word.stem) return 2;
  const isPart = word.same.length >= minPartLength && own.same.includes(word.same);
  return isPart || soundsAlike(word, own) ? 1 : 0;
}

/** Checks whether two words in different scripts are the same word. */
function soundsAlike(word: Word, own: Word): boolean {
  const isRussian = isCyrillic(word.script);
  if (word.same.length <= minPartLength || isRussian === isCyrillic(own.script)) return false;
  if (word.sound.length > 1 && word.sound === own.sound) return true;
  const [latin, russian] = isRussian ? [own, word] : [word, own];
  return [russian.script, russian.root].some((written) => isWrittenAs(latin.script, written));
}

/** Minimum similarity at which one word counts as a misspelling of another. */
const minLikeness = 0.7;

/**
 * Returns the share of the query's letters that are in words similar to a word of the record. Returns 0 if the share is
 * below `minShare`.
 */
function similarity(asked: readonly Word[], own: readonly Word[]): number {
  const wanted = asked.filter(({ isIdle }) => !isIdle);
  const letters = wanted.reduce((sum, { same }) => sum + same.length, 0);
  let found = 0;
  for (const word of wanted) {
    const like = Math.max(0, ...own.map((one) => likeness(word, one)));
    // A different number denotes a different record, not a typing error.
    if (like === 0 && /\d{3,}/.test(word.same)) return 0;
    found += like * word.same.length;
  }
  const share = found / letters;
  return share < minShare ? 0 : share;
}

/** Checks whether two numbers differ by only one digit, or by two swapped digits. */
const isSlip = (asked: string, own: string) =>
  asked.length > minPartLength && /^\d+$/.test(own) && distance(asked, own) === 1;

function likeness(word: Word, own: Word): number {
  if (sameness(word, own) > 0) return 1;
  if (/^\d+$/.test(word.same)) return isSlip(word.same, own.same) ? minLikeness : 0;
  if (/\d/.test(word.same) || word.same.length <= minPartLength) return 0;
  const like = Math.max(
    textSimilarity(word.same, own.same),
    // Compare words in different scripts by their sound.
    0.95 * textSimilarity(phoneticKeyOf(word.script), phoneticKeyOf(own.script)),
  );
  return like < minLikeness ? 0 : like;
}
