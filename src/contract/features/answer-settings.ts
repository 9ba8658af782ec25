import type { Language } from '../language.ts';

/** The operator's settings for answers, passed to each call. A part of the configuration. */
export interface AnswerSettings {
  /** Language of texts for people. */
  readonly language: Language;
  /** IANA name of the time zone. If undefined, the time zone of the machine is used. */
  readonly timeZone: string | undefined;
  /** Template for the address of a record's page, with `{kind}` and `{id}`. If undefined, answers contain no links. */
  readonly link: string | undefined;
  /** Maximum tokens of one answer. 0: answers are not shortened. */
  readonly answerTokens: number;
  /** Maximum number of list records that casebridge reads and compares if the service cannot search the list. */
  readonly lookThrough: number;
  /** Maximum requests of one query over records. */
  readonly queryRequests: number;
  /** Statuses of tasks that the operator declares final. */
  readonly finalStatuses: readonly string[];
}
