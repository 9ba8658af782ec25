import type { Meanings } from './search-terms.ts';

/** Weight of a word, by the field in which it occurs. */
export const weights = { thing: 4, act: 3.5, words: 2.8, area: 2, description: 0.8 } as const;
export type Field = keyof typeof weights;

/** A tool or prompt that can be found, with the meanings of its words. */
export interface Sought {
  /** Highest weight at which each meaning occurs. */
  readonly weight: ReadonlyMap<string, number>;
  /** Subject of the tool, as the meanings of each word. */
  readonly thing: readonly Meanings[];
  /** Meanings of the additional search words. */
  readonly words: Meanings;
  /** Marks of the synonym groups for its actions. */
  readonly acts: ReadonlySet<string>;
  readonly isRead: boolean;
  /** How likely the tool is wanted, independent of the query. */
  readonly likely: number;
}

export interface Asked {
  readonly meanings: readonly Meanings[];
  /** Whether the query asks for information instead of a change. */
  readonly isQuestion: boolean;
  /** Marks of the synonym groups for reading. */
  readonly reading: ReadonlySet<string>;
  /** Inverse document frequency (IDF) of each meaning. */
  readonly rarity: ReadonlyMap<string, number>;
}

export const isAct = (meaning: string) => meaning.startsWith('act ');

/** Words with which a question begins. */
const question =
  /^(what|which|who|whose|when|where|why|is|are|does|did|кто|что|чей|чья|чьи|как(ой|ая|ое|ие|им|их)|где|когда|сколько|почему|есть ли)(?!\p{L})/iu;

export const isQuestion = (text: string): boolean => question.test(text.trim());

export function rarities(sought: readonly Sought[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { weight } of sought)
    for (const meaning of weight.keys()) counts.set(meaning, (counts.get(meaning) ?? 0) + 1);
  return new Map(Array.from(counts, ([meaning, count]) => [meaning, Math.log(1 + sought.length / count)]));
}

/**
 * Returns how well a tool or prompt matches a query. 0 means that it does not match. For each word of the query, only
 * the best meaning counts.
 */
export function scoreOf(one: Sought, asked: Asked): number {
  const rarity = (meaning: string) => asked.rarity.get(meaning) ?? 0;
  let sum = 0;
  let most = 0;
  for (const meanings of asked.meanings) {
    sum += best(meanings, (meaning) => (one.weight.get(meaning) ?? 0) * rarity(meaning));
    most += best(meanings, (meaning) => weights.thing * rarity(meaning));
  }
  if (sum === 0) return 0;
  return sum * one.likely * (0.5 + sum / most) * (0.6 + 0.4 * shareOf(one, asked)) * fitOf(one, asked);
}

const best = (meanings: Meanings, worth: (meaning: string) => number) =>
  Math.max(0, ...meanings.map((meaning) => worth(meaning)));

/** Returns the share of the tool's subject that the query mentions. */
function shareOf(one: Sought, asked: Asked): number {
  const said = new Set(asked.meanings.flat());
  const whole = one.thing.filter((meanings) => meanings.some((meaning) => said.has(meaning))).length;
  const byWords = one.words.some((meaning) => said.has(meaning)) ? 0.85 : 0;
  return Math.max(whole / Math.max(1, one.thing.length), byWords);
}

/** Returns how well the tool's actions match those in the query. The first action in the query counts most. */
function fitOf(one: Sought, { meanings, isQuestion: asks, reading }: Asked): number {
  const acts = meanings.map((some) => some.filter(isAct)).filter((some) => some.length > 0);
  const fits = (some: Meanings) => some.some((act) => one.acts.has(act) || (one.isRead && reading.has(act)));
  if (acts.length === 0) return one.isRead ? 1 : 0.65;
  const asking = asks && !one.isRead ? 0.7 : 1;
  if (fits(acts[0] ?? [])) return asking;
  return acts.some(fits) || (asks && one.isRead) ? 0.6 * asking : 0.45;
}
