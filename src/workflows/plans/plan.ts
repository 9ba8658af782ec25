import type {
  ChangeGiven,
  ChangeOutcome,
  ChangeRefused,
  DraftedChange,
  FieldChange,
  PlanAgreement,
  PlannedChanges,
} from '../../contract/features/planned-changes.ts';
import type { WorkflowContext } from '../../contract/features/workflow.ts';

/** Place in a document that a planned change comes from. */
export interface ChangeSource {
  readonly document: string;
  readonly page?: number | undefined;
  readonly passage?: string | undefined;
}

/** A change as somebody gave it, with the reason for it. */
export interface GivenRow {
  readonly change: ChangeGiven;
  /** Name of the record, if it is known before the row is drafted. */
  readonly about?: string | undefined;
  readonly reason?: string | undefined;
  readonly source?: ChangeSource | undefined;
  /** Number of the row that it takes back. */
  readonly undoes?: number;
  /** Why it cannot be carried out, if that is known before it is drafted. */
  readonly cannot?: ChangeRefused;
}

/** A row of a plan. */
export interface PlanRow extends GivenRow {
  /** From 1. */
  readonly row: number;
  readonly drafted?: DraftedChange;
  /** Moments of it that fall on days off, each with the next working day. */
  readonly daysOff: readonly FieldChange[];
}

export interface ChangePlan {
  readonly id: string;
  /** In milliseconds since the epoch. */
  readonly plannedAt: number;
  readonly rows: readonly PlanRow[];
  /** The act that the plan undoes. */
  readonly undoes?: string;
}

/** A plan that is being carried out, or was. */
export interface Act extends ChangePlan {
  readonly agreement: PlanAgreement | undefined;
  /** Numbers of rows that the caller left out. */
  readonly skipped?: readonly number[];
}

/** Outcome of a row. `attempt` counts from 1. */
export type RowOutcome = ChangeOutcome & { readonly attempt: number };

/** How long a plan can be carried out, in milliseconds. */
const planMs = 30 * 60_000;
export const maxRows = 200;
/** Rows that `apply: true` carries out at once. */
export const maxAtOnce = 20;
/** Rows that are drafted or carried out side by side. */
export const rowsSideBySide = 6;
/** Requests of one call: for each row its reads, its change, the read afterwards, and what names take. */
export const maxRequests = 4000;

const keyOf = (kind: 'plan' | 'act', id: string) => `${kind} ${id}`;
export const rowKey = (id: string, row: number) => `row ${id} ${row}`;

/** @throws what the store of the caller throws */
export const keepPlan = (changes: PlannedChanges, plan: ChangePlan): Promise<void> =>
  changes.kept.put(keyOf('plan', plan.id), plan, planMs);

export const keepAct = (changes: PlannedChanges, act: Act): Promise<void> =>
  changes.kept.put(keyOf('act', act.id), act, actMs(changes));

/** An act is kept at least as long as its plan, so that it can be resumed. */
export const actMs = ({ undoMs }: PlannedChanges): number => Math.max(undoMs, planMs);

export const findPlan = (changes: PlannedChanges, id: string): Promise<ChangePlan | undefined> =>
  changes.kept.get<ChangePlan>(keyOf('plan', id));

/** Checks whether a plan can no longer be carried out. */
export const isTooOld = ({ plannedAt }: ChangePlan): boolean => Date.now() > plannedAt + planMs;

export const findAct = (changes: PlannedChanges, id: string): Promise<Act | undefined> =>
  changes.kept.get<Act>(keyOf('act', id));

export const outcomeOf = (
  changes: PlannedChanges,
  id: string,
  row: number,
): Promise<RowOutcome | undefined> => changes.kept.get<RowOutcome>(rowKey(id, row));

/** Rows that can be carried out. */
export const isPossible = (row: PlanRow): row is PlanRow & { readonly drafted: DraftedChange } =>
  row.drafted !== undefined && row.cannot === undefined;

/** @throws Error if nobody calls a tool */
export function changesOf({ changes }: WorkflowContext): PlannedChanges {
  if (changes === undefined) throw new Error('plans need the call of a tool');
  return changes;
}
