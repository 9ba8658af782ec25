import type { OperationClient } from '../operations/operation-client.ts';
import type { RecordKind } from '../records/record-ref.ts';

/** Kinds of records whose names casebridge completes while a user types. */
export type Suggested = Extract<
  RecordKind,
  | 'case'
  | 'user'
  | 'participant'
  | 'role in case'
  | 'object type'
  | 'document type'
  | 'task name'
  | 'stage'
  | 'dictionary'
>;

export interface Suggestions {
  /** Best match first. */
  readonly values: readonly string[];
  /** Whether there are more records than were searched. */
  readonly hasMore?: boolean;
}

/** @param typed text that the user has typed so far; may be empty */
export type Suggest = (operations: OperationClient, typed: string) => Promise<Suggestions>;
