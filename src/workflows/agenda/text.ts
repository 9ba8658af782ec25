import { worded } from '../../contract/worded.ts';
import { daysOf, eventLine, type ShownEvent, showEvent } from '../../domain/events.ts';
import { type PartName, partWords } from '../../domain/partial.ts';
import type { Who } from '../../domain/people/attendees.ts';
import type { EventRecord, TaskRecord } from '../../domain/records.ts';
import type { Named, Referring } from '../../domain/reference-names.ts';
import {
  byUrgency,
  type DueTask,
  type ShownTask,
  showTask,
  taskLine,
  taskReferences,
} from '../../domain/tasks.ts';
import { block, sentence } from '../../domain/text-lines.ts';
import { addDays, type Clock, type Day, isWeekend, withWeekday } from '../../domain/time/clock.ts';
import type { WorkingDays } from '../../domain/time/working-days.ts';
import { lookupMessages } from '../messages.ts';
import { countOf, dated, isAhead, summaryOf } from '../summary.ts';

const limits = { overdue: 15, tasks: 20, events: 20 };

export interface Agenda {
  readonly of: string | undefined;
  readonly from: string;
  readonly to: string;
  readonly overdue?: ShownTask[] | undefined;
  readonly tasks?: ShownTask[] | undefined;
  readonly events?: ShownEvent[] | undefined;
  readonly days_off: string[];
  readonly absences?: string[] | undefined;
  readonly now: string;
  readonly time_zone: string;
}

interface Frame {
  readonly from: Day;
  readonly to: Day;
  readonly clock: Clock;
  readonly now: Date;
  readonly workingDays: WorkingDays;
  readonly isOfCase: boolean;
  /** Returns the attendees of the events that are shown. */
  readonly whoOf: (events: readonly EventRecord[]) => Promise<Who>;
  /** Returns the names of records to which the shown rows refer. */
  readonly namesOf: (namings: readonly Referring[]) => Promise<Named>;
}

/**
 * Selects and sorts the records of the period. Overdue tasks are separate, unless the period is over. A task without a
 * date counts as due now.
 */
export async function sortAgenda(
  records: { tasks: readonly TaskRecord[] | undefined; events: readonly EventRecord[] | undefined },
  frame: Frame,
  concerns: (event: EventRecord) => boolean,
) {
  const { clock, from, to, isOfCase } = frame;
  const due = records.tasks?.map((task) => showTask(task, frame, isOfCase)).sort(byUrgency);
  /** A task due on a day off counts for every day until the next working day is over. */
  const isInside = ({ dueDay, day }: DueTask) =>
    dueDay === undefined || day === undefined ? isNow : dueDay <= to && day >= from;
  const isPast = to < clock.today;
  const isNow = !isPast && from <= clock.today;
  const isLate = (task: DueTask) => task.isOverdue && !isPast;
  const overdue = isPast ? undefined : due?.filter(isLate);
  const tasks = due?.filter((task) => !isLate(task) && isInside(task));
  const events = records.events
    ?.filter(concerns)
    .filter((event) => {
      const days = daysOf(clock, event);
      return days !== undefined && days.first <= to && days.last >= from;
    })
    .sort((left, right) => (left.StartDate ?? '').localeCompare(right.StartDate ?? ''));
  const shownEvents = events?.slice(0, limits.events);
  const chosen = { overdue: overdue?.slice(0, limits.overdue), tasks: tasks?.slice(0, limits.tasks) };
  const recordsOf = (some: readonly DueTask[] | undefined) => some?.map(({ record }) => record) ?? [];
  const [who, named] = await Promise.all([
    frame.whoOf(shownEvents ?? []),
    frame.namesOf([
      {
        shape: 'task',
        rows: [...recordsOf(chosen.overdue), ...recordsOf(chosen.tasks)],
        fields: isOfCase ? taskReferences : [...taskReferences, 'Case'],
      },
      { shape: 'event', rows: shownEvents ?? [], fields: isOfCase ? ['Type'] : ['Type', 'Case'] },
    ]),
  ]);
  const shownTasks = (some: readonly DueTask[] | undefined) =>
    some?.map(({ record }) => showTask(named.fill(record), frame, isOfCase).shown);
  const cut = (part: PartName, count: number | undefined, most: number) =>
    count !== undefined && count > most
      ? [worded(lookupMessages.someShown, { some: most, all: count, what: partWords(part) })]
      : [];
  return {
    data: {
      overdue: shownTasks(chosen.overdue),
      tasks: shownTasks(chosen.tasks),
      events: shownEvents?.map((event) => showEvent(named.fill(event), { clock, isOfCase, who })),
      days_off: daysOff(frame),
    },
    rows: {
      tasks: [...recordsOf(chosen.overdue), ...recordsOf(chosen.tasks)].map(named.fill),
      events: (shownEvents ?? []).map(named.fill),
    },
    summary: summaryOf(
      countOf('overdue', overdue?.length),
      countOf('tasks', tasks?.length),
      countOf('events', events?.length),
      dated(
        'nextEvent',
        clock,
        events?.find(({ StartDate }) => isAhead(clock, frame.now, StartDate))?.StartDate,
      ),
    ),
    notes: [
      ...named.notes,
      ...cut('overdue tasks', overdue?.length, limits.overdue),
      ...cut('tasks', tasks?.length, limits.tasks),
      ...cut('events', events?.length, limits.events),
    ],
  };
}

/** Returns the days off in the period. Omits weekends, because they need no mention. */
function daysOff({ from, to, workingDays }: Frame): string[] {
  const days: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 1))
    if (workingDays.isFree(day) && !isWeekend(day)) days.push(withWeekday(day));
  return days;
}

export function agendaText(agenda: Agenda): string {
  const {
    of: whose,
    from,
    to,
    overdue,
    tasks,
    events,
    days_off: off,
    absences = [],
    now,
    time_zone,
  } = agenda;
  return [
    `Agenda${whose ? ` of ${sentence(whose)}` : ''}, ${from} to ${to}`,
    ...absences,
    // Omit this block if the period is over. The tasks themselves then show that they are overdue.
    ...(overdue === undefined && tasks !== undefined
      ? []
      : [
          block(
            'Overdue tasks',
            overdue?.map((task) => taskLine(task, now, true)),
          ),
        ]),
    block(
      'Events',
      events?.map((event) => eventLine(event, now)),
    ),
    block(
      'Tasks due',
      tasks?.map((task) => taskLine(task, now)),
    ),
    ...(off.length > 0 ? [`Days off: ${off.join(', ')}`] : []),
    `Times: ${time_zone}; now ${now}`,
  ].join('\n');
}
