import type { Candidate } from '../contract/candidate.ts';
import { distance } from '../contract/spelling.ts';
import { eachInTurns } from '../util/give-way.ts';
import { type CompanyName, normalise, splitLegalForm, withoutLeadIn } from './normalise.ts';

/** A record with all its names. */
export interface NamedRecord extends Candidate {
  /** Numbers and addresses in lower case. They only match completely. */
  readonly codes: readonly string[];
  /** Login of a user, in lower case. */
  readonly login?: string;
  /** Normalised name and number. */
  readonly names: readonly string[];
  /** Normalised alternative names: halves of a bilingual name, first and last name, system name. */
  readonly aliases: readonly string[];
}

/** How a record matches: by its full name, the start of its name, some words, or similarity. */
export type MatchQuality = 'exact' | 'start' | 'words' | 'similar';

export interface Match {
  readonly entry: NamedRecord;
  readonly fit: MatchQuality;
}

/** Compares records from several lists with one text. Each record must be passed once. */
export interface Matching {
  /** Compares further records. @returns the best matches among all records so far */
  take(entries: readonly NamedRecord[]): Promise<readonly Match[]>;
}

/**
 * Creates a comparison. Its tests are ordered from best to worst. Only the matches of the best successful test are
 * kept.
 */
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
 * Returns the records that match the text best. A single record is the answer; several are candidates.
 * @returns an empty array if nothing matches, although similar records may exist
 */
export const matchWords = (text: string, entries: readonly NamedRecord[]): Promise<readonly Match[]> =>
  createMatching(text).take(entries);

/** Returns the record that is much more similar to the text than all others. Used if `matchWords` finds nothing. */
export const matchSimilar = (text: string, entries: readonly NamedRecord[]): Promise<readonly Match[]> =>
  winner(withoutLeadIn(normalise(text)), entries);

const someName =
  (test: (name: string) => boolean) =>
  ({ names, aliases }: NamedRecord): boolean =>
    names.some(test) || aliases.some(test);

/**
 * Checks whether two company names are equal, ignoring a legal form that only one of them has. Companies with different
 * legal forms are different.
 */
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

/** Returns a function that checks whether a name contains all the words, compared by `compare`. */
function holding(asked: readonly string[], compare: Compare): (name: string) => boolean {
  // Ignore words that are the start of another word. Each remaining word needs its own word in the name, so a shorter
  // name cannot contain them all.
  const apart = asked.filter((word) => !asked.some((other) => other !== word && compare(other, word)));
  const least = apart.join(' ').length;
  return (name) => {
    if (name.length < least) return false;
    const words = name.split(' ');
    return apart.every((word) => words.some((own) => compare(own, word)));
  };
}

const minWinningScore = 0.75;
const minWinningLead = 0.1;
/** Maximum similarity score of unrelated names. Any two names of five letters share some letters. */
export const maxUnrelatedScore = 0.5;
/** Must be less than `minWinningScore` minus `minWinningLead`, so that every relevant runner-up is found. */
const minWinnerCandidateScore = 0.6;

/** Finds a record that is much more similar to the text than all others. */
async function winner(asked: string, entries: readonly NamedRecord[]): Promise<Match[]> {
  if (asked.length < 4) return [];
  const [first, second] = await nearest(asked, entries, 2, {
    sameDigits: true,
    minScore: minWinnerCandidateScore,
  });
  if (first === undefined || first.score < minWinningScore) return [];
  return second === undefined || first.score - second.score >= minWinningLead
    ? [{ entry: first.entry, fit: 'similar' }]
    : [];
}

interface Scored {
  readonly entry: NamedRecord;
  /** From 0 to 1. */
  readonly score: number;
}

export interface SimilarityOptions {
  /** Whether the digits must be equal. A different number is a different case, not a typing error. */
  readonly sameDigits?: boolean;
  /** Minimum score, exclusive. */
  readonly minScore?: number;
}

/** Returns the records most similar to a text, best first. */
export async function nearest(
  text: string,
  entries: readonly NamedRecord[],
  count: number,
  { sameDigits = false, minScore = 0 }: SimilarityOptions = {},
): Promise<readonly Scored[]> {
  const asked = normalise(text).slice(0, maxComparedLength);
  const words = wordsOf(asked);
  const digits = digitsOf(asked);
  const best: Scored[] = [];
  await eachInTurns(entries, (entry) => {
    // Skip scores that are not above the lowest of the best ones.
    const least = (best.length === count && best.at(-1)?.score) || minScore;
    let score = least;
    for (const name of [...entry.names, ...entry.aliases])
      if (!sameDigits || digitsOf(name) === digits) score = similarityOf(asked, words, name, score);
    if (score <= least) return;
    const place = best.findIndex((one) => one.score < score);
    best.splice(place === -1 ? best.length : place, 0, { entry, score });
    best.length = Math.min(best.length, count);
  });
  return best;
}

const digitsOf = (text: string) => text.replace(/\D+/g, ' ').trim();

/** Maximum compared length of a name. Later characters rarely distinguish names. */
const maxComparedLength = 64;

/** Maximum number of words of a name that are compared one by one. */
const maxComparedWords = 8;
const wordsOf = (name: string) => name.split(' ', maxComparedWords);

/**
 * Returns the similarity, from 0 to 1. It is the higher of two values: that of the whole names, and the mean of each
 * word with its most similar word.
 * @param least returned if the similarity is not higher
 */
function similarityOf(asked: string, askedWords: readonly string[], name: string, least: number): number {
  const start = name.slice(0, maxComparedLength);
  const words = wordsOf(start);
  let sum = 0;
  for (const word of askedWords) sum += words.reduce((best, own) => textSimilarity(word, own, best), 0);
  // Matching words count slightly less than a matching whole name.
  return textSimilarity(asked, start, Math.max(least, (sum / askedWords.length) * 0.95));
}

/**
 * Returns the similarity of two texts, from 0 to 1.
 * @param best highest similarity so far. The texts are compared only if their lengths allow a higher one
 */
export function textSimilarity(left: string, right: string, best = 0): number {
  const longer = Math.max(left.length, right.length, 1);
  if (1 - Math.abs(left.length - right.length) / longer <= best) return best;
  return Math.max(best, 1 - distance(left, right) / longer);
}
