import type { QuestionRow } from '../contract/features/card.ts';
import type { Host, ShownResult } from './host.ts';
import type { CardReader } from './reader.ts';

/** Rows of a plan that the user can select. */
export interface ChosenRows {
  readonly content: readonly Node[];
  /** Numbers of the rows that are not ticked. */
  readonly skipped: () => readonly number[];
  readonly ticked: () => number;
}

/** A value as a card shows it. */
export type ShownValue = Pick<QuestionRow, 'value' | 'plain'>;

/**
 * Functions that show a plan (a list of changes) in a confirmation. Only one page imports them, so that the other pages
 * stay small.
 */
export interface PlanParts {
  /** Returns the label of the button that carries out a number of changes. */
  yes(count: number, reader: CardReader): string;
  /**
   * Shows each row with a check box. Returns undefined if there are no rows.
   * @param textOf creates the node for a value
   * @param changed called after each click on a check box
   */
  choose(
    values: readonly QuestionRow[],
    reader: CardReader,
    textOf: (value: ShownValue) => Node,
    changed: () => void,
  ): ChosenRows | undefined;
  /** Shows the outcome of each row. Returns undefined if the result does not belong to a plan. */
  outcomes(
    result: ShownResult,
    reader: CardReader,
    host: Host,
    planOf?: { readonly rows: readonly QuestionRow[]; readonly textOf: (value: ShownValue) => Node },
  ): HTMLElement | undefined;
}
