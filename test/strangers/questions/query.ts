import { addDays, dayOf } from '../calendar.ts';
import { at, busyUsers, byId, countBy } from '../pick.ts';
import { type Context, type Question, questionsOf } from '../question.ts';
import { grouped, query, startOfLater, startOfToday } from './sql.ts';

export const queryQuestions: readonly Question[] = questionsOf('query_records', {
  'number of cases': (context) =>
    query(context, 'SELECT count(*) FROM cases', [[context.world.cases.length]]),
  'cases by status': (context) =>
    query(
      context,
      'SELECT status, count(*) FROM cases GROUP BY status',
      grouped(context.world.cases, ({ isArchived }) => (isArchived ? 'archived' : 'in work')),
    ),
  'cases by type': (context) =>
    query(
      context,
      'SELECT type, count(*) FROM cases GROUP BY type',
      grouped(context.world.cases, ({ type }) => type),
    ),
  'cases by responsible': (context) =>
    query(
      context,
      "SELECT responsible, count(*) FROM cases WHERE status = 'in work' GROUP BY responsible",
      grouped(
        context.world.cases.filter(({ isArchived }) => !isArchived),
        ({ responsible }) => byId(context.world.users, responsible)?.name,
      ),
    ),
  'cases by folder': (context) =>
    query(
      context,
      'SELECT folder, count(*) FROM cases GROUP BY folder',
      grouped(context.world.cases, ({ folder }) => folder),
    ),
  'cases by project': (context) =>
    query(
      context,
      'SELECT project, count(*) FROM cases GROUP BY project',
      grouped(context.world.cases, ({ project }) => project),
    ),
  'cases without a responsible': (context) =>
    query(
      context,
      'SELECT id FROM cases WHERE responsible_id IS NULL',
      context.world.cases.filter(({ responsible }) => responsible === undefined).map(({ id }) => [id]),
    ),
  'cases without a number': (context) =>
    query(
      context,
      'SELECT id FROM cases WHERE number IS NULL',
      context.world.cases.filter(({ number }) => !number).map(({ id }) => [id]),
    ),
  'cases of the last half year': (context) =>
    query(context, "SELECT count(*) FROM cases WHERE created >= date('now', '-180 days')", [
      [context.world.cases.filter(({ createdAt }) => createdAt >= startOfLater(context, -180)).length],
    ]),
  'cases without open tasks': (context) =>
    query(
      context,
      "SELECT c.id FROM cases c WHERE c.status = 'in work' AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.case_id = c.id AND t.is_open)",
      context.world.cases
        .filter(
          ({ id, isArchived }) =>
            !isArchived && !context.world.tasks.some((task) => task.case === id && task.isOpen),
        )
        .map(({ id }) => [id]),
    ),
  'the oldest three cases': (context) =>
    query(
      context,
      'SELECT name, created FROM cases ORDER BY created LIMIT 3',
      [...context.world.cases]
        .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
        .slice(0, 3)
        .map(({ name, createdAt }) => [name, createdAt]),
      { isOrdered: true },
    ),
  'open tasks': (context) =>
    query(context, 'SELECT count(*) FROM tasks WHERE is_open', [
      [context.world.tasks.filter(({ isOpen }) => isOpen).length],
    ]),
  'tasks by status': (context) =>
    query(
      context,
      'SELECT status, count(*) FROM tasks GROUP BY status',
      grouped(context.world.tasks, ({ status }) => status),
    ),
  'tasks by priority': (context) =>
    query(
      context,
      'SELECT priority, count(*) FROM tasks GROUP BY priority',
      grouped(context.world.tasks, ({ priority }) => priority),
    ),
  'tasks by type': (context) =>
    query(
      context,
      'SELECT type, count(*) FROM tasks GROUP BY type',
      grouped(context.world.tasks, ({ type }) => type),
    ),
  'tasks overdue since yesterday': (context) =>
    query(
      context,
      "SELECT id, due FROM tasks WHERE is_open AND due < date('now')",
      context.world.tasks
        .filter(
          ({ isOpen, deadline }) => isOpen && deadline !== undefined && deadline < startOfToday(context),
        )
        .map(({ id, deadline }) => [id, deadline]),
    ),
  'tasks without a due date': (context) =>
    query(
      context,
      'SELECT id FROM tasks WHERE due IS NULL',
      context.world.tasks.filter(({ deadline }) => deadline === undefined).map(({ id }) => [id]),
    ),
  'tasks without a case': (context) =>
    query(
      context,
      'SELECT id FROM tasks WHERE case_id IS NULL',
      context.world.tasks.filter((task) => task.case === undefined).map(({ id }) => [id]),
    ),
  'tasks of nobody': (context) =>
    query(
      context,
      'SELECT id FROM tasks WHERE id NOT IN (SELECT task_id FROM task_responsibles)',
      context.world.tasks.filter(({ responsibles }) => responsibles.length === 0).map(({ id }) => [id]),
    ),
  'open tasks of one person': (context) => {
    const user = at(busyUsers(context.world), 3);
    return (
      user &&
      query(
        context,
        `SELECT t.id, t.name FROM tasks t JOIN task_responsibles r ON r.task_id = t.id WHERE t.is_open AND r.user_id = '${user.id}'`,
        context.world.tasks
          .filter(({ isOpen, responsibles }) => isOpen && responsibles.includes(user.id))
          .map(({ id, name }) => [id, name]),
      )
    );
  },
  'tasks given to groups': (context) =>
    query(context, "SELECT count(DISTINCT task_id) FROM task_responsibles WHERE kind = 'Group'", [
      [
        context.world.tasks.filter(({ responsibles }) =>
          responsibles.some((id) => byId(context.world.groups, id)),
        ).length,
      ],
    ]),
  'events of the next fortnight': (context) =>
    query(
      context,
      "SELECT id, starts FROM events WHERE starts >= date('now') AND starts < date('now', '+14 days')",
      context.world.events
        .filter(
          ({ startsAt, isAllDay }) =>
            !isAllDay && startsAt >= startOfToday(context) && startsAt < startOfLater(context, 14),
        )
        .map(({ id, startsAt }) => [id, startsAt])
        .concat(allDay(context)),
    ),
  'all-day events': (context) =>
    query(context, 'SELECT count(*) FROM events WHERE all_day', [
      [context.world.events.filter(({ isAllDay }) => isAllDay).length],
    ]),
  'events without an end': (context) =>
    query(
      context,
      'SELECT id FROM events WHERE ends IS NULL',
      context.world.events.filter(({ endsAt }) => endsAt === undefined).map(({ id }) => [id]),
    ),
  'events by type': (context) =>
    query(
      context,
      'SELECT type, count(*) FROM events GROUP BY type',
      grouped(context.world.events, ({ type }) => type),
    ),
  'attendees by kind': (context) =>
    query(
      context,
      'SELECT kind, count(*) FROM attendees GROUP BY kind',
      grouped(
        context.world.events.flatMap(({ attendees }) => attendees),
        ({ kind }) => `${kind[0]?.toUpperCase()}${kind.slice(1)}`,
      ),
    ),
  'parties by role': (context) =>
    query(
      context,
      'SELECT role, count(*) FROM parties GROUP BY role',
      grouped(
        context.world.cases.flatMap(({ parties }) => parties),
        ({ role }) => role,
      ),
    ),
  'parties of several cases': (context) => {
    const counts = countBy(
      context.world.cases.flatMap(({ parties }) => [
        ...new Set(parties.map(({ participant }) => participant)),
      ]),
      (id) => id,
    );
    return query(
      context,
      'SELECT participant_id, count(DISTINCT case_id) AS n FROM parties GROUP BY participant_id HAVING n > 2',
      [...counts].filter(([, count]) => count > 2),
    );
  },
});

/** Returns the all-day events of the next two weeks with their dates, in any format of the service. */
function allDay(context: Context): [string, Date | string][] {
  const from = dayOf(context.now, context.zone);
  const to = addDays(from, 14);
  return context.world.events
    .filter(({ isAllDay }) => isAllDay)
    .flatMap(({ id, startsAt }): [string, string][] => {
      const isDate = startsAt.getTime() % 86_400_000 === 0;
      const day = isDate ? startsAt.toISOString().slice(0, 10) : dayOf(startsAt, context.zone);
      return day >= from && day < to ? [[id, day]] : [];
    });
}
