import type { Change } from './change.ts';
import type { Answer } from './verdicts/answer.ts';
import type { World } from './world.ts';

export type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];

/** Facts that a question is computed from, at the moment when it is asked. */
export interface Context {
  readonly world: World;
  readonly now: Date;
  /** Time zone of the dates in answers. */
  readonly zone: string;
}

/**
 * Kind of a difference: records are missing; records do not belong there; something shown is wrong; a change was not made; a change lost what nobody
 * asked to change. Each is told in other words.
 */
export type FaultSort = 'missing' | 'extra' | 'wrong' | 'unmade' | 'lost';

/** Difference between an answer and the world. */
export interface Fault {
  /** Default: `wrong`. */
  readonly sort?: FaultSort;
  readonly what: string;
  /** Words of a note that tells the user of this difference. */
  readonly topic: RegExp;
}

/** Calls of one question, and what their last answer should be. */
export interface Asked {
  /** A later call may be made from the answers before it. */
  readonly calls: readonly (Call | ((earlier: readonly Answer[]) => Call))[];
  /** Right answer in words, for the list of wrong ones. */
  readonly expected: string;
  /** Compares the last answer with the world. Not used for an error unless `refusal` is set. */
  readonly check?: (answer: Answer, earlier: readonly Answer[]) => readonly Fault[];
  /** Pattern of the refusal that is the right answer. */
  readonly refusal?: RegExp;
  /** Change of the world that the call should make. Default: none, so that every difference is a loss. */
  readonly change?: Change;
}

export interface Question {
  /** Row of the table, such as `find_case` or `changes/update_task`. */
  readonly kind: string;
  readonly about: string;
  /** Returns undefined if the world has no record to ask about. */
  readonly ask: (context: Context) => Asked | undefined;
}

/** Returns questions of one kind, each of which keeps its own name. */
export const questionsOf = (
  kind: string,
  asks: Readonly<Record<string, Question['ask']>>,
): readonly Question[] => Object.entries(asks).map(([about, ask]) => ({ kind, about, ask }));
