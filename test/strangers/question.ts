import type { Change } from './change.ts';
import type { Answer } from './verdicts/answer.ts';
import type { World } from './world.ts';

export type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];

/** Data from which a question and its expected answer are computed. */
export interface Context {
  readonly world: World;
  readonly now: Date;
  /** Time zone of the dates in answers. */
  readonly zone: string;
}

/**
 * Type of a difference: `missing` or `extra` records, a `wrong` value, an `unmade` change, or `lost` data that the
 * request did not mention. Answers report each in different words.
 */
export type FaultSort = 'missing' | 'extra' | 'wrong' | 'unmade' | 'lost';

/** Difference between an answer and the data of the service. */
export interface Fault {
  /** Default: `wrong`. */
  readonly sort?: FaultSort;
  readonly what: string;
  /** Pattern for a note that reports this difference to the user. */
  readonly topic: RegExp;
}

/** Calls for one question, and the expected result of the last one. */
export interface Asked {
  /** A later call may depend on the previous answers. */
  readonly calls: readonly (Call | ((earlier: readonly Answer[]) => Call))[];
  /** Expected answer as text, for the list of wrong answers. */
  readonly expected: string;
  /** Compares the last answer with the data of the service. Skipped for an error unless `refusal` is set. */
  readonly check?: (answer: Answer, earlier: readonly Answer[]) => readonly Fault[];
  /** Pattern of the expected error. */
  readonly refusal?: RegExp;
  /** Expected change. Default: none, so that every difference counts as a loss. */
  readonly change?: Change;
}

export interface Question {
  /** Row of the results table that this question counts in, such as `find_case` or `changes/update_task`. */
  readonly kind: string;
  readonly about: string;
  /** Returns undefined if the service has no record for this question. */
  readonly ask: (context: Context) => Asked | undefined;
}

/** Creates questions of one type from functions by name. */
export const questionsOf = (
  kind: string,
  asks: Readonly<Record<string, Question['ask']>>,
): readonly Question[] => Object.entries(asks).map(([about, ask]) => ({ kind, about, ask }));
