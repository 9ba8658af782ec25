import type { Candidate } from '../contract/candidate.ts';
import { distance } from '../contract/spelling.ts';
import { eachInTurns } from '../util/give-way.ts';
import { type CompanyName, normalise, splitLegalForm, withoutLeadIn } from './normalise.ts';

/** A record by all that people call it. */
export interface NamedRecord extends Candidate {
  /** Numbers and addresses that mean a record only when they are whole: lower case. */
  readonly codes: readonly string[];
  /** Of a user: lower case. */
  readonly login?: string;
  /** Normalised: its name and number. */
  readonly names: readonly string[];
  /** Normalised: halves of a name in two languages, first and last name, system name. */
  readonly aliases: readonly string[];
}

/** How a record fits: the whole name, its start, some of its words, or something like it. */
export type MatchQuality = 'exact' | 'start' | 'words' | 'similar';

export interface Match {
  readonly entry: NamedRecord;
  readonly fit: MatchQuality;
}

/** Compares records with a text, however many lists they come in: each once. */
export interface Matching {
  /** @returns those of all so far that the text means in the best way in which it means any */
  take(entries: readonly NamedRecord[]): Promise<readonly Match[]>;
}

/** The ways in which a text may mean a record, the best first. */
export function createMatching(text: string): Matching {
  const asked = normalise(text);
  const number = withoutLeadIn(asked);
  const words = [...new Set(number.split(' '))];
  const code = text.trim().toLowerCase();
  const company = splitLegalForm(asked);
  const tests: readonly (readonly [MatchQuality, (entry: NamedRecord) => boolean])[] = [
    ['exact', ({ codes }) => codes.includes(code)],
    ['exact', ({ names }) => names.includes(asked) || names.includes(number)],
    ['exact', ({ aliases }) => aliases.includes(asked)],
    ['exact', (entry) => isSameCompany(company, entry)],
    ['words', someName(holding(words, isSame))],
    ['start', someName((name) => name.startsWith(number))],
    ['words', someName(holding(words, isBegun))],
  ];
  let best = tests.length;
  let found: Match[] = [];
  const compare = (entry: NamedRecord): void => {
    for (let index = 0; index < tests.length && index <= best; index += 1) {
      const [fit, test] = tests[index] as (typeof tests)[number];
      if (!test(entry)) continue;
      if (index < best) found = [];
      best = index;
      found.push({ entry, fit });
      return;
    }
  };
  return {
    take: async (entries) => {
      if (asked !== '') await eachInTurns(entries, compare);
      return found;
    },
  };
}

/**
 * The records that a text means in the best way in which it means any: one is an answer, several are candidates.
 * @returns none where nothing is called so; something may be like it then
 */
export const matchWords = (text: string, entries: readonly NamedRecord[]): Promise<readonly Match[]> =>
  createMatching(text).take(entries);

/** The one record that a text resembles far more than all others, for texts that `matchWords` finds nothing for. */
export const matchSimilar = (text: string, entries: readonly NamedRecord[]): Promise<readonly Match[]> =>
  winner(withoutLeadIn(normalise(text)), entries);

const someName =
  (test: (name: string) => boolean) =>
  ({ names, aliases }: NamedRecord): boolean =>
    names.some(test) || aliases.some(test);

/** The same but for the legal form, which one of both may lack. Two different forms are two different companies. */
function isSameCompany({ bare, form }: CompanyName, entry: NamedRecord): boolean {
  return someName((name) => {
    if (!name.includes(bare)) return false;
    const other = splitLegalForm(name);
    if (other.bare !== bare) return false;
    return other.form === form || other.form === undefined || form === undefined;
  })(entry);
}

type Compare = (own: string, word: string) => boolean;
const isSame: Compare = (own, word) => own === word;
const isBegun: Compare = (own, word) => own.startsWith(word);

/** @returns whether each word asked for is, or begins, a word of a name */
function holding(asked: readonly string[], compare: Compare): (name: string) => boolean {
  // What no other begins with is another word of the name each: shorter names hold them never.
  const apart = asked.filter((word) => !asked.some((other) => other !== word && compare(other, word)));
  const least = apart.join(' ').length;
  return (name) => {
    if (name.length < least) return false;
    const words = name.split(' ');
    return apart.every((word) => words.some((own) => compare(own, word)));
  };
}

const likely = 0.75;
const lead = 0.1;
/** A score that is no more than this is chance: any two names of five letters share some. */
export const unrelated = 0.5;
/** Below what is likely by more than the lead. */
const unlikely = 0.6;

/** A record that resembles the text far more than all others. */
async function winner(asked: string, entries: readonly NamedRecord[]): Promise<Match[]> {
  if (asked.length < 4) return [];
  const [first, second] = await nearest(asked, entries, 2, { sameDigits: true, above: unlikely });
  if (first === undefined || first.score < likely) return [];
  return second === undefined || first.score - second.score >= lead
    ? [{ entry: first.entry, fit: 'similar' }]
    : [];
}

interface Scored {
  readonly entry: NamedRecord;
  /** From 0 to 1. */
  readonly score: number;
}

export interface Likeness {
  /** Whether a record with other digits is none: another number is another case, not a slip. */
  readonly sameDigits?: boolean;
  /** Scores that are no more than this are none. */
  readonly above?: number;
}

/** The records that resemble a text most, best first. */
export async function nearest(
  text: string,
  entries: readonly NamedRecord[],
  count: number,
  { sameDigits = false, above = 0 }: Likeness = {},
): Promise<readonly Scored[]> {
  const asked = normalise(text).slice(0, compared);
  const words = wordsOf(asked);
  const digits = digitsOf(asked);
  const best: Scored[] = [];
  await eachInTurns(entries, (entry) => {
    // Less than the last of the best is not worth knowing.
    const least = (best.length === count && best.at(-1)?.score) || above;
    let score = least;
    for (const name of [...entry.names, ...entry.aliases])
      if (!sameDigits || digitsOf(name) === digits) score = likeness(asked, words, name, score);
    if (score <= least) return;
    const place = best.findIndex((one) => one.score < score);
    best.splice(place === -1 ? best.length : place, 0, { entry, score });
    best.length = Math.min(best.length, count);
  });
  return best;
}

const digitsOf = (text: string) => text.replace(/\D+/g, ' ').trim();

/** Characters of a name that are compared one by one: what follows tells no names apart. */
const compared = 64;

/** Words of a name that are compared one by one. */
const comparedWords = 8;
const wordsOf = (name: string) => name.split(' ', comparedWords);

/**
 * From 0 to 1: the whole names, or each word asked for with the word most like it.
 * @param least is the answer where there is no more
 */
function likeness(asked: string, askedWords: readonly string[], name: string, least: number): number {
  const start = name.slice(0, compared);
  const words = wordsOf(start);
  let sum = 0;
  for (const word of askedWords) sum += words.reduce((best, own) => resemblance(word, own, best), 0);
  // A part is less than the whole.
  return resemblance(asked, start, Math.max(least, (sum / askedWords.length) * 0.95));
}

/**
 * From 0 to 1.
 * @param best what is known already: more is worth looking for only where the lengths allow it
 */
export function resemblance(left: string, right: string, best = 0): number {
  const longer = Math.max(left.length, right.length, 1);
  if (1 - Math.abs(left.length - right.length) / longer <= best) return best;
  return Math.max(best, 1 - distance(left, right) / longer);
}
