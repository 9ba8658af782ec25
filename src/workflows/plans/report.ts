import type { PlannedChanges } from '../../contract/features/planned-changes.ts';
import type { WorkflowAnswer } from '../../contract/features/workflow.ts';
import { type Note, worded } from '../../contract/worded.ts';
import type { ActReport, RowReport } from './carry-out.ts';
import { planMessages } from './messages.ts';
import { type Act, type PlanRow, planMs } from './plan.ts';
import { rowName } from './table.ts';

const words: Readonly<Record<RowReport['state'], string>> = {
  done: 'done, and a read shows it',
  unverified: 'done by the service’s answer, and no read shows it',
  'not kept': 'NOT KEPT, though the service answered with success',
  refused: 'REFUSED, nothing was done',
  'changed meanwhile': 'CHANGED MEANWHILE, nothing was done',
  unknown: 'OUTCOME UNKNOWN',
  'left out': 'left out by the user',
  'not possible': 'not possible, as planned',
  'not tried': 'NOT TRIED',
};

/** The answer to a plan that was carried out: a line for each row. */
export function reportAnswer(
  changes: PlannedChanges,
  act: Act,
  { rows, limitedMs }: ActReport,
  now: number,
): WorkflowAnswer<undefined> {
  const lines = act.rows.map((row) => rowLine(row, rows.get(row.row) ?? { state: 'not tried' }));
  const all = [...rows.values()];
  const count = (...states: RowReport['state'][]) => all.filter(({ state }) => states.includes(state)).length;
  const left = count('not tried');
  const isWhole = all.every(
    ({ state }) => state === 'done' || state === 'unverified' || state === 'left out',
  );
  const undoable = all.some((one) => 'undo' in one && one.undo !== undefined);
  const isLate = now > act.plannedAt + planMs;
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
  const head = `Act ${act.id}: ${count('done', 'unverified')} of ${act.rows.length} rows done`;
  return { data: undefined, text: [head, ...lines].join('\n'), notes, isIncomplete: !isWhole };
}

const hourMs = 3_600_000;

function rowLine(row: PlanRow, report: RowReport): string {
  const { state } = report;
  const details = [
    ...('created' in report && report.created !== undefined ? [`id ${report.created}`] : []),
    ...('doubts' in report && report.doubts.length > 0 ? [report.doubts.join(', ')] : []),
    ...('others' in report && report.others.length > 0 ? [`also changed: ${report.others.join(', ')}`] : []),
    ...('code' in report ? [report.code] : []),
    ...('reason' in report && report.reason ? [report.reason.replace(/\s+/g, ' ')] : []),
  ];
  return `${row.row}. ${words[state]}: ${[rowName(row), ...details].join('; ')}`;
}
