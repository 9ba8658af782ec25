import type { Worded } from '../language.ts';
import type { AnyOperationClient } from '../operations/operation-client.ts';

/** Users who are assigned work, and the period of that work. */
export interface AssignedUsers {
  readonly users: readonly string[];
  /** IANA name of the time zone that determines when a day begins. */
  readonly timeZone: string;
  /** Last day of the work, such as `2026-03-31`. Default: two weeks from today. */
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
