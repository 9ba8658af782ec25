import { z } from 'zod';
import type { WorkloadFacts } from '../contract/features/card-facts.ts';
import { workflow } from '../contract/features/workflow.ts';
import type { OperationClient } from '../contract/operations/operation-client.ts';
import { objectStatus, responsibleType } from '../contract/records/vocabulary.ts';
import { worded } from '../contract/worded.ts';
import { listDueTasks } from '../domain/due-tasks.ts';
import { listAll } from '../domain/list-records.ts';
import { notesOf, notesOfList, notGivenNotes, notGivenOf, part } from '../domain/partial.ts';
import { readGroup } from '../domain/people/assignee.ts';

import {
  type CaseRecord,
  caseRecord,
  isGiven,
  type RecordReference,
  type TaskRecord,
} from '../domain/records.ts';

import { findNames, unnamed } from '../domain/reference-names.ts';
import { neededOfTasks, openBy, readStatuses, showTask, unclearStatuses } from '../domain/tasks.ts';
import { line } from '../domain/text-lines.ts';
import { addDays, type Clock, timeZoneArgument } from '../domain/time/clock.ts';
import { localTime } from '../domain/time/local-time.ts';
import { readWorkingDays, weekendsOnly } from '../domain/time/working-days.ts';
import { groupWords } from './arguments.ts';
import { lookupMessages } from './messages.ts';
import { countOf, summaryOf } from './summary.ts';

const shownPeople = 30;
/**
 * If there are too many tasks to read all of them, those that are due from this number of days before today on are
 * read.
 */
const lookBack = 365;
const maxPages = 50;

const row = z.object({
  who: z.string(),
  open_cases: z.number().optional(),
  open_tasks: z.number().optional(),
  overdue_tasks: z.number().optional(),
});
type Row = z.output<typeof row>;

/** Workflow `workload`: the numbers of open cases and tasks of each person. */
export const workload = workflow({
  name: 'workload',
  title: 'Workload',
  titleRu: 'Загрузка сотрудников',
  search: { words: 'busy user, staff, overdue, still open, case' },
  access: 'read',
  // Two lists with 50 pages each, and the records of users if a group is given by its name.
  requests: 200,
  card: 'workload',
  description: 'Counts open cases and overdue tasks of each responsible user.',
  input: z.strictObject({
    group: groupWords.optional(),
    time_zone: timeZoneArgument,
  }),
  output: z.object({ people: z.array(row), now: z.string(), time_zone: z.string() }),
  run: async (operations, args, workflowContext) => {
    const { now, names, progress, finalStatuses } = workflowContext;
    const { clock, notes } = await localTime(operations, workflowContext, args.time_zone);
    const group = args.group === undefined ? undefined : await readGroup(operations, names, args.group);
    const from = clock.startOf(addDays(clock.today, -lookBack));
    const { cases, tasks, statuses, workingDays } = await readAll(
      operations,
      clock,
      group?.ids,
      from,
      pageCounter(progress),
    );
    if (cases.value === undefined && tasks.value === undefined) throw cases.error;
    const context = { clock, now, workingDays: workingDays.value ?? weekendsOnly };
    const open = tasks.value?.items
      .filter(openBy(statuses.value, finalStatuses))
      .map((task) => ({ task, isOverdue: showTask(task, context).isOverdue }));
    const members = group && membersOf(cases.value?.items, group.ids);
    const has = { cases: isGiven(cases.value?.items ?? [], 'Responsible'), ...hasOf(tasks.value?.items) };
    const all = count(has.cases ? cases.value?.items : undefined, has.people ? open : undefined, members);
    const rows = all.slice(0, shownPeople);
    const nameless = rows.flatMap(({ who: { Id, Name, Type } }) =>
      Id !== undefined && Name === undefined
        ? [{ kind: Type === responsibleType.group ? ('group' as const) : ('user' as const), id: Id }]
        : [],
    );
    const found = await findNames(operations, names, nameless);
    const people = rows.map(({ who: { Id, Name }, ...counts }) => ({
      who: Name ?? (Id === undefined ? 'nobody' : (found.names.get(Id) ?? unnamed(Id))),
      ...counts,
      ...(has.dates ? {} : { overdue_tasks: undefined }),
    }));
    const times = { now: clock.moment(now.toISOString()), time_zone: clock.timeZone };
    const facts: WorkloadFacts = {
      rows: rows.map(({ who: { Id, Name } }) =>
        Id === undefined ? 'nobody' : (Name ?? found.names.get(Id)) === undefined ? 'unnamed' : 'person',
      ),
      tasks: group ? undefined : open?.length,
      overdue: group || !has.dates ? undefined : open?.filter(({ isOverdue }) => isOverdue).length,
    };
    return {
      data: { people, ...times },
      facts,
      summary: summaryOf(countOf('openTasks', facts.tasks), countOf('overdue', facts.overdue)),
      text: [
        people.length === 0
          ? has.cases && has.people
            ? 'Nobody has an open case or task.'
            : 'Not counted: see the notes.'
          : 'Who | open cases | open tasks | overdue',
        ...people.map(({ who, open_cases, open_tasks, overdue_tasks }) =>
          line(who, ...[open_cases, open_tasks, overdue_tasks].map((number) => String(number ?? '?'))),
        ),
        `Times: ${times.time_zone}; now ${times.now}`,
      ].join('\n'),
      notes: [
        ...notes,
        ...notesOf(cases, tasks, statuses, workingDays),
        ...unclearStatuses(tasks.value?.items, statuses.value, finalStatuses),
        ...found.notes,
        ...notGivenNotes([
          ...notGivenOf(cases.value?.items, { Responsible: 'responsible users of cases' }),
          ...notGivenOf(tasks.value?.items, neededOfTasks),
        ]),
        ...notesOfList('cases', cases.value),
        ...notesOfList('tasks', tasks.value),
        ...(all.length > people.length
          ? [worded(lookupMessages.somePeopleShown, { some: people.length, all: all.length })]
          : []),
      ],
    };
  },
});

const hasOf = (tasks: readonly TaskRecord[] = []) => ({
  people: isGiven(tasks, 'Responsibles'),
  dates: isGiven(tasks, 'ExecutionDate'),
});

/** Counts the pages of two lists that are read in parallel, because the reported progress must only increase. */
function pageCounter(progress: (done: number) => void): () => void {
  let pages = 0;
  return () => {
    pages += 1;
    progress(pages);
  };
}

async function readAll(
  operations: OperationClient,
  clock: Clock,
  ids: readonly string[] | undefined,
  from: string,
  onPage: () => void,
) {
  const ofGroup = ids ? { ResponsibleIds: ids } : {};
  const [cases, tasks, statuses, workingDays] = await Promise.all([
    part(
      'cases',
      listAll(operations, ['search_cases', { ...ofGroup, Status: objectStatus.inWork }], caseRecord, {
        maxPages,
        onPage,
      }),
    ),
    part('tasks', listDueTasks(operations, {}, { from }, { maxPages, onPage })),
    part('task statuses', readStatuses(operations)),
    part('non-working days', readWorkingDays(operations, clock)),
  ]);
  return { cases, tasks, statuses, workingDays };
}

/** Returns a group's members: everybody responsible for its cases, because no operation returns the members. */
const membersOf = (cases: readonly CaseRecord[] | undefined, ids: readonly string[]) =>
  new Set([...ids, ...(cases ?? []).flatMap(({ Responsible }) => Responsible?.Id ?? [])]);

/** A row to which the name is added later. */
type Counted = Omit<Row, 'who'> & { readonly who: Partial<RecordReference> };

/**
 * Counts cases and tasks for each person. The person with the most overdue tasks comes first. A task of several people
 * counts for each of them.
 */
function count(
  cases: readonly CaseRecord[] | undefined,
  tasks: readonly { task: TaskRecord; isOverdue: boolean }[] | undefined,
  members: ReadonlySet<string> | undefined,
): Counted[] {
  const rows = new Map<string, Counted>();
  const none = {
    ...(cases ? { open_cases: 0 } : {}),
    ...(tasks ? { open_tasks: 0, overdue_tasks: 0 } : {}),
  };
  const add = (
    who: Partial<RecordReference> | undefined,
    what: 'open_cases' | 'open_tasks' | 'overdue_tasks',
  ) => {
    const id = who?.Id ?? '';
    if (members && !members.has(id)) return;
    const one = rows.get(id) ?? { who: who ?? {}, ...none };
    rows.set(id, { ...one, [what]: (one[what] ?? 0) + 1 });
  };
  for (const { Responsible } of cases ?? []) add(Responsible, 'open_cases');
  for (const { task, isOverdue } of tasks ?? [])
    for (const one of task.Responsibles.length > 0 ? task.Responsibles : [undefined]) {
      add(one, 'open_tasks');
      if (isOverdue) add(one, 'overdue_tasks');
    }
  const weight = ({ overdue_tasks = 0, open_cases = 0, open_tasks = 0 }: Counted) =>
    overdue_tasks * 1e6 + open_cases * 1e3 + open_tasks;
  return [...rows.values()].sort((left, right) => weight(right) - weight(left));
}
