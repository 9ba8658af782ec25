import { z } from 'zod';
import { advised } from '../contract/advice.ts';
import type { Worded } from '../contract/language.ts';
import type { OperationClient } from '../contract/operations/operation-client.ts';
import { isEnded, type StatusTerm } from '../contract/records/finality.ts';
import { worded } from '../contract/worded.ts';
import { listWhole } from './list-records.ts';
import { partialMessages } from './messages.ts';
import { finalFlags, isGiven, type RecordReference, statusRecord, type TaskRecord } from './records.ts';
import { besides, line, notGiven } from './text-lines.ts';
import { type Clock, dueOf, withWeekday } from './time/clock.ts';
import { dayIn, daysBetween, dayWord } from './time/spoken-days.ts';
import type { WorkingDays } from './time/working-days.ts';

export type IsOpen = (task: TaskRecord) => boolean;

/** Reads the task statuses. `isFinal` is set if the service marks the status with a flag. */
export async function readStatuses(operations: OperationClient): Promise<readonly StatusTerm[]> {
  const terms = await operations.cache.remember('task statuses', () =>
    listWhole(operations, ['list_task_statuses', {}], statusRecord),
  );
  return terms.map((term) => ({ ...term, isFinal: finalFlags.map((flag) => term[flag]).find(isFlag) }));
}

const isFlag = (value: boolean | undefined) => value !== undefined;

/**
 * Creates the check whether a task is open. A task with an unknown status counts as open.
 * @param statuses empty if they could not be read. Then the check uses the status data in each task
 */
export function openBy(statuses: readonly StatusTerm[] = [], final: readonly string[] = []): IsOpen {
  return ({ Status }) =>
    termOf(statuses, Status) === undefined || isEnded(termOf(statuses, Status) ?? {}, final) !== true;
}

/** Returns a status with all its data from the list. Finds it by id, or by name if the reference has no id. */
export const termOf = (
  statuses: readonly StatusTerm[],
  status: RecordReference | undefined,
): StatusTerm | undefined =>
  status &&
  (statuses.find(({ Id, Name }) => (status.Id === undefined ? Name === status.Name : Id === status.Id)) ??
    status);

/** Returns a note that lists the task statuses about which it is unknown whether they are final. */
export function unclearStatuses(
  tasks: readonly TaskRecord[] | undefined,
  statuses: readonly StatusTerm[] = [],
  final: readonly string[] = [],
): Worded[] {
  const terms = (tasks ?? []).flatMap(({ Status }) => termOf(statuses, Status) ?? []);
  const unclear = new Set(
    terms.filter((term) => isEnded(term, final) === undefined).map(({ Id, Name }) => Name ?? Id ?? ''),
  );
  if (unclear.size === 0) return [];
  const which =
    unclear.size === 1
      ? partialMessages.oneStatus
      : worded(partialMessages.statuses, { count: unclear.size });
  return [advised(worded(partialMessages.unclearStatuses, { which }), 'name-final-statuses')];
}

export const shownTask = z.object({
  id: z.string(),
  name: z.string().optional(),
  due: z.string().optional(),
  /** Next working day, if the due day is a day off. */
  works_on: z.string().optional(),
  overdue: z.boolean().optional(),
  status: z.string().optional(),
  priority: z.string().optional(),
  responsible: z.array(z.string()),
  case: z.string().optional(),
});
export type ShownTask = z.output<typeof shownTask>;

/** Reference fields of a task, without its case. */
export const taskReferences = ['Status', 'Priority', 'Responsibles'];

/** Fields that users need to understand tasks, with the phrase for a note. */
export const neededOfTasks = {
  ExecutionDate: 'due dates of tasks',
  Responsibles: 'responsible users of tasks',
  Status: 'statuses of tasks (closed tasks may be shown as open)',
} as const;

/** `neededOfTasks` and the priority, for answers that show individual tasks. */
export const shownOfTasks = { ...neededOfTasks, Priority: 'priorities of tasks' } as const;

export interface DueTask {
  readonly record: TaskRecord;
  readonly shown: ShownTask;
  /** Date-time from the service. Undefined if the task has no due date. */
  readonly due: string | undefined;
  /** Local day on which the task is due (`dueDay`), and the next working day if that is a day off (`day`). */
  readonly dueDay: string | undefined;
  readonly day: string | undefined;
  readonly isOverdue: boolean;
}

/** Converts a task record. @param isOfCase if true, omits the case name, because all tasks belong to one case */
export function showTask(
  task: TaskRecord,
  { clock, workingDays, now }: { clock: Clock; workingDays: WorkingDays; now: Date },
  isOfCase = false,
): DueTask {
  const due = task.ExecutionDate === undefined ? undefined : dueOf(clock, task.ExecutionDate);
  const worksOn = due && workingDays.next(due.day);
  const isMoved = due !== undefined && worksOn !== due.day;
  const isLate =
    due?.hasTime && !isMoved
      ? Date.parse(task.ExecutionDate ?? '') < now.getTime()
      : worksOn !== undefined && worksOn < clock.today;
  return {
    record: task,
    due: task.ExecutionDate,
    dueDay: due?.day,
    day: worksOn,
    isOverdue: isLate,
    shown: {
      id: task.Id,
      name: task.Name,
      due: due?.shown ?? (isGiven([task], 'ExecutionDate') ? undefined : notGiven),
      ...(isMoved && worksOn ? { works_on: withWeekday(worksOn) } : {}),
      ...(isLate ? { overdue: true } : {}),
      status: task.Status?.Name,
      priority: task.Priority?.Name,
      responsible: isGiven([task], 'Responsibles')
        ? task.Responsibles.flatMap(({ Name, Id }) => Name ?? Id ?? [])
        : [notGiven],
      ...(isOfCase ? {} : { case: task.Case?.Name ?? task.Case?.Id }),
    },
  };
}

/** Orders tasks: overdue tasks first, then by due date, and tasks without a due date last. */
export const byUrgency = (left: DueTask, right: DueTask) =>
  Number(right.isOverdue) - Number(left.isOverdue) || (left.due ?? '9999').localeCompare(right.due ?? '9999');

/**
 * Formats a task as one line.
 * @param now string that contains the current day
 * @param isKnownLate if true, omits `OVERDUE`, because the heading already says so
 */
export const taskLine = (task: ShownTask, now: string, isKnownLate = false): string =>
  line(
    [
      task.overdue && !isKnownLate && 'OVERDUE',
      task.due === notGiven ? `date ${notGiven}` : (task.due ?? 'no date'),
      besides(task.works_on && `day off, so ${task.works_on}`, distanceOf(task, now)),
      task.name,
    ],
    task.responsible.join(', ') || 'nobody',
    [task.status, task.priority].filter(Boolean).join(', '),
    task.case,
    task.id,
  );

/**
 * Returns `8 days late`, or a word for a near day. For a due date on a day off, uses the next working day. Returns
 * undefined if neither text applies.
 */
function distanceOf({ due, works_on, overdue }: ShownTask, now: string): string | undefined {
  const [day, today] = [dayIn(works_on ?? due), dayIn(now)];
  if (day === undefined || today === undefined) return undefined;
  const late = daysBetween(day, today);
  return overdue && late > 0 ? `${late} ${late === 1 ? 'day' : 'days'} late` : dayWord(day, today);
}
