import type { AnswerFact } from './judging/answers.ts';
import type { ExpectedChange } from './judging/expected.ts';
import type { Office } from './judging/office.ts';
import type { PlainUser } from './judging/records.ts';
import type { Times } from './judging/times.ts';

/** The user's answer when the server asks for confirmation. */
export const policies = ['approve', 'decline'] as const;
export type Policy = (typeof policies)[number];

/** Right answer and right end state of a request. */
export interface Expectation {
  readonly says: readonly AnswerFact[];
  readonly never?: readonly AnswerFact[];
  /** Default: nothing may change. */
  readonly changes?: readonly ExpectedChange[];
}

/** Request as a user in a law firm might type it. */
export interface PlayRequest {
  /** `ru-01`: language and number. */
  readonly id: string;
  readonly language: 'ru' | 'en';
  /** Login of the user who signs in. */
  readonly who: string;
  /** `series`: changes of several records. */
  readonly kind: 'look-up' | 'change' | 'series';
  readonly prompt: string | ((times: Times, office: Office) => string);
  /** Default: `approve`. */
  readonly policy?: Policy;
  /** Computes the expectation from records that were read before the player starts. */
  readonly expects: (office: Office, times: Times) => Expectation | Promise<Expectation>;
  /** Makes the right change by plain requests. Tests check the expectation with it. Default: nothing should change. */
  readonly byHand?: (user: PlainUser, office: Office, times: Times) => Promise<unknown>;
}
