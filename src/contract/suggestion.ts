import type { Desk } from './desk.ts';

/** What people write into a field, and what can be suggested while they write. */
export type Suggested =
  | 'case'
  | 'user'
  | 'participant'
  | 'role in case'
  | 'object type'
  | 'document type'
  | 'task name'
  | 'stage'
  | 'dictionary';

export interface Suggestions {
  /** Best first. */
  readonly values: readonly string[];
  /** There are more than were looked at. */
  readonly hasMore?: boolean;
}

/** @param typed what was written so far, perhaps nothing */
export type Suggest = (desk: Desk, typed: string) => Promise<Suggestions>;
