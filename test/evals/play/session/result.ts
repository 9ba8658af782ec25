import type { Judgement } from '../judging/judge.ts';
import type { PlayRequest, Policy } from '../request.ts';

/** Lists of tools that a player can get. `onetoone` is another server, for comparison. */
export const arms = ['everyday', 'all', 'onetoone'] as const;
export type Arm = (typeof arms)[number];

/** What the player used. */
export interface PlayTotals {
  /** Calls of tools, also the refused ones. */
  calls: number;
  /** Calls whose result is an error. */
  refused: number;
  /** Calls that were not sent because their arguments are no JSON object. */
  unsent: number;
  /** Tokens of all results. */
  tokensRead: number;
  /** Tokens of all arguments. */
  tokensSent: number;
  /** Questions that the server asked the person at the client. */
  questions: number;
  seconds: number;
}

/** Content of `result.json`. */
export interface PlayResult extends Pick<PlayRequest, 'id' | 'language' | 'who' | 'kind'>, Judgement {
  readonly arm: Arm;
  readonly policy: Policy;
  readonly prompt: string;
  /** The day that the clocks showed. */
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
