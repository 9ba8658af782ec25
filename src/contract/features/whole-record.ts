import type { AnyOperationClient } from '../operations/operation-client.ts';
import type { NameResolver } from '../records/name-resolver.ts';
import type { Note } from '../worded.ts';

/** A block of an object card whose fields are lists of equal length, with one value per row of the block. */
export interface RowBlock {
  /** Tag of the block, or its title if it has no tag. */
  readonly name: string;
  /** Tags of the fields in the block. */
  readonly fields: readonly string[];
}

/** Names and titles for a record that was read completely. Plain data, because it may be sent to a worker thread. */
export interface RecordWords {
  /** Names of the records to which this record refers, by id in lower case with hyphens. */
  readonly names: ReadonlyMap<string, string>;
  /** Ids in `names` that belong to a type, status, role or other term. Tools accept these by name. */
  readonly terms: ReadonlySet<string>;
  /** Titles of card fields without a tag, by the id under which the record contains them. */
  readonly titles: ReadonlyMap<string, string>;
  readonly rowBlocks: readonly RowBlock[];
  /** Sentences that contain titles or names from the service. */
  readonly quoting: readonly Note[];
  readonly notes: readonly Note[];
}

/**
 * Finds names and titles for a record. Reads only lists and records that the caller may read. A failed read results in
 * a note.
 * @param asked `tool`: operation that returned the record; `record`: the record with the catalogue's field names;
 *   `fields`: the requested fields, undefined if the call requested all
 */
export type DescribeRecord = (
  operations: AnyOperationClient,
  names: NameResolver,
  asked: {
    readonly tool: string;
    readonly record: Readonly<Record<string, unknown>>;
    readonly fields?: readonly string[] | undefined;
  },
) => Promise<RecordWords>;
