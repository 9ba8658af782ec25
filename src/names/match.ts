import type { Candidate } from '../contract/errors.ts';
import { distance } from '../contract/spelling.ts';
import { eachInTurns, filterInTurns } from '../util/give-way.ts';
import { type CompanyName, normalise, splitLegalForm, withoutLeadIn } from './normalise.ts';

/** A record by all that people call it. */
export interface Entry extends Candidate {
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
export type Fit = 'exact' | 'start' | 'words' | 'similar';

export interface Match {
  readonly entry: Entry;
  readonly fit: Fit;
}

/**
 * The records that a text means in the best way in which it means any: one is an answer, several are candidates.
 * @returns none where nothing is called so; something may be like it then
 */
export async function matchWords(text: string, entries: readonly Entry[]): Promise<readonly Match[]> {
  const asked = normalise(text);
  if (asked === '') return [];
  const number = withoutLeadIn(asked);
  const words = [...new Set(number.split(' '))];
  const code = text.trim().toLowerCase();
  const company = splitLegalForm(asked);
  const tests: readonly (readonly [Fit, (entry: Entry) => boolean])[] = [
    ['exact', ({ codes }) => codes.includes(code)],
    ['exact', ({ names }) => names.includes(asked) || names.includes(number)],
    ['exact', ({ aliases }) => aliases.includes(asked)],
    ['exact', ({ names, aliases }) => isSameCompany(company, [...names, ...aliases])],
    ['words', ({ names, aliases }) => [...names, ...aliases].some((name) => holds(name, words, isSame))],
    ['start', ({ names, aliases }) => [...names, ...aliases].some((name) => name.startsWith(number))],
    ['words', ({ names, aliases }) => [...names, ...aliases].some((name) => holds(name, words, isBegun))],
  ];
  for (const [fit, test] of tests) {
    const found = await filterInTurns(entries, test);
    if (found.length > 0) return found.map((entry) => ({ entry, fit }));
  }
  return [];
}

/** The one record that a text resembles far more than all others, for texts that `matchWords` finds nothing for. */
export const matchSimilar = (text: string, entries: readonly Entry[]): Promise<readonly Match[]> =>
  winner(withoutLeadIn(normalise(text)), entries);

/** The same but for the legal form, which one of both may lack. Two different forms are two different companies. */
function isSameCompany({ bare, form }: CompanyName, names: readonly string[]): boolean {
  return names.some((name) => {
    const other = splitLegalForm(name);
    if (other.bare !== bare) return false;
    return other.form === form || other.form === undefined || form === undefined;
  });
}

type Compare = (own: string, word: string) => boolean;
const isSame: Compare = (own, word) => own === word;
const isBegun: Compare = (own, word) => own.startsWith(word);

/** Whether each word asked for is, or begins, a word of the name. */
function holds(name: string, asked: readonly string[], compare: Compare): boolean {
  const words = name.split(' ');
  return asked.every((word) => words.some((own) => compare(own, word)));
}

const likely = 0.75;
const lead = 0.1;
/** Below what is likely by more than the lead. */
const unlikely = 0.6;

/** A record that resembles the text far more than all others. */
async function winner(asked: string, entries: readonly Entry[]): Promise<Match[]> {
  if (asked.length < 4) return [];
  const [first, second] = await nearest(asked, entries, 2, { sameDigits: true, above: unlikely });
  if (first === undefined || first.score < likely) return [];
  return second === undefined || first.score - second.score >= lead
    ? [{ entry: first.entry, fit: 'similar' }]
    : [];
}

interface Scored {
  readonly entry: Entry;
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
  entries: readonly Entry[],
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
