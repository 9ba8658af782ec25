import { InvalidArgumentsError } from '../../contract/errors.ts';
import type { QuestionRow } from '../../contract/features/card.ts';
import type {
  ChangeForPeople,
  DraftedChange,
  PlannedChanges,
  PlanProposal,
} from '../../contract/features/planned-changes.ts';
import type { WorkflowAnswer, WorkflowContext } from '../../contract/features/workflow.ts';
import type { Language } from '../../contract/language.ts';
import { said } from '../../contract/worded.ts';
import { carryOutAct } from './carry-out.ts';
import { planMessages, tableWords } from './messages.ts';
import {
  type Act,
  type ChangePlan,
  findAct,
  findPlan,
  isPossible,
  isTooOld,
  keepAct,
  outcomeOf,
  type PlanRow,
  refuseUnknownRows,
  type UnusualDates,
} from './plan.ts';
import { reportAnswer } from './report.ts';
import { planNotes, planText } from './table.ts';

/**
 * Returns the applied plan with this id. If the plan was not applied yet, returns the plan itself.
 * @throws InvalidArgumentsError if there is no such plan
 */
async function planOrAct(changes: PlannedChanges, id: string): Promise<ChangePlan | Act> {
  const act = await findAct(changes, id);
  if (act !== undefined) return act;
  const plan = await findPlan(changes, id);
  if (plan !== undefined && isTooOld(plan))
    throw new InvalidArgumentsError(
      'Nothing was done. The plan is older than 30 minutes. Call plan_changes again.',
    );
  if (plan !== undefined) return plan;
  throw new InvalidArgumentsError(
    'Nothing was done. You have no such plan: it was never created, is older than 30 minutes, belongs to another user, or the server was restarted. Call plan_changes again.',
  );
}

const isAct = (plan: ChangePlan | Act): plan is Act => 'agreement' in plan;

/** Returns the changes to confirm. Returns undefined if nothing has to be confirmed. */
export async function proposalOf(
  changes: PlannedChanges,
  id: string,
  skip: readonly number[],
  language: Language,
): Promise<PlanProposal | undefined> {
  const plan = await planOrAct(changes, id);
  refuseUnknownRows('skip', skip, plan);
  if (changes.isDryRun || (isAct(plan) && plan.agreement !== undefined)) return undefined;
  const open = plan.rows.filter((row) => isPossible(row) && !skip.includes(row.row));
  const known = await Promise.all(open.map(({ row }) => outcomeOf(changes, id, row)));
  const rows = open.filter((_, at) => known[at] === undefined).filter(isPossible);
  if (!rows.some(({ drafted }) => drafted.isAsked)) return undefined;
  return {
    rows: rows.map((one) => ({
      ...{ row: one.row, isAsked: one.drafted.isAsked },
      ...withWarnings(withOpenWork(one, language), one.dates),
    })),
    basis: [id, rows.map(({ row, drafted }) => [row, drafted.digest])],
  };
}

/** Adds sentences about new dates that are in the past or on a day off. */
function withWarnings({ dialog, cards }: ChangeForPeople, { told, inCard }: UnusualDates): ChangeForPeople {
  const inRow = (row: QuestionRow, warnings: readonly string[]): QuestionRow =>
    row.change && warnings.length > 0
      ? {
          ...row,
          value: [row.value, ...warnings].join('; '),
          change: { ...row.change, warnings: [...(row.change.warnings ?? []), ...warnings] },
        }
      : row;
  return {
    dialog: { ...dialog, value: [dialog.value, ...told].join('; ') },
    cards: { en: inRow(cards.en, inCard.en), ru: inRow(cards.ru, inCard.ru) },
  };
}

/** Adds the open work of the case that a row archives. @param language language of dialogs */
function withOpenWork(
  { drafted: { forPeople }, related }: PlanRow & { readonly drafted: DraftedChange },
  language: Language,
): ChangeForPeople {
  const { openTasks: { length: count } = [], nextEvent, isUnread } = related ?? {};
  if (count === 0 && nextEvent === undefined && !isUnread) return forPeople;
  const added = (row: QuestionRow, spoken: Language): QuestionRow => {
    const facts = [
      ...(count > 0 ? [said(spoken, tableWords.openInCase, { count })] : []),
      ...(nextEvent ? [said(spoken, tableWords.eventInCase, { event: nextEvent[spoken] })] : []),
      ...(isUnread ? [said(spoken, tableWords.relatedUnread)] : []),
    ];
    const { change } = row;
    return {
      ...row,
      value: [row.value, ...facts].join('; '),
      ...(change && { change: { ...change, warnings: facts } }),
    };
  };
  const { dialog, cards } = forPeople;
  return {
    dialog: added(dialog, language),
    cards: { en: added(cards.en, 'en'), ru: added(cards.ru, 'ru') },
  };
}

interface ApplyOptions {
  readonly skip: readonly number[];
  readonly signal: AbortSignal | undefined;
  /** Whether the answer must describe the whole plan, because no earlier call has shown it. Default: false. */
  readonly isFirstShown?: boolean;
}

/** Carries out a plan, or continues one that was interrupted. */
export async function applyPlan(
  context: WorkflowContext,
  changes: PlannedChanges,
  id: string,
  { skip, signal, isFirstShown = false }: ApplyOptions,
): Promise<WorkflowAnswer<undefined>> {
  const plan = await planOrAct(changes, id);
  refuseUnknownRows('skip', skip, plan);
  if (changes.isDryRun)
    return {
      data: undefined,
      text: planText(plan, context.language),
      notes: [planMessages.dryRun, ...planNotes(plan)],
    };
  const act = await begun(changes, plan, context, skip);
  const report = await carryOutAct({ changes, act, signal, progress: context.progress });
  if (report === undefined) {
    const states = await Promise.all(act.rows.map(({ row }) => outcomeOf(changes, id, row)));
    const known = states.filter((one) => one !== undefined).length;
    const text = said(context.language, tableWords.known, { id, known, rows: act.rows.length });
    return { data: undefined, text, notes: [planMessages.busy], isIncomplete: true };
  }
  return reportAnswer(changes, act, report, { language: context.language, isFirstShown });
}

/** Creates or updates the record of an applied plan. The confirmation and the skipped rows are stored with it. */
async function begun(
  changes: PlannedChanges,
  plan: ChangePlan | Act,
  { agreement }: WorkflowContext,
  skip: readonly number[],
): Promise<Act> {
  const before = isAct(plan) ? plan.agreement : undefined;
  const skipped = isAct(plan) ? (plan.skipped ?? []) : [];
  const isSame = isAct(plan) && agreement === undefined && skip.every((row) => skipped.includes(row));
  if (isSame) return plan;
  const act = { ...plan, agreement: agreement ?? before, skipped: [...skipped, ...skip] };
  await keepAct(changes, act);
  return act;
}
