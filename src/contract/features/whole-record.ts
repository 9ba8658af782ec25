import type { AnyOperationClient } from '../operations/operation-client.ts';
import type { NameResolver } from '../records/name-resolver.ts';
import type { Note } from '../worded.ts';

/** A block whose fields have one value per row, as lists of equal length. */
export interface RowBlock {
  /** Tag of the block, or its title if it has no tag. */
  readonly name: string;
  /** Tags of its fields. */
  readonly fields: readonly string[];
}

/** Names and titles for a record that was read completely. Plain data, because it may be sent to a worker thread. */
export interface RecordWords {
  /** Names of the records that it refers to, by id in lower case with hyphens. */
  readonly names: ReadonlyMap<string, string>;
  /** Those of these ids that belong to a type, status, role or other term, which tools accept by name. */
  readonly terms: ReadonlySet<string>;
  /** Titles of card fields without a tag, by the id that the record shows for them. */
  readonly titles: ReadonlyMap<string, string>;
  readonly rowBlocks: readonly RowBlock[];
  /** Sentences that contain titles or names from the service. */
  readonly quoting: readonly Note[];
  readonly notes: readonly Note[];
}

/**
 * Finds names and titles for a record. Reads only lists and records that the caller may read. A failed read results in
 * a note.
 * @param asked `tool`: operation that returned the record; `record`: with the catalogue's names; `fields`: requested
 *   fields, if not all were
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
