import { z } from 'zod';
import { advised } from '../contract/advice.ts';
import type { Worded } from '../contract/language.ts';
import type { OperationClient } from '../contract/operations/operation-client.ts';
import { isEnded, type StatusTerm } from '../contract/records/finality.ts';
import { worded } from '../contract/worded.ts';
import { listWhole } from './list-records.ts';
import { partialMessages } from './messages.ts';
import { finalFlags, isGiven, type RecordReference, statusRecord, type TaskRecord } from './records.ts';
import { line, notGiven } from './text-lines.ts';
import { type Clock, dueOf, withWeekday } from './time/clock.ts';
import type { WorkingDays } from './time/working-days.ts';

/** Whether a task still has to be done. */
export type IsOpen = (task: TaskRecord) => boolean;

/** By what the list of statuses says of them: system names, which deployments do not translate, or a flag. */
export async function readStatuses(operations: OperationClient): Promise<readonly StatusTerm[]> {
  const terms = await operations.cache.remember('task statuses', () =>
    listWhole(operations, ['list_task_statuses', {}], statusRecord),
  );
  return terms.map((term) => ({ ...term, isFinal: finalFlags.map((flag) => term[flag]).find(isFlag) }));
}

const isFlag = (value: boolean | undefined) => value !== undefined;

/** @param statuses none where they could not be read: then the words of each task have to do */
export function openBy(statuses: readonly StatusTerm[] = [], final: readonly string[] = []): IsOpen {
  return ({ Status }) =>
    termOf(statuses, Status) === undefined || isEnded(termOf(statuses, Status) ?? {}, final) !== true;
}

/** A status that a task has by its name alone is the one of that name. */
const termOf = (
  statuses: readonly StatusTerm[],
  status: RecordReference | undefined,
): StatusTerm | undefined =>
  status &&
  (statuses.find(({ Id, Name }) => (status.Id === undefined ? Name === status.Name : Id === status.Id)) ??
    status);

/** What the reader should know where nobody says of statuses of some tasks whether they are final. */
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
  /** The due day is none to work on: the next one that is. */
  works_on: z.string().optional(),
  overdue: z.boolean().optional(),
  status: z.string().optional(),
  priority: z.string().optional(),
  responsible: z.array(z.string()),
  case: z.string().optional(),
});
export type ShownTask = z.output<typeof shownTask>;

/** Fields of a task that refer to other records, without its case. */
export const taskReferences = ['Status', 'Priority', 'Responsibles'];

/** Fields without which tasks would be taken for others, in words. */
export const neededOfTasks = {
  ExecutionDate: 'due dates of tasks',
  Responsibles: 'who is responsible for tasks',
  Status: 'statuses of tasks, so that closed ones may be among them',
} as const;

/** As `neededOfTasks`, where tasks are shown one by one. */
export const shownOfTasks = { ...neededOfTasks, Priority: 'priorities of tasks' } as const;

/** A task as lookups show it, and by what it is sorted. */
export interface DueTask {
  readonly record: TaskRecord;
  readonly shown: ShownTask;
  /** Moment of the service; undefined for never. */
  readonly due: string | undefined;
  /** Local day of that moment, and the day on which it has to be done. */
  readonly dueDay: string | undefined;
  readonly day: string | undefined;
  readonly isOverdue: boolean;
}

/** @param isOfCase leaves out the case's name, which all of them share */
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

/** Overdue first, then by the date on which they are due; those without a date last. */
export const byUrgency = (left: DueTask, right: DueTask) =>
  Number(right.isOverdue) - Number(left.isOverdue) || (left.due ?? '9999').localeCompare(right.due ?? '9999');

/** @param isKnownLate leaves out that it is overdue, which a heading says */
export const taskLine = (task: ShownTask, isKnownLate = false): string =>
  line(
    [
      task.overdue && !isKnownLate && 'OVERDUE',
      task.due === notGiven ? `date ${notGiven}` : (task.due ?? 'no date'),
      task.works_on && `(day off, so ${task.works_on})`,
      task.name,
    ],
    task.responsible.join(', ') || 'nobody',
    [task.status, task.priority].filter(Boolean).join(', '),
    task.case,
    task.id,
  );
