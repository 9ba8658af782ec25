import type { Worded } from '../language.ts';
import type { AnyOperationClient } from '../operations/operation-client.ts';

/** Users whose absences are of interest, such as those who are assigned work, and the period to look at. */
export interface AssignedUsers {
  readonly users: readonly string[];
  /** IANA name of the time zone that determines when a day begins. */
  readonly timeZone: string;
  /** First day, such as `2026-03-31`. Default: today. */
  readonly from?: string | undefined;
  /** Last day. Default: two weeks from the first day, also if the first day is omitted and this day is past. */
  readonly until?: string | undefined;
}

/**
 * Returns a sentence about each of these users who is away in the period. Text in it may come from the service. Returns
 * nothing for users whose records and events cannot be read.
 */
export type FindAbsences = (
  operations: AnyOperationClient,
  assigned: AssignedUsers,
) => Promise<readonly Worded[]>;
