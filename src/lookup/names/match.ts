import type { Candidate } from '../../api/errors.ts';
import { distance } from '../../contract/spelling.ts';
import { normalise, splitLegalForm, withoutLeadIn } from './normalise.ts';

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
 * @returns none where nothing is called so, however loosely
 */
export function match(text: string, entries: readonly Entry[]): readonly Match[] {
  const asked = normalise(text);
  if (asked === '') return [];
  const number = withoutLeadIn(asked);
  const code = text.trim().toLowerCase();
  const tests: readonly (readonly [Fit, (entry: Entry) => boolean])[] = [
    ['exact', ({ codes }) => codes.includes(code)],
    ['exact', ({ names }) => names.includes(asked) || names.includes(number)],
    ['exact', ({ aliases }) => aliases.includes(asked)],
    ['exact', ({ names, aliases }) => isSameCompany(asked, [...names, ...aliases])],
    ['words', ({ names, aliases }) => [...names, ...aliases].some((name) => holds(name, number, isSame))],
    ['start', ({ names, aliases }) => [...names, ...aliases].some((name) => name.startsWith(number))],
    ['words', ({ names, aliases }) => [...names, ...aliases].some((name) => holds(name, number, isBegun))],
  ];
  for (const [fit, test] of tests) {
    const found = entries.filter(test);
    if (found.length > 0) return found.map((entry) => ({ entry, fit }));
  }
  return winner(number, entries);
}

/** The same but for the legal form, which one of both may lack. Two different forms are two different companies. */
function isSameCompany(asked: string, names: readonly string[]): boolean {
  const { bare, form } = splitLegalForm(asked);
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
function holds(name: string, asked: string, compare: Compare): boolean {
  const words = name.split(' ');
  return asked.split(' ').every((word) => words.some((own) => compare(own, word)));
}

const likely = 0.75;
const lead = 0.1;

/** A record that resembles the text far more than all others. */
function winner(asked: string, entries: readonly Entry[]): Match[] {
  if (asked.length < 4) return [];
  const [first, second] = nearest(asked, entries, 2, true);
  if (first === undefined || first.score < likely) return [];
  return second === undefined || first.score - second.score >= lead
    ? [{ entry: first.entry, fit: 'similar' }]
    : [];
}

interface Scored {
  readonly entry: Entry;
  readonly score: number;
}

/**
 * The records that resemble a text most, best first.
 * @param sameDigits whether a record with other digits is none: another number is another case, not a slip
 */
export function nearest(
  text: string,
  entries: readonly Entry[],
  count: number,
  sameDigits = false,
): Scored[] {
  const asked = normalise(text).slice(0, compared);
  const digits = digitsOf(asked);
  return entries
    .map((entry) => {
      const names = [...entry.names, ...entry.aliases].filter(
        (name) => !sameDigits || digitsOf(name) === digits,
      );
      return { entry, score: Math.max(0, ...names.map((name) => likeness(asked, name))) };
    })
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
    .slice(0, count);
}

const digitsOf = (text: string) => text.replace(/\D+/g, ' ').trim();

/** Characters of a name that are compared one by one: what follows tells no names apart. */
const compared = 64;

/** Words of a name that are compared one by one. */
const comparedWords = 8;
const wordsOf = (name: string) => name.split(' ', comparedWords);

/** From 0 to 1: the whole names, or each word asked for with the word most like it. */
function likeness(asked: string, name: string): number {
  const start = name.slice(0, compared);
  const words = wordsOf(start);
  const askedWords = wordsOf(asked);
  let sum = 0;
  for (const word of askedWords) sum += words.reduce((best, own) => resemblance(word, own, best), 0);
  // A part is less than the whole.
  return resemblance(asked, start, (sum / askedWords.length) * 0.95);
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
