import type { Language } from '../language.ts';

export interface AnswerSettings {
  readonly language: Language;
  /** IANA name of the time zone. If undefined, the time zone of the machine is used. */
  readonly timeZone: string | undefined;
  /**
   * Template for the address of a record's web page, with `{kind}` and `{id}`. If undefined, answers contain no links.
   */
  readonly link: string | undefined;
  /** Maximum tokens of one answer. 0: answers are not shortened. */
  readonly answerTokens: number;
  /** Maximum number of rows that casebridge compares itself if the service cannot search. */
  readonly lookThrough: number;
  /** Maximum number of requests for one query over records. */
  readonly queryRequests: number;
  /** Statuses of tasks that the operator declares final. */
  readonly finalStatuses: readonly string[];
}
