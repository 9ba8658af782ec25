import type { Judgement } from '../judging/judge.ts';
import type { PlayRequest, Policy } from '../request.ts';

/** Kinds of tool lists that a player can get. `onetoone` is another server, for comparison. */
export const arms = ['everyday', 'all', 'onetoone'] as const;
export type Arm = (typeof arms)[number];

/** Counters of the player's use. */
export interface PlayTotals {
  /** Number of tool calls, including refused ones. */
  calls: number;
  /** Number of calls whose result is an error. */
  refused: number;
  /** Number of calls that were not sent because their arguments are not a JSON object. */
  unsent: number;
  /** Tokens of all results. */
  tokensRead: number;
  /** Tokens of all arguments. */
  tokensSent: number;
  /** Number of questions that the server asked the user. */
  questions: number;
  seconds: number;
}

/** Content of `result.json`. */
export interface PlayResult extends Pick<PlayRequest, 'id' | 'language' | 'who' | 'kind'>, Judgement {
  readonly arm: Arm;
  readonly policy: Policy;
  readonly prompt: string;
  /** Date to which the clocks of the server and the service were set for the session. */
  readonly day: string;
  /** How the session ended: `idle` after minutes without a command, `stopped` by a signal. */
  readonly end: 'answered' | 'idle' | 'stopped';
  readonly answer: string | null;
  readonly totals: PlayTotals;
  /** Tokens that a model reads before its first call. */
  readonly beforehand: {
    readonly tools: number;
    readonly toolTokens: number;
    readonly instructionTokens: number;
  };
}

export const resultFile = 'result.json';
