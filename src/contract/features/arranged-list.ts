import type { OperationClient } from '../operations/operation-client.ts';
import type { Note } from '../worded.ts';
import type { WorkflowContext } from './workflow.ts';

/** Which columns of a list are shown and by which it is sorted, by tag, title or the API's own name. */
export interface Columns {
  readonly show?: readonly string[] | undefined;
  /** `ClaimAmount desc`. */
  readonly sort?: readonly string[] | undefined;
}

/** Rows in the order that was asked for. */
export interface ArrangedRows {
  /** Places of the rows, in their new order. */
  readonly order: readonly number[];
  /** The rows, in the order in which they came, with what was asked to be shown; undefined where nothing was. */
  readonly shown: readonly Readonly<Record<string, unknown>>[] | undefined;
  readonly notes: readonly Note[];
}

/** A list that is to be arranged, its names found. */
export type ArrangeRows = (rows: readonly unknown[]) => Promise<ArrangedRows>;

/**
 * Finds what the names mean, before a list is read.
 * @param args of the operation, with ids in the place of names
 * @throws InvalidArgumentsError with the nearest names for one that there is not
 */
export type ArrangeList = (
  operations: OperationClient,
  asked: Columns & { readonly tool: string; readonly args: Readonly<Record<string, unknown>> },
  context: WorkflowContext,
) => Promise<ArrangeRows>;
