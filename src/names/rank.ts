import { distance } from '../contract/spelling.ts';
import { filterInTurns, mapInTurns } from '../util/give-way.ts';
import { resemblance } from './match.ts';
import {
  apartFromMarks,
  inOneScript,
  isCyrillic,
  isFormWord,
  leadIn,
  normalise,
  plain,
} from './normalise.ts';
import { soundOf } from './other-script.ts';
import { isWrittenAs } from './spoken.ts';
import { stemOf } from './stem.ts';

/** What a record is called, and what else people say of it. */
export interface Description {
  /** Names and numbers. */
  readonly names: readonly (string | undefined)[];
  /** Kind, state, whose it is: words that alone are no name. */
  readonly about?: readonly (string | undefined)[];
}

/**
 * How records fit: every word asked for stands in their names; some stand in what else is known of them; or they only
 * resemble it.
 */
export type RankQuality = 'names' | 'description' | 'similar';

export interface Ranked<Item> {
  readonly items: readonly Item[];
  /** Undefined where there are none. */
  readonly fit: RankQuality | undefined;
}

/** As many as may be shown for what is not found. */
const mostSimilar = 5;
/** Least part of the letters asked for that a similar record has to have. */
const leastShare = 0.55;

/**
 * The records that fit in the best way in which any fits, best first: words in any order and any case of theirs, with
 * the other things that `normalise` ignores.
 */
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
        : certainty(asked, own) || (known.some((name) => holds(name, whole)) ? leastCertain : 0),
      byAll: certainty(asked, also),
      words: also,
    };
  });
  const best = async (score: (one: (typeof scored)[number]) => number) =>
    (await mapInTurns(scored, (one) => ({ item: one.item, score: score(one) })))
      .filter(({ score }) => score > 0)
      .sort((left, right) => right.score - left.score)
      .map(({ item }) => item);
  const byName = await best((one) => one.byName);
  if (byName.length > 0) return { items: byName, fit: 'names' };
  const byAll = await best((one) => one.byAll);
  if (byAll.length > 0) return { items: byAll, fit: 'description' };
  const similar = (await best(({ words }) => similarity(asked, words))).slice(0, mostSimilar);
  return { items: similar, fit: similar.length > 0 ? 'similar' : undefined };
}

/** Those of the records that have each word as it is asked for; all of them where none has. */
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

/** Whether the text stands in the name, or would but for spaces. */
const holds = (name: string, text: string) =>
  name.includes(text) ||
  (text.length > 2 * leastPart && name.replaceAll(' ', '').includes(text.replaceAll(' ', '')));

/** A word in the forms in which it is compared. */
interface Word {
  /** In one alphabet for what looks alike. */
  readonly same: string;
  readonly stem: string;
  /** As it is written. */
  readonly script: string;
  /** Its stem as it is written. */
  readonly root: string;
  /** How its stem sounds, but for the vowel of a case at its end. */
  readonly sound: string;
  /** Whether a record may lack it. */
  readonly isIdle: boolean;
}

/** Words between names, which say nothing of them. */
const between = new Set(
  'и в во о об по на с со к ко у от до за из для против между the a an of in on at by for and to v vs versus against between'
    .concat(' иск иску иска спор спору спора lawsuit dispute')
    .split(' ')
    .map(normalise),
);

const isIdleWord = (word: string) => between.has(word) || leadIn.has(word) || isFormWord(word);

/** The words of a text that may be a name or a kind, as they are written, the longest first. */
export const distinctiveWords = (text: string): string[] =>
  apartFromMarks(text)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !isIdleWord(normalise(word)))
    .toSorted((left, right) => right.length - left.length);

function askedWords(text: string): Word[] {
  const words = wordsOf([text]);
  return words.every(({ isIdle }) => isIdle) ? words.map((word) => ({ ...word, isIdle: false })) : words;
}

/** Each word once, the longest first: they have fewer others to be taken for. */
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
  const sound = soundOf(stem);
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
const leastCertain = 0.5;
/** Parts of words shorter than this are in too many others. */
const leastPart = 3;

/** Above 0 where every word asked for is among the record's, each another one, the more the more exactly. */
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
  const isPart = word.same.length >= leastPart && own.same.includes(word.same);
  return isPart || soundsAlike(word, own) ? 1 : 0;
}

/** Whether it is the same word in the other script. */
function soundsAlike(word: Word, own: Word): boolean {
  const isRussian = isCyrillic(word.script);
  if (word.same.length <= leastPart || isRussian === isCyrillic(own.script)) return false;
  if (word.sound.length > 1 && word.sound === own.sound) return true;
  const [latin, russian] = isRussian ? [own, word] : [word, own];
  return [russian.script, russian.root].some((written) => isWrittenAs(latin.script, written));
}

/** Least likeness of two words of which one may be a slip of the other. */
const leastLikeness = 0.7;

/** The share of the letters asked for that the record has, in likely words; 0 where that is too little. */
function similarity(asked: readonly Word[], own: readonly Word[]): number {
  const wanted = asked.filter(({ isIdle }) => !isIdle);
  const letters = wanted.reduce((sum, { same }) => sum + same.length, 0);
  let found = 0;
  for (const word of wanted) {
    const like = Math.max(0, ...own.map((one) => likeness(word, one)));
    // Another number is another record, not a slip.
    if (like === 0 && /\d{3,}/.test(word.same)) return 0;
    found += like * word.same.length;
  }
  const share = found / letters;
  return share < leastShare ? 0 : share;
}

/** Whether one digit, or the order of two, makes one number of the other. */
const isSlip = (asked: string, own: string) =>
  asked.length > leastPart && /^\d+$/.test(own) && distance(asked, own) === 1;

function likeness(word: Word, own: Word): number {
  if (sameness(word, own) > 0) return 1;
  if (/^\d+$/.test(word.same)) return isSlip(word.same, own.same) ? leastLikeness : 0;
  if (/\d/.test(word.same) || word.same.length <= leastPart) return 0;
  const like = Math.max(
    resemblance(word.same, own.same),
    // Written in the other script.
    0.95 * resemblance(soundOf(word.script), soundOf(own.script)),
  );
  return like < leastLikeness ? 0 : like;
}
