import { isCallError } from '../../contract/errors.ts';
import type {
  ChangeGiven,
  ChangeRefused,
  DraftedChange,
  FieldChange,
  PlannedChanges,
} from '../../contract/features/planned-changes.ts';
import type { WorkflowContext } from '../../contract/features/workflow.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { type Clock, dueOf } from '../../domain/time/clock.ts';
import { localTime } from '../../domain/time/local-time.ts';
import { readWorkingDays, type WorkingDays, weekendsOnly } from '../../domain/time/working-days.ts';
import { sideBySide } from '../../util/side-by-side.ts';
import { withoutContradictions } from './contradictions.ts';
import { type ChangePlan, type GivenRow, type PlanRow, rowsSideBySide } from './plan.ts';
import { movedArguments, withDates, withoutMoves } from './shift.ts';
import { sourceText, withSource } from './source.ts';

/** Checks each row like a single call and returns all rows as a plan. Sends only read requests. */
export async function draftPlan(
  operations: OperationClient,
  context: WorkflowContext,
  changes: PlannedChanges,
  given: readonly GivenRow[],
  undoes?: string,
): Promise<ChangePlan> {
  const { clock } = await localTime(operations, context);
  let done = 0;
  const drafted = await sideBySide(given, rowsSideBySide, async (one, at): Promise<PlanRow> => {
    const row = await draftRow(changes, context, clock, one, at + 1);
    done += 1;
    context.progress(done, given.length);
    return row;
  });
  const rows = await withDaysOff(operations, clock, withoutContradictions(drafted));
  return {
    id: crypto.randomUUID(),
    plannedAt: context.now.getTime(),
    rows,
    ...(undoes !== undefined && { undoes }),
  };
}

async function draftRow(
  changes: PlannedChanges,
  { language }: WorkflowContext,
  clock: Clock,
  given: GivenRow,
  row: number,
): Promise<PlanRow> {
  const common = { ...given, row, daysOff: [] };
  if (given.cannot !== undefined) return common;
  const change = await withoutRelative(changes, clock, given.change);
  if ('code' in change) return { ...common, cannot: change };
  const { source } = given;
  const whole = await withSource(changes, change, source, language);
  const drafted = await changes.draft(whole, source && sourceText(source));
  if ('code' in drafted) return { ...common, change: whole, cannot: drafted };
  return { ...common, change: whole, drafted };
}

/**
 * Replaces relative dates, such as `+1 day`, with dates. The change is drafted twice, because the first draft finds the
 * record.
 */
async function withoutRelative(
  changes: PlannedChanges,
  clock: Clock,
  change: ChangeGiven,
): Promise<ChangeGiven | ChangeRefused> {
  if (movedArguments(change.arguments).length === 0) return change;
  const first = await changes.draft(withoutMoves(change));
  return 'code' in first ? first : withDates(change, first, clock);
}

async function withDaysOff(
  operations: OperationClient,
  clock: Clock,
  rows: readonly PlanRow[],
): Promise<readonly PlanRow[]> {
  const dated = rows.map(({ drafted }) => (drafted === undefined ? [] : datesIn(drafted)));
  if (dated.every((dates) => dates.length === 0)) return rows;
  const days = await readWorkingDays(operations, clock).catch((error: unknown) => {
    if (!isCallError(error)) throw error;
    return weekendsOnly;
  });
  return rows.map((row, at) => ({ ...row, daysOff: daysOffAmong(dated[at] ?? [], days, clock) }));
}

const isDate = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d(T\d\d:\d\d|$)/.test(value) &&
  !Number.isNaN(Date.parse(value));

const datesIn = ({ fields }: DraftedChange) => fields.filter(({ to }) => isDate(to));

function daysOffAmong(dates: readonly FieldChange[], days: WorkingDays, clock: Clock): FieldChange[] {
  return dates.flatMap(({ field, to }) => {
    const moment = String(to);
    const day = moment.length === 10 ? moment : dueOf(clock, moment).day;
    return days.isFree(day) ? [{ field, from: day, to: days.next(day) }] : [];
  });
}
