import { addDays, dayOf, startOf } from '../calendar.ts';
import { at, busyUsers, byId, meOf, unique } from '../pick.ts';
import { type Context, type Question, questionsOf } from '../question.ts';
import type { LegalCase, World } from '../world.ts';
import { count, lastPage, list, pages } from './lists.ts';

const caseWithTasks = (world: World, index: number): LegalCase | undefined =>
  at(
    unique(world.cases).filter(({ id }) => world.tasks.filter((task) => task.case === id).length > 1),
    index,
  );

const local = ({ now, zone }: Context, days: number) =>
  startOf(addDays(dayOf(now, zone), days), zone).toISOString();
const inside = (moment: Date | undefined, from: string, to: string) =>
  moment !== undefined && moment >= new Date(from) && moment <= new Date(to);

export const taskListQuestions: readonly Question[] = questionsOf('list_tasks', {
  'of a case by id': (context) => {
    const found = caseWithTasks(context.world, 0);
    return (
      found &&
      list(
        context,
        'list_tasks',
        { CaseId: found.id },
        'tasks',
        context.world.tasks.filter((task) => task.case === found.id),
      )
    );
  },
  'of a case by name': (context) => {
    const found = caseWithTasks(context.world, 5);
    return (
      found &&
      list(
        context,
        'list_tasks',
        { CaseId: found.name },
        'tasks',
        context.world.tasks.filter((task) => task.case === found.id),
      )
    );
  },
  'of a case by number': (context) => {
    const found = at(
      context.world.cases.filter(
        (one) => one.number !== undefined && context.world.tasks.some((task) => task.case === one.id),
      ),
      9,
    );
    return (
      found &&
      list(
        context,
        'list_tasks',
        { CaseId: found.number },
        'tasks',
        context.world.tasks.filter((task) => task.case === found.id),
      )
    );
  },
  'of me': (context) => {
    const { id } = meOf(context.world);
    return list(
      context,
      'list_tasks',
      { ResponsibleIds: ['me'] },
      'tasks',
      context.world.tasks.filter(({ responsibles }) => responsibles.includes(id)),
    );
  },
  'of a person by name': (context) => {
    const user = at(busyUsers(context.world), 2);
    return (
      user &&
      list(
        context,
        'list_tasks',
        { ResponsibleIds: [user.name] },
        'tasks',
        context.world.tasks.filter(({ responsibles }) => responsibles.includes(user.id)),
      )
    );
  },
  'of two people by id': (context) => {
    const ids = busyUsers(context.world)
      .slice(3, 5)
      .map(({ id }) => id);
    return list(
      context,
      'list_tasks',
      { ResponsibleIds: ids },
      'tasks',
      context.world.tasks.filter(({ responsibles }) => responsibles.some((id) => ids.includes(id))),
    );
  },
  'of a group by id': (context) => {
    const group = context.world.groups.find(({ id }) =>
      context.world.tasks.some(({ responsibles }) => responsibles.includes(id)),
    );
    return (
      group &&
      list(
        context,
        'list_tasks',
        { ResponsibleIds: [group.id] },
        'tasks',
        context.world.tasks.filter(({ responsibles }) => responsibles.includes(group.id)),
      )
    );
  },
  'due in a week': (context) => {
    const [from, to] = [local(context, 0), local(context, 7)];
    return list(
      context,
      'list_tasks',
      { ExecutionDateFrom: from, ExecutionDateTo: to },
      'tasks',
      context.world.tasks.filter(({ deadline }) => inside(deadline, from, to)),
    );
  },
  'due until a moment a minute after a due date': (context) => {
    const deadlines = context.world.tasks
      .flatMap(({ deadline }) => deadline ?? [])
      .sort((one, other) => one.getTime() - other.getTime());
    const [from, to] = [deadlines[0], deadlines[9]];
    if (from === undefined || to === undefined) return undefined;
    const last = new Date(to.getTime() + 60_000).toISOString();
    const first = new Date(from.getTime() - 60_000).toISOString();
    return list(
      context,
      'list_tasks',
      { ExecutionDateFrom: first, ExecutionDateTo: last },
      'tasks',
      context.world.tasks.filter(({ deadline }) => inside(deadline, first, last)),
    );
  },
  'of a person, due this month': (context) => {
    const user = at(busyUsers(context.world), 1);
    const [from, to] = [local(context, -15), local(context, 15)];
    return (
      user &&
      list(
        context,
        'list_tasks',
        { ResponsibleIds: [user.id], ExecutionDateFrom: from, ExecutionDateTo: to },
        'tasks',
        context.world.tasks.filter(
          ({ deadline, responsibles }) => responsibles.includes(user.id) && inside(deadline, from, to),
        ),
      )
    );
  },
  'of a case and a person': (context) => {
    const task = context.world.tasks.find(
      (one) => one.case !== undefined && byId(context.world.users, one.responsibles[0]),
    );
    const user = task && byId(context.world.users, task.responsibles[0]);
    return (
      task &&
      user &&
      list(
        context,
        'list_tasks',
        { CaseId: task.case, ResponsibleIds: [user.id] },
        'tasks',
        context.world.tasks.filter((one) => one.case === task.case && one.responsibles.includes(user.id)),
      )
    );
  },
  'number of all': ({ world }) => count('list_tasks', {}, world.tasks.length),
  'number of a case': ({ world }) => {
    const found = caseWithTasks(world, 3);
    return (
      found &&
      count('list_tasks', { CaseId: found.id }, world.tasks.filter((task) => task.case === found.id).length)
    );
  },
  'two pages': (context) => pages(context, 'list_tasks', 'tasks', context.world.tasks, 7),
  'last page': (context) => lastPage(context, 'list_tasks', 'tasks', context.world.tasks, 40),
});

export const eventListQuestions: readonly Question[] = questionsOf('list_events', {
  'of a case by id': (context) => {
    const found = at(
      context.world.cases.filter(({ id }) => context.world.events.some((event) => event.case === id)),
      2,
    );
    return (
      found &&
      list(
        context,
        'list_events',
        { CaseId: found.id },
        'events',
        context.world.events.filter((event) => event.case === found.id),
      )
    );
  },
  'of a case by name': (context) => {
    const found = at(
      unique(context.world.cases).filter(({ id }) => context.world.events.some((event) => event.case === id)),
      8,
    );
    return (
      found &&
      list(
        context,
        'list_events',
        { CaseId: found.name },
        'events',
        context.world.events.filter((event) => event.case === found.id),
      )
    );
  },
  'starting this fortnight': (context) => {
    const [from, to] = [local(context, 0), local(context, 14)];
    return list(
      context,
      'list_events',
      { StartDateFrom: from, StartDateTo: to },
      'events',
      context.world.events.filter(({ startsAt, isAllDay }) => !isAllDay && inside(startsAt, from, to)),
      context.world.events.filter(
        ({ isAllDay, startsAt }) => isAllDay && inside(startsAt, local(context, -1), local(context, 15)),
      ),
    );
  },
  'starting from the start of one to that of another': (context) => {
    const sorted = context.world.events
      .filter(({ isAllDay }) => !isAllDay)
      .sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
    const [from, to] = [sorted[4]?.startsAt, sorted[12]?.startsAt];
    if (from === undefined || to === undefined) return undefined;
    const [first, last] = [
      new Date(from.getTime() - 60_000).toISOString(),
      new Date(to.getTime() + 60_000).toISOString(),
    ];
    return list(
      context,
      'list_events',
      { StartDateFrom: first, StartDateTo: last },
      'events',
      context.world.events.filter(({ startsAt }) => inside(startsAt, first, last)),
    );
  },
  'of a case, only past ones': (context) => {
    const event = context.world.events.find(
      (one) => one.case !== undefined && one.startsAt < new Date(context.now.getTime() - 3 * 86_400_000),
    );
    const to = local(context, -1);
    return (
      event &&
      list(
        context,
        'list_events',
        { CaseId: event.case, StartDateTo: to },
        'events',
        context.world.events.filter((one) => one.case === event.case && one.startsAt <= new Date(to)),
      )
    );
  },
  'number of all': ({ world }) => count('list_events', {}, world.events.length),
  'two pages': (context) => pages(context, 'list_events', 'events', context.world.events, 6),
  'last page': (context) => lastPage(context, 'list_events', 'events', context.world.events, 30),
});
