import type { Language } from '../language.ts';

/** The operator's settings of answers, as each call gets them: a slice of the configuration. */
export interface AnswerSettings {
  /** Language of texts for people. */
  readonly language: Language;
  /** IANA name. Undefined if nobody chose one: the machine's then counts. */
  readonly timeZone: string | undefined;
  /** Address of a record's page for people, with `{kind}` and `{id}`. Undefined: answers have no links. */
  readonly link: string | undefined;
  /** Maximum tokens of one answer. 0: answers are not shortened. */
  readonly answerTokens: number;
  /** Records of a list that are read and compared here if the service cannot search it. */
  readonly lookThrough: number;
  /** Maximum requests of one query over records. */
  readonly queryRequests: number;
  /** Statuses of tasks that the operator declares final. */
  readonly finalStatuses: readonly string[];
}
