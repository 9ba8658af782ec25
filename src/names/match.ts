import { distance } from '../contract/spelling.ts';
import { eachInTurns } from '../util/give-way.ts';
import type { PersonName } from './person-names.ts';
import type { Distinguishable } from './refusals/distinct.ts';
import { type CompanyName, normalise, splitLegalForm, withoutLeadIn } from './spelling/normalise.ts';

/** A record with all names, numbers and addresses by which users can refer to it. */
export interface NamedRecord extends Distinguishable {
  /** Numbers and addresses in lower case. They match only completely. */
  readonly codes: readonly string[];
  /** Whether the record is archived. Undefined if the list does not contain its state. */
  readonly isArchived?: boolean | undefined;
  /** A user's login, in lower case. */
  readonly login?: string;
  /** Normalized name and number. */
  readonly names: readonly string[];
  /** Normalized alternative names: halves of a bilingual name, first and last name, and system name. */
  readonly aliases: readonly string[];
  /** Parts of a person's name. Undefined for other records. */
  readonly person?: PersonName;
  /** Set if the record is a company. */
  readonly isCompany?: true;
}

/**
 * How a record matches. `exact`: a full name or code is equal. `start`: a name starts with the text. `words`: it
 * contains all words, in any order. `similar`: only the spelling is similar.
 */
export type MatchQuality = 'exact' | 'start' | 'words' | 'similar';

export interface Match {
  readonly entry: NamedRecord;
  readonly fit: MatchQuality;
}

/** Compares records from several lists with one text. Each record may be passed only once. */
export interface Matching {
  /** Compares further records. @returns the best matches among all records passed so far */
  take(entries: readonly NamedRecord[]): Promise<readonly Match[]>;
}

/**
 * Creates a comparison that applies several tests, the strictest first. It keeps only the records that pass the
 * strictest test that any record has passed.
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
 * Returns the records that match the text best. One record is the answer, and several are candidates.
 * @returns an empty array if no record matches. Similar records may still exist
 */
export const matchWords = (text: string, entries: readonly NamedRecord[]): Promise<readonly Match[]> =>
  createMatching(text).take(entries);

/** Checks whether a text is the full name or a code of a record. */
export const isWholeName = (text: string, { names, codes }: NamedRecord): boolean =>
  names.includes(normalise(text)) || codes.includes(text.trim().toLowerCase());

/** Returns the one record that is much more similar than all others, if there is one. */
export const matchSimilar = (text: string, entries: readonly NamedRecord[]): Promise<readonly Match[]> =>
  winner(withoutLeadIn(normalise(text)), entries);

const someName =
  (test: (name: string) => boolean) =>
  ({ names, aliases }: NamedRecord): boolean =>
    names.some(test) || aliases.some(test);

/**
 * Checks for equal company names. Names with different legal forms are different. A name without a legal form equals
 * the same name with any legal form.
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

/** Creates a check whether a name contains all given words. `compare` decides whether two words are equal. */
function holding(asked: readonly string[], compare: Compare): (name: string) => boolean {
  // Ignore words that are the beginning of another given word. Each remaining word then matches a different word of the
  // name, so a name that is shorter than these words together cannot contain them all.
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
/** Score that unrelated names may reach, because names share some letters. */
export const maxUnrelatedScore = 0.5;
/**
 * Minimum score of a candidate. It must be less than `minWinningScore` minus `minWinningLead`, so that every relevant
 * runner-up is found.
 */
const minWinnerCandidateScore = 0.6;

/** Finds the one record that is much more similar to the text than all others. */
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
  /** Similarity from 0 to 1. */
  readonly score: number;
}

export interface SimilarityOptions {
  /** Whether the digits must be equal. A different number denotes a different case, not a typing error. */
  readonly sameDigits?: boolean;
  /** Minimum score, exclusive. */
  readonly minScore?: number;
}

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
    // Only a score above the lowest of the best ones so far matters.
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

/** Number of characters of a name that are compared. Later ones rarely distinguish names. */
const maxComparedLength = 64;

/** Number of words in a name that are compared one by one. Further words are ignored. */
const maxComparedWords = 8;
const wordsOf = (name: string) => name.split(' ', maxComparedWords);

/**
 * Returns the similarity of two names, from 0 to 1. It is the higher of two values: the similarity of the whole names,
 * and the average similarity of each word to its most similar word.
 * @param least returned if the similarity is not higher
 */
function similarityOf(asked: string, askedWords: readonly string[], name: string, least: number): number {
  const start = name.slice(0, maxComparedLength);
  const words = wordsOf(start);
  let sum = 0;
  for (const word of askedWords) sum += words.reduce((best, own) => textSimilarity(word, own, best), 0);
  // Similar words count slightly less than similar whole names.
  return textSimilarity(asked, start, Math.max(least, (sum / askedWords.length) * 0.95));
}

/**
 * Returns the similarity of two strings, from 0 to 1.
 * @param best highest similarity so far. The strings are compared only if their lengths allow a higher one
 */
export function textSimilarity(left: string, right: string, best = 0): number {
  const longer = Math.max(left.length, right.length, 1);
  if (1 - Math.abs(left.length - right.length) / longer <= best) return best;
  return Math.max(best, 1 - distance(left, right) / longer);
}
