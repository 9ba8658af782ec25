import type { Worded } from '../language.ts';
import type { AnyOperationClient } from '../operations/operation-client.ts';

/** Users whose absences are of interest, such as those who are assigned work, and the period to look at. */
export interface AssignedUsers {
  readonly users: readonly string[];
  /** IANA name of the time zone that determines when a day begins. */
  readonly timeZone: string;
  /** First day, such as `2026-03-31`. Default: today. */
  readonly from?: string | undefined;
  /**
   * Last day. Default: two weeks after the first day. The default also applies if `from` is omitted and this day is not
   * later than today.
   */
  readonly until?: string | undefined;
  /** Maximum number of users whose absences are looked up, because each one costs a request. Default: 10. */
  readonly most?: number | undefined;
}

/** Absences of users in a period. */
export interface Absences {
  /** Sentences about users who are away. Text in them may come from the service. */
  readonly sentences: readonly Worded[];
  /** Ids in lower case of users whose absences were not looked up, or only in part. */
  readonly unchecked: readonly string[];
}

/** Finds which of these users are away in the period. */
export type FindAbsences = (operations: AnyOperationClient, assigned: AssignedUsers) => Promise<Absences>;
