import type { PlannedChanges } from '../../contract/features/planned-changes.ts';
import type { WorkflowAnswer } from '../../contract/features/workflow.ts';
import type { Language } from '../../contract/language.ts';
import { type Note, said, worded } from '../../contract/worded.ts';
import type { ActReport, RowReport } from './carry-out.ts';
import { planMessages, stateWords, tableWords } from './messages.ts';
import { type Act, isTooOld, type PlanRow } from './plan.ts';
import { rowName } from './table.ts';

/** The answer to a plan that was carried out: a line for each row. */
export function reportAnswer(
  changes: PlannedChanges,
  act: Act,
  { rows, limitedMs }: ActReport,
  language: Language,
): WorkflowAnswer<undefined> {
  const lines = act.rows.map((row) => rowLine(row, rows.get(row.row) ?? { state: 'not tried' }, language));
  const all = [...rows.values()];
  const count = (...states: RowReport['state'][]) => all.filter(({ state }) => states.includes(state)).length;
  const left = count('not tried');
  const isWhole = all.every(
    ({ state }) => state === 'done' || state === 'unverified' || state === 'left out',
  );
  const undoable = all.some((one) => 'undo' in one && one.undo !== undefined);
  const isLate = isTooOld(act);
  const notes: Note[] = [
    ...(count('unknown') > 0 ? [planMessages.lookAgain] : []),
    ...(limitedMs === undefined
      ? []
      : [worded(planMessages.limited, { seconds: Math.ceil(limitedMs / 1000) })]),
    ...(left > 0 ? [worded(isLate ? planMessages.tooLate : planMessages.goOn, { count: left })] : []),
    ...(undoable && changes.undoMs > 0
      ? [worded(planMessages.undoable, { id: act.id, hours: changes.undoMs / hourMs })]
      : []),
  ];
  const head = said(language, tableWords.act, {
    ...{ id: act.id, done: count('done', 'unverified'), rows: act.rows.length },
  });
  return { data: undefined, text: [head, ...lines].join('\n'), notes, isIncomplete: !isWhole };
}

const hourMs = 3_600_000;

function rowLine(row: PlanRow, report: RowReport, language: Language): string {
  const { state } = report;
  const details = [
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
  return `${row.row}. ${stateWords[state][language]}: ${[rowName(row), ...details].join('; ')}`;
}
