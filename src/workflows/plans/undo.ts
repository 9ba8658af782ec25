import { z } from 'zod';
import { ApiError, InvalidArgumentsError, isCallError } from '../../contract/errors.ts';
import type {
  ChangeRefused,
  FieldChange,
  PlannedChanges,
  UndoChange,
} from '../../contract/features/planned-changes.ts';
import { workflow } from '../../contract/features/workflow.ts';
import { worded } from '../../contract/worded.ts';
import { sideBySide } from '../../util/side-by-side.ts';
import { planMessages } from './messages.ts';
import {
  type Act,
  changesOf,
  findAct,
  type GivenRow,
  maxRequests,
  maxRows,
  outcomeOf,
  type PlanRow,
  type RowOutcome,
  refuseUnknownRows,
  rowsSideBySide,
} from './plan.ts';
import { planAnswer } from './plan-changes.ts';

/** Workflow `undo`: plans how to undo exactly the changes that an applied plan made. */
export const undo = workflow({
  name: 'undo',
  title: 'Undo',
  titleRu: 'Отменить',
  search: { words: 'revert, roll back' },
  access: 'update',
  asksItself: true,
  requests: maxRequests,
  description: 'Plans how to undo an applied plan; says which rows cannot be undone. Then apply_plan.',
  input: z.strictObject({
    act: z.uuid().describe('The plan that was applied'),
    rows: z.array(z.number().int().min(1).max(maxRows)).min(1).max(maxRows).optional().describe('Only these'),
    apply: z.boolean().optional().describe('Also carry it out'),
  }),
  output: undefined,
  run: async (operations, { act: id, rows: chosen, apply = false }, context) => {
    const changes = changesOf(context);
    const act = await actToUndo(changes, id);
    refuseUnknownRows('rows', chosen ?? [], act);
    const made = await rowsToUndo(changes, act, chosen);
    const rows = await sideBySide(made, rowsSideBySide, (one) => undoRow(changes, one));
    const unverified = made.filter(({ outcome }) => outcome.state !== 'done').map(({ row }) => row.row);
    const notes =
      unverified.length === 0 ? [] : [worded(planMessages.unverifiedUndo, { rows: unverified.join(', ') })];
    return planAnswer(operations, context, changes, { rows, notes, apply, undoes: id });
  },
});

/** Finds the applied plan. @throws InvalidArgumentsError if the caller has none with this id */
async function actToUndo(changes: PlannedChanges, id: string): Promise<Act> {
  if (changes.undoMs === 0)
    throw new InvalidArgumentsError(
      'Nothing was done. This server keeps no data to undo plans (its operator turned undo off).',
    );
  const act = await findAct(changes, id);
  if (act !== undefined) return act;
  throw new InvalidArgumentsError(
    'Nothing was done. You have no applied plan with this id: the plan was not applied, is too old, belongs to another user, or the server was restarted. Change the records with plan_changes instead.',
  );
}

interface Made {
  readonly row: PlanRow;
  readonly outcome: RowOutcome;
}

/** Returns the rows that were carried out, last one first. @throws InvalidArgumentsError if there are none */
async function rowsToUndo(
  changes: PlannedChanges,
  act: Act,
  chosen: readonly number[] | undefined,
): Promise<Made[]> {
  const outcomes = await Promise.all(act.rows.map(({ row }) => outcomeOf(changes, act.id, row)));
  const isMade = ({ state }: RowOutcome) => !['refused', 'changed meanwhile'].includes(state);
  const made = act.rows.flatMap((row, at): Made[] => {
    const outcome = outcomes[at];
    const isMeant = chosen === undefined || chosen.includes(row.row);
    return isMeant && outcome !== undefined && isMade(outcome) ? [{ row, outcome }] : [];
  });
  if (made.length > 0) return made.reverse();
  throw new InvalidArgumentsError(
    'Nothing was done. None of these rows was carried out, so there is nothing to undo.',
  );
}

async function undoRow(changes: PlannedChanges, { row, outcome }: Made): Promise<GivenRow> {
  const undoing = 'undo' in outcome ? outcome.undo : undefined;
  const about = row.drafted?.inWords.record ?? row.about;
  if (undoing === undefined)
    return { change: row.change, about, undoes: row.row, cannot: whyNot(row, outcome) };
  const { tool, arguments: args } = undoing;
  const change = { tool, arguments: args };
  const cannot = await whyNotNow(changes, undoing);
  return { change, about, undoes: row.row, ...(cannot !== undefined && { cannot }) };
}

function whyNot({ drafted }: PlanRow, outcome: RowOutcome): ChangeRefused {
  const reason =
    outcome.state === 'unknown'
      ? 'It is unknown whether this row was carried out. Check first.'
      : drafted?.undo === 'none'
        ? 'This cannot be undone: sent messages and deletions are final.'
        : 'The record could not be read before or after this change, so the old value is unknown.';
  return { code: 'NO_UNDO', reason };
}

/** Returns the reason why a row cannot be undone in the current state of the record; undefined if it can. */
async function whyNotNow(changes: PlannedChanges, undoing: UndoChange): Promise<ChangeRefused | undefined> {
  if (undoing.unwritable.length > 0)
    return {
      code: 'NO_UNDO',
      reason: `The old value of ${undoing.unwritable.join(', ')} cannot be sent with ${undoing.tool}. It can be set in the service itself.`,
    };
  try {
    const differing = await changes.changedSince(undoing);
    return differing.length === 0 ? undefined : changedSince(differing);
  } catch (error) {
    if (!isCallError(error)) throw error;
    const isGone = error instanceof ApiError && [404, 410].includes(error.status);
    const reason = isGone
      ? 'The record no longer exists, so there is nothing to undo.'
      : `The record cannot be read: ${error.message}`;
    return { code: isGone ? 'GONE' : 'NOT_READ', reason };
  }
}

function changedSince(differing: readonly FieldChange[]): ChangeRefused {
  const parts = differing.map(({ field, from, to, by }) => {
    const who = by === undefined ? '' : ` by ${by}`;
    return field === '*'
      ? `the record was changed${who}`
      : `${field} is ${JSON.stringify(to ?? null)} now${who}, but the plan set ${JSON.stringify(from ?? null)}`;
  });
  return {
    code: 'CHANGED_SINCE',
    reason: `Somebody has changed it since: ${parts.join('; ')}. Nothing is overwritten. plan_changes can overwrite it.`,
  };
}
