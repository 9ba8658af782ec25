import type { Meanings } from './search-terms.ts';

/** What a word counts, by where it stands. */
export const weights = { thing: 4, act: 3.5, words: 2.8, area: 2, description: 0.8 } as const;
export type Field = keyof typeof weights;

/** Something that is looked for, by what its words mean. */
export interface Sought {
  /** What each meaning counts here at most. */
  readonly weight: ReadonlyMap<string, number>;
  /** What it is about, each word by its meanings. */
  readonly thing: readonly Meanings[];
  /** What else it is looked for by. */
  readonly words: Meanings;
  /** Marks of what it does. */
  readonly acts: ReadonlySet<string>;
  readonly isRead: boolean;
  /** How likely it is meant, whatever was said. */
  readonly likely: number;
}

export interface Asked {
  readonly meanings: readonly Meanings[];
  /** Asks for something that is known, rather than for something to be done. */
  readonly isQuestion: boolean;
  /** Marks of what reading is called. */
  readonly reading: ReadonlySet<string>;
  /** Of each meaning: the fewer have it, the more it says. */
  readonly rarity: ReadonlyMap<string, number>;
}

export const isAct = (meaning: string) => meaning.startsWith('act ');

/** Words that begin a question. */
const question =
  /^(what|which|who|whose|when|where|why|is|are|does|did|кто|что|чей|чья|чьи|как(ой|ая|ое|ие|им|их)|где|когда|сколько|почему|есть ли)(?!\p{L})/iu;

export const isQuestion = (text: string): boolean => question.test(text.trim());

export function rarities(sought: readonly Sought[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { weight } of sought)
    for (const meaning of weight.keys()) counts.set(meaning, (counts.get(meaning) ?? 0) + 1);
  return new Map(Array.from(counts, ([meaning, count]) => [meaning, Math.log(1 + sought.length / count)]));
}

/** How well one fits what is asked; 0: not at all. Of each word counts its best meaning alone. */
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

/** How much of what it is about was said. */
function shareOf(one: Sought, asked: Asked): number {
  const said = new Set(asked.meanings.flat());
  const whole = one.thing.filter((meanings) => meanings.some((meaning) => said.has(meaning))).length;
  const byWords = one.words.some((meaning) => said.has(meaning)) ? 0.85 : 0;
  return Math.max(whole / Math.max(1, one.thing.length), byWords);
}

/** Whether it does what should be done: the first act that is named counts most. */
function fitOf(one: Sought, { meanings, isQuestion: asks, reading }: Asked): number {
  const acts = meanings.map((some) => some.filter(isAct)).filter((some) => some.length > 0);
  const fits = (some: Meanings) => some.some((act) => one.acts.has(act) || (one.isRead && reading.has(act)));
  if (acts.length === 0) return one.isRead ? 1 : 0.65;
  const asking = asks && !one.isRead ? 0.7 : 1;
  if (fits(acts[0] ?? [])) return asking;
  return acts.some(fits) || (asks && one.isRead) ? 0.6 * asking : 0.45;
}
