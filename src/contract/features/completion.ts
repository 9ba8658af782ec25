import type { OperationClient } from '../operations/operation-client.ts';
import type { RecordKind } from '../records/record-ref.ts';

/** Kinds of records that can be suggested while somebody types what they call them. */
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
  /** Best first. */
  readonly values: readonly string[];
  /** There are more than were looked at. */
  readonly hasMore?: boolean;
}

/** @param typed what was written so far, perhaps nothing */
export type Suggest = (operations: OperationClient, typed: string) => Promise<Suggestions>;
