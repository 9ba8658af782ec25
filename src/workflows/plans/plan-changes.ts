import { z } from 'zod';
import { InvalidArgumentsError } from '../../contract/errors.ts';
import type { PlannedChanges } from '../../contract/features/planned-changes.ts';
import { type WorkflowAnswer, type WorkflowContext, workflow } from '../../contract/features/workflow.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { type Note, said, worded } from '../../contract/worded.ts';
import { applyPlan } from './apply.ts';
import { draftPlan } from './draft.ts';
import { changeArgument, rowsGiven } from './given.ts';
import { planMessages, tableWords } from './messages.ts';
import {
  type ChangePlan,
  changesOf,
  type GivenRow,
  isPossible,
  keepPlan,
  maxAtOnce,
  maxRequests,
  maxRows,
} from './plan.ts';
import { hasAny, planNotes, planText, rowsWithWarnings } from './table.ts';

/** Workflow `plan_changes`: shows the effects of a series of changes before anything is sent. */
export const planChanges = workflow({
  name: 'plan_changes',
  title: 'Plan changes',
  titleRu: 'План',
  search: { words: 'bulk, series, preview, dry run' },
  access: 'update',
  asksItself: true,
  requests: maxRequests,
  description:
    'Shows up to 200 changes before → after; sends nothing. For every series of changes; then apply_plan. Checks names, kinds of fields, days off, similar records and open tasks: look nothing up first.',
  input: z.strictObject({
    changes: z.array(changeArgument).min(1).max(maxRows),
    apply: z.boolean().optional().describe('Also carry out: ≤ 20 undoable rows, no question'),
  }),
  output: undefined,
  run: async (operations, { changes: given, apply = false }, context) => {
    const changes = changesOf(context);
    const rows = await rowsGiven(operations, context, changes, given);
    return planAnswer(operations, context, changes, { ...rows, apply });
  },
});

interface Planning {
  readonly rows: readonly GivenRow[];
  readonly notes: readonly Note[];
  /** Sentences that say which texts in these queries were interpreted as other values. They quote record data. */
  readonly meanings?: readonly string[];
  /** Warnings about the queries that select the records. They quote record data. */
  readonly doubts?: readonly string[];
  /** Name of the signed-in user. Undefined if no query uses the column `mine`. */
  readonly mine?: string | undefined;
  readonly apply: boolean;
  readonly undoes?: string;
}

/** Maximum size of a plan, in characters of JSON. A larger plan is refused. */
const maxLength = 4_000_000;

/** Drafts rows and saves them as a plan. Carries the plan out at once if that was requested and is possible. */
export async function planAnswer(
  operations: OperationClient,
  context: WorkflowContext,
  changes: PlannedChanges,
  { rows, notes, meanings = [], doubts = [], mine, apply, undoes }: Planning,
): Promise<WorkflowAnswer<undefined>> {
  const plan = await draftPlan(operations, context, changes, rows, undoes);
  if (JSON.stringify(plan).length > maxLength)
    throw new InvalidArgumentsError(
      'Nothing was planned: the texts of these changes are too long to store. Plan fewer rows.',
    );
  await keepPlan(changes, plan);
  const { language } = context;
  const whose = mine === undefined ? [] : [said(language, tableWords.mine, { name: mine })];
  const whyOfQuery = hasAny(doubts) ? planMessages.whyDoubt : planMessages.whyMeaning;
  const why = hasAny([...doubts, ...meanings]) ? whyOfQuery : whyNotAtOnce(plan);
  if (apply && why === undefined && !changes.isDryRun) {
    const { signal } = operations;
    const applied = await applyPlan(context, changes, plan.id, { skip: [], signal, isFirstShown: true });
    const text = [applied.text, ...whose].join('\n');
    return { ...applied, text, notes: [...notes, ...planNotes(plan, true), ...(applied.notes ?? [])] };
  }
  const possible = plan.rows.some(isPossible);
  const after = [
    ...planNotes(plan),
    ...(apply && why !== undefined && possible ? [worded(planMessages.notAtOnce, { why })] : []),
    changes.isDryRun ? planMessages.dryRun : nextStep(plan),
  ];
  return {
    data: undefined,
    facts: { plan: plan.id },
    text: [planText(plan, language), ...whose, ...meanings, ...doubts].join('\n'),
    notes: [...notes, ...after],
    isIncomplete: !possible,
  };
}

/** Returns the sentence that says what to do next. It is the only advice in the answer; the other notes state facts. */
function nextStep(plan: ChangePlan): Note {
  const { id } = plan;
  const rows = rowsWithWarnings(plan);
  if (!plan.rows.some(isPossible)) return planMessages.nothingPossible;
  return rows === '' ? worded(planMessages.planned, { id }) : worded(planMessages.warned, { id, rows });
}

function whyNotAtOnce({ rows, undoes }: ChangePlan) {
  if (rows.length > maxAtOnce) return worded(planMessages.whyLong, { most: maxAtOnce });
  if (rows.some((row) => !isPossible(row))) return planMessages.whyCannot;
  if (rows.some(({ related }) => hasAny(related?.like))) return planMessages.whyLike;
  if (rows.some(({ drafted }) => drafted?.isAsked)) return planMessages.whyAsked;
  // A final change does not prevent an undo from being carried out at once. An undo is often a deletion, which the user
  // has asked for.
  const isFinal = undoes === undefined && rows.some(({ drafted }) => drafted?.undo === 'none');
  return isFinal ? planMessages.whyFinal : undefined;
}
