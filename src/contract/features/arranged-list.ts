import type { OperationClient } from '../operations/operation-client.ts';
import type { Note } from '../worded.ts';
import type { WorkflowContext } from './workflow.ts';

/** Columns to show and to sort by, each given by its tag, its title or the API's field name. */
export interface Columns {
  readonly show?: readonly string[] | undefined;
  /** Example: `ClaimAmount desc`. */
  readonly sort?: readonly string[] | undefined;
}

/** Rows in the requested order, with the requested columns. */
export interface ArrangedRows {
  /** Original indexes of the rows, in sorted order. */
  readonly order: readonly number[];
  /** The rows in their original order, reduced to the requested columns. Undefined if the call requested no columns. */
  readonly shown: readonly Readonly<Record<string, unknown>>[] | undefined;
  readonly notes: readonly Note[];
}

/** Sorts rows and selects their columns. The column names have already been resolved. */
export type ArrangeRows = (rows: readonly unknown[]) => Promise<ArrangedRows>;

/**
 * Resolves the names of columns before the list is read.
 * @param asked `args`: arguments of the list operation, in which names are replaced with ids
 * @throws InvalidArgumentsError with the nearest names if a name is unknown
 */
export type ArrangeList = (
  operations: OperationClient,
  asked: Columns & { readonly tool: string; readonly args: Readonly<Record<string, unknown>> },
  context: WorkflowContext,
) => Promise<ArrangeRows>;
