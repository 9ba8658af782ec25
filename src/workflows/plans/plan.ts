import { InvalidArgumentsError } from '../../contract/errors.ts';
import type {
  ChangeGiven,
  ChangeOutcome,
  ChangeRefused,
  DraftedChange,
  PlanAgreement,
  PlannedChanges,
} from '../../contract/features/planned-changes.ts';
import type { WorkflowContext } from '../../contract/features/workflow.ts';
import type { Language } from '../../contract/language.ts';

export interface ChangeSource {
  readonly document: string;
  readonly page?: number | undefined;
  readonly passage?: string | undefined;
}

/** A change as the caller specified it, with the caller's reason. */
export interface GivenRow {
  readonly change: ChangeGiven;
  /** Name of the record, if it is known before the row is drafted. */
  readonly about?: string | undefined;
  readonly reason?: string | undefined;
  readonly source?: ChangeSource | undefined;
  /** Number of the row that this row undoes. */
  readonly undoes?: number;
  /** Reason why the row cannot be carried out, if it is known before the row is drafted. */
  readonly cannot?: ChangeRefused;
}

/** Sentences about new dates that are probably unintended: dates in the past and days off. */
export interface UnusualDates {
  /** In the language of the server, for the table. */
  readonly told: readonly string[];
  /** For cards, which format date-times themselves. */
  readonly inCard: Readonly<Record<Language, readonly string[]>>;
}

/** Other records that a user may want to know of before a row is carried out. */
export interface RelatedRecords {
  /** Open tasks of the case that the row archives. */
  readonly openTasks?: readonly string[];
  /** Next event of that case, in each language: `"Hearing", Mon 30 Nov 10:00`. */
  readonly nextEvent?: Readonly<Record<Language, string>> | undefined;
  /** Existing records that are similar to the one that the row creates. */
  readonly like?: readonly string[];
  /** Whether some of these records could not be read. */
  readonly isUnread?: boolean;
}

export interface PlanRow extends GivenRow {
  /** Number of the row, starting at 1. */
  readonly row: number;
  readonly drafted?: DraftedChange;
  /** Dates that the row would set and that are probably unintended. Empty in a plan that undoes another one. */
  readonly dates: UnusualDates;
  readonly related?: RelatedRecords;
}

export interface ChangePlan {
  readonly id: string;
  /** Time of planning, in milliseconds since the epoch. */
  readonly plannedAt: number;
  readonly rows: readonly PlanRow[];
  /** Id of the applied plan that this plan undoes. */
  readonly undoes?: string;
}

/** A plan that is being carried out or was carried out. */
export interface Act extends ChangePlan {
  readonly agreement: PlanAgreement | undefined;
  /** Numbers of rows that the caller left out. */
  readonly skipped?: readonly number[];
}

/** Outcome of a row. `attempt` starts at 1. */
export type RowOutcome = ChangeOutcome & { readonly attempt: number };

/** How long a plan can be applied after it was drafted, in milliseconds. After that, it is refused. */
const planMs = 30 * 60_000;
export const maxRows = 200;
/** Maximum number of rows that `apply: true` carries out at once. */
export const maxAtOnce = 20;
/** Maximum number of related records that a row lists. */
export const maxNamed = 5;
/** Maximum number of rows that are drafted or carried out in parallel. */
export const rowsSideBySide = 6;
/** Maximum number of requests per call. Each row needs reads, its change, a read after it, and requests for names. */
export const maxRequests = 4000;

const keyOf = (kind: 'plan' | 'act', id: string) => `${kind} ${id}`;
export const rowKey = (id: string, row: number) => `row ${id} ${row}`;

/** Saves a plan. @throws the errors of the caller's store */
export const keepPlan = (changes: PlannedChanges, plan: ChangePlan): Promise<void> =>
  changes.kept.put(keyOf('plan', plan.id), plan, planMs);

export const keepAct = (changes: PlannedChanges, act: Act): Promise<void> =>
  changes.kept.put(keyOf('act', act.id), act, actMs(changes));

/** Returns how long an applied plan is kept, so that it can be resumed. */
export const actMs = ({ undoMs }: PlannedChanges): number => Math.max(undoMs, planMs);

export const findPlan = (changes: PlannedChanges, id: string): Promise<ChangePlan | undefined> =>
  changes.kept.get<ChangePlan>(keyOf('plan', id));

export const isTooOld = ({ plannedAt }: ChangePlan): boolean => Date.now() > plannedAt + planMs;

export const findAct = (changes: PlannedChanges, id: string): Promise<Act | undefined> =>
  changes.kept.get<Act>(keyOf('act', id));

export const outcomeOf = (
  changes: PlannedChanges,
  id: string,
  row: number,
): Promise<RowOutcome | undefined> => changes.kept.get<RowOutcome>(rowKey(id, row));

/** Refuses row numbers that a plan does not have, because a mistyped number would otherwise be ignored. */
export function refuseUnknownRows(argument: string, rows: readonly number[], plan: ChangePlan): void {
  const unknown = rows.find((row) => plan.rows.every((one) => one.row !== row));
  if (unknown === undefined) return;
  throw new InvalidArgumentsError(
    `${argument}: the plan has no row ${unknown}, only 1 to ${plan.rows.length}. Nothing was done.`,
  );
}

export const isPossible = (row: PlanRow): row is PlanRow & { readonly drafted: DraftedChange } =>
  row.drafted !== undefined && row.cannot === undefined;

/** Returns the access to planned changes. @throws Error if the workflow was not called as a tool */
export function changesOf({ changes }: WorkflowContext): PlannedChanges {
  if (changes === undefined) throw new Error('plans need a tool call');
  return changes;
}
