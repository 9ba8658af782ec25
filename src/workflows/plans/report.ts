import type { RowOutcomeFacts } from '../../contract/features/card-facts.ts';
import type { PlannedChanges } from '../../contract/features/planned-changes.ts';
import type { WorkflowAnswer } from '../../contract/features/workflow.ts';
import type { Language } from '../../contract/language.ts';
import { type Note, said, worded } from '../../contract/worded.ts';
import type { ActReport, RowReport } from './carry-out.ts';
import { planMessages, stateWords, tableWords } from './messages.ts';
import { type Act, isTooOld, type PlanRow } from './plan.ts';
import { changeLine, rowDetails, rowName } from './table.ts';

/**
 * Returns the answer for a plan that was carried out, with one line for each row.
 * @param isFirstShown true if no earlier call has shown the plan, so that the answer also shows the details of each row
 */
export function reportAnswer(
  changes: PlannedChanges,
  act: Act,
  { rows, limitedMs }: ActReport,
  { language, isFirstShown }: Shown,
): WorkflowAnswer<undefined> {
  const reported = act.rows.map((row) => [row, rows.get(row.row) ?? notTried] as const);
  const lines = reported.flatMap(([row, report]) => [
    rowLine(row, report, language),
    ...(isFirstShown ? rowDetails(row, language) : []),
  ]);
  const all = [...rows.values()];
  const count = (...states: RowReport['state'][]) => all.filter(({ state }) => states.includes(state)).length;
  const left = count('not tried');
  const isWhole = all.every(
    ({ state }) => state === 'done' || state === 'unverified' || state === 'left out',
  );
  const canUndo = changes.undoMs > 0 && all.some(isUndoable);
  const undoable = all.some((one) => asPlanned.has(one.state) && !isUndoable(one))
    ? planMessages.undoableInPart
    : planMessages.undoable;
  const isLate = isTooOld(act);
  const notes: Note[] = [
    ...(count('unknown') > 0 ? [planMessages.lookAgain] : []),
    ...(limitedMs === undefined
      ? []
      : [worded(planMessages.limited, { seconds: Math.ceil(limitedMs / 1000) })]),
    ...(left > 0 ? [worded(isLate ? planMessages.tooLate : planMessages.goOn, { count: left })] : []),
    ...(canUndo ? [worded(undoable, { id: act.id, hours: changes.undoMs / hourMs })] : []),
  ];
  const head = said(language, tableWords.act, {
    ...{ id: act.id, done: count('done', 'unverified'), rows: act.rows.length },
    readBack: all.every(({ state }) => state === 'done') ? said(language, tableWords.readBack) : '',
    agreed: act.agreement === undefined ? '' : said(language, tableWords.agreed),
  });
  const outcomes = reported.map(([row, report]) => ({
    row: row.row,
    tone: tones[report.state],
    said: { en: forPeople(row, report, 'en'), ru: forPeople(row, report, 'ru') },
  }));
  const text = [head, ...lines].join('\n');
  const facts = { outcomes, act: canUndo ? act.id : undefined };
  return { data: undefined, facts, text, notes, isIncomplete: !isWhole };
}

const isUndoable = (report: RowReport) => 'undo' in report && report.undo !== undefined;

const hourMs = 3_600_000;
const notTried: RowReport = { state: 'not tried' };

const tones: Readonly<Record<RowReport['state'], RowOutcomeFacts['tone']>> = {
  done: 'good',
  unverified: 'good',
  'not kept': 'danger',
  refused: 'warn',
  'changed meanwhile': 'warn',
  unknown: 'danger',
  'left out': 'plain',
  'not possible': 'warn',
  'not tried': 'warn',
};

/** States in which the values of the plan were written. */
const asPlanned = new Set<RowReport['state']>(['done', 'unverified']);

interface Shown {
  readonly language: Language;
  readonly isFirstShown: boolean;
}

/** Describes a row, with its values before and after if they were written. */
const rowLine = (row: PlanRow, report: RowReport, language: Language) => {
  const name = asPlanned.has(report.state) ? changeLine(row) : rowName(row);
  const parts = [name, ...notifiedIn(row, report, language), ...detailsOf(report, language)];
  return `${row.row}. ${stateWords[report.state][language]}: ${parts.join('; ')}`;
};

/** States in which a row that notifies people has reached nobody. */
const notSent = new Set<RowReport['state']>(['refused', 'changed meanwhile', 'left out', 'not tried']);

/** Returns the outcome of a row's notification. No operation of the API returns whether people received one. */
function notifiedIn({ drafted }: PlanRow, { state }: RowReport, language: Language): string[] {
  if (!drafted?.classes.includes('outbound')) return [];
  if (notSent.has(state)) return [said(language, tableWords.nobodyNotified)];
  if (!asPlanned.has(state)) return [said(language, tableWords.maybeNotified)];
  const people = drafted.inWords.notifies.join(', ');
  return [
    people === '' ? said(language, tableWords.accepted) : said(language, tableWords.notified, { people }),
  ];
}

/** Describes a row for a person. The expected states are omitted, because the card shows them next to the row. */
function forPeople(row: PlanRow, report: RowReport, language: Language): string {
  const { drafted, change, about } = row;
  const label = drafted?.forPeople?.cards[language].label ?? change.tool;
  const name = drafted?.recordName ?? about;
  const isAsWanted = ['done', 'left out'].includes(report.state);
  return [
    name === undefined ? label : `${label}: ${name}`,
    ...(isAsWanted ? [] : [stateWords[report.state][language]]),
    ...notifiedIn(row, report, language),
    ...detailsOf(report, language),
  ].join('; ');
}

function detailsOf(report: RowReport, language: Language): string[] {
  return [
    ...('created' in report && report.created !== undefined
      ? [said(language, tableWords.id, { id: report.created })]
      : []),
    ...('doubts' in report && report.doubts.length > 0 ? [report.doubts.join(', ')] : []),
    ...('others' in report && report.others.length > 0
      ? [said(language, tableWords.others, { names: report.others.join(', ') })]
      : []),
    ...('code' in report ? [report.code] : []),
    ...('reason' in report && report.reason ? [report.reason.replace(/\s+/g, ' ')] : []),
  ];
}
