import type { OperationClient } from '../operations/operation-client.ts';
import type { RecordKind } from '../records/record-ref.ts';

/** Kinds of records whose names can be completed. */
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
  /** Whether more records exist than were searched. */
  readonly hasMore?: boolean;
}

/** @param typed text so far, may be empty */
export type Suggest = (operations: OperationClient, typed: string) => Promise<Suggestions>;
