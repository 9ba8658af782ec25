import { ifCallFails } from '../../contract/errors.ts';
import type {
  ChangeGiven,
  ChangeRefused,
  DraftWording,
  PlannedChanges,
} from '../../contract/features/planned-changes.ts';
import type { WorkflowContext } from '../../contract/features/workflow.ts';
import type { Language } from '../../contract/language.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { said } from '../../contract/worded.ts';
import { type Clock, type Day, dueOf } from '../../domain/time/clock.ts';
import { localTime } from '../../domain/time/local-time.ts';
import { dateIn, plainMoment } from '../../domain/time/spoken-days.ts';
import { readWorkingDays, weekendsOnly } from '../../domain/time/working-days.ts';
import { sideBySide } from '../../util/side-by-side.ts';
import { withoutContradictions } from './contradictions.ts';
import { editedArguments, editInside, withEntries, withLists } from './list-edits.ts';
import { tableWords } from './messages.ts';
import {
  type ChangePlan,
  type ChangeSource,
  type GivenRow,
  type PlanRow,
  rowsSideBySide,
  type UnusualDates,
} from './plan.ts';
import { withRelated } from './related.ts';
import { movesIn, withDatesMoved, withoutMoves } from './shift.ts';
import { documentNames, sourceText, withSource } from './source.ts';

/** Checks each row like a separate call, and returns all rows as a plan. Sends only requests that read data. */
export async function draftPlan(
  operations: OperationClient,
  context: WorkflowContext,
  changes: PlannedChanges,
  given: readonly GivenRow[],
  undoes?: string,
): Promise<ChangePlan> {
  const { clock } = await localTime(operations, context);
  const drafting = { changes, context, clock, documentName: documentNames(operations) };
  let done = 0;
  const drafted = await sideBySide(given, rowsSideBySide, async (one, at): Promise<PlanRow> => {
    const row = await draftRow(drafting, one, at + 1);
    done += 1;
    context.progress(done, given.length);
    return row;
  });
  const checked = withoutContradictions(drafted);
  const isUndo = undoes !== undefined;
  const related = isUndo ? checked : await withRelated(operations, context, clock, checked);
  const rows = isUndo ? related : await withDates(operations, context, clock, related);
  return {
    id: crypto.randomUUID(),
    plannedAt: context.now.getTime(),
    rows,
    ...(undoes !== undefined && { undoes }),
  };
}

interface Drafting {
  readonly changes: PlannedChanges;
  readonly context: WorkflowContext;
  readonly clock: Clock;
  readonly documentName: (given: string) => Promise<string>;
}

const sourceIn = (source: ChangeSource) => ({ en: sourceText('en', source), ru: sourceText('ru', source) });

const noDates: UnusualDates = { told: [], inCard: { en: [], ru: [] } };

async function draftRow(drafting: Drafting, given: GivenRow, row: number): Promise<PlanRow> {
  const { changes, context, clock } = drafting;
  const { language } = context;
  const common = { ...given, row, dates: noDates };
  if (given.cannot !== undefined) return common;
  const about = given.about ?? (await recordGiven(changes, given.change));
  const wording = { momentText: (moment: string) => plainMoment(clock, language, moment) };
  const change = await withoutRelative(changes, clock, given.change, wording);
  if ('code' in change) return { ...common, about: change.record ?? about, cannot: change };
  const source = given.source && {
    ...given.source,
    document: await drafting.documentName(given.source.document),
  };
  const whole = await withSource(changes, change, source, language);
  const drafted = await changes.draft(whole, { ...wording, source: source && sourceIn(source) });
  const made = { ...common, change: whole, source };
  return 'code' in drafted ? { ...made, about, cannot: drafted } : { ...made, drafted };
}

/** Returns the record as the caller specified it, so that even a row that cannot be carried out names its record. */
async function recordGiven(
  changes: PlannedChanges,
  { tool, arguments: args }: ChangeGiven,
): Promise<string | undefined> {
  const name = await changes.recordArgument(tool);
  const record = typeof name === 'string' ? args[name] : undefined;
  return typeof record === 'string' ? record : undefined;
}

/**
 * Replaces relative dates, such as `+1 day`, with dates, and edits of lists with whole lists. The change is drafted
 * twice, because the first draft finds the record.
 * @returns a refusal if the record contains no such date, with the name of the record
 */
async function withoutRelative(
  changes: PlannedChanges,
  clock: Clock,
  change: ChangeGiven,
  wording: DraftWording,
): Promise<ChangeGiven | (ChangeRefused & { readonly record?: string })> {
  const { arguments: args } = change;
  const unfit = editInside(args);
  if (unfit !== undefined) return unfit;
  if (movesIn(args).length + editedArguments(args).length === 0) return change;
  const first = await changes.draft(await withEntries(changes, await withoutMoves(changes, change)), wording);
  if ('code' in first) return first;
  const moved = withDatesMoved(change, first, clock);
  const whole = 'code' in moved ? moved : await withLists(changes, moved, first);
  return 'code' in whole ? { ...whole, record: first.inWords.record } : whole;
}

async function withDates(
  operations: OperationClient,
  { now, language }: WorkflowContext,
  clock: Clock,
  rows: readonly PlanRow[],
): Promise<readonly PlanRow[]> {
  const dated = rows.map(({ drafted }) => drafted?.dates ?? []);
  if (dated.every((dates) => dates.length === 0)) return rows;
  const days = await readWorkingDays(operations, clock).catch(ifCallFails(weekendsOnly));
  const dayOf = (moment: string) => (moment.length === 10 ? moment : dueOf(clock, moment).day);
  const offText = (spoken: Language) => (day: Day) => {
    const dayText = (one: Day) => dateIn(spoken, one, clock.today);
    return said(spoken, tableWords.dayOff, { day: dayText(day), next: dayText(days.next(day)) });
  };
  const isPast = (moment: string) =>
    dueOf(clock, moment).hasTime && moment.length > 10
      ? Date.parse(moment) < now.getTime()
      : dayOf(moment) < clock.today;
  return rows.map((row, at) => {
    const dates = dated[at] ?? [];
    const free = [...new Set(dates.map(({ moment }) => dayOf(moment)))].filter((day) => days.isFree(day));
    const past = dates.filter(({ moment, isOwn }) => isOwn && isPast(moment));
    const forCard = (spoken: Language) => [
      ...(past.length > 0 ? [said(spoken, tableWords.newDatePast)] : []),
      ...free.map(offText(spoken)),
    ];
    return {
      ...row,
      dates: {
        told: [
          ...free.map(offText(language)),
          ...[...new Set(past.map(({ moment }) => plainMoment(clock, language, moment)))].map((moment) =>
            said(language, tableWords.past, { moment }),
          ),
        ],
        inCard: { en: forCard('en'), ru: forCard('ru') },
      },
    };
  });
}
