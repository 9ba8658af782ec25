import { addDays, dayOf, daysOfEvent, startOf } from '../calendar.ts';
import { at, busyUsers, byId, idsOfUser, meOf, tasksOf, unique } from '../pick.ts';
import { type Asked, type Context, type Question, questionsOf } from '../question.ts';
import { compareIds, plain } from '../verdicts/compare.ts';
import type { CalendarEvent, Task, World } from '../world.ts';
import { checkEventRow, checkTaskRow } from './case-brief.ts';

const most = { overdue: 15, tasks: 20, events: 20 };

interface Subject {
  /** Name in the heading of the answer. */
  readonly name?: string;
  readonly args: Readonly<Record<string, string>>;
  readonly tasks: readonly Task[];
  readonly events: readonly CalendarEvent[];
  /** Events that the answer may include: those of cases that the person is responsible for. */
  readonly mayConcern?: readonly CalendarEvent[];
}

interface Period {
  readonly from?: string;
  readonly to?: string;
}

function agenda(context: Context, subject: Subject | undefined, period: Period = {}): Asked | undefined {
  if (subject === undefined) return undefined;
  const { world, now, zone } = context;
  const today = dayOf(now, zone);
  const { from = period.to !== undefined && period.to < today ? period.to : today } = period;
  const { to = addDays(from, 7) } = period;
  const isPast = to < today;
  const open = subject.tasks.filter(({ isOpen }) => isOpen);
  const dayDue = ({ deadline }: Task) => deadline && dayOf(deadline, zone);
  const isInside = (task: Task) => (dayDue(task) ?? '9') <= to && (dayDue(task) ?? '') >= from;
  const isLate = ({ deadline }: Task) => deadline !== undefined && deadline < now;
  const tasks = open.filter((task) => isInside(task) || (!isPast && isLate(task)));
  // A task due on a day off is moved to the next working day. The longest holiday is eleven days.
  const near = open.filter(
    (task) => dayDue(task) === undefined || (dayDue(task) ?? '') >= addDays(from, -11),
  );
  const surelyLate = open.filter(
    ({ deadline }) => deadline !== undefined && deadline < startOf(addDays(today, -11), zone),
  );
  const inPeriod = (event: CalendarEvent) =>
    daysOfEvent(event, zone).first <= to && daysOfEvent(event, zone).last >= from;
  const events = subject.events.filter(inPeriod);
  return {
    calls: [['agenda', { ...subject.args, ...period }]],
    expected: `${tasks.length} tasks: ${tasks.map(({ id }) => id).join(' ')}; ${events.length} events: ${events.map(({ id }) => id).join(' ')}`,
    check: ({ data }) => {
      const rows = { overdue: data?.overdue ?? [], tasks: data?.tasks ?? [], events: data?.events ?? [] };
      const ids = (list: any[]) => list.map(({ id }) => String(id));
      const isFull = rows.overdue.length >= most.overdue || rows.tasks.length >= most.tasks;
      const { name } = subject;
      return [
        ...(name === undefined || data?.of === undefined || plain(data.of) === plain(name)
          ? []
          : [{ what: `is of ${data?.of}, not of ${name}`, topic: /name/i }]),
        ...compareIds(world, ids([...rows.overdue, ...rows.tasks]), {
          kind: 'tasks',
          required: tasks,
          allowed: near.filter((task) => dayDue(task) === undefined || (dayDue(task) ?? '') <= to),
          ...(isFull ? { most: rows.overdue.length + rows.tasks.length } : {}),
          topic: /task|group|due|status/i,
        }),
        ...(isPast
          ? []
          : compareIds(world, ids(rows.overdue), {
              kind: 'tasks',
              required: surelyLate,
              allowed: open.filter(isLate),
              most: most.overdue,
              topic: /task|group|due|status/i,
            })),
        ...compareIds(world, ids(rows.events), {
          kind: 'events',
          required: events,
          allowed: (subject.mayConcern ?? []).filter(inPeriod),
          most: most.events,
          topic: /event|attend/i,
        }),
        ...[...rows.overdue, ...rows.tasks].flatMap((row: any) => checkTaskRow(context, row)),
        ...rows.events.flatMap((row: any) => checkEventRow(context, row)),
      ];
    },
  };
}

function ofUser(world: World, id: string, args: Subject['args']): Subject {
  const ids = idsOfUser(world, id);
  const person = byId(world.users, id)?.name;
  const own = new Set(world.cases.filter(({ responsible }) => responsible === id).map((one) => one.id));
  return {
    ...(person === undefined ? {} : { name: person }),
    args,
    tasks: tasksOf(world, ids),
    events: world.events.filter(({ attendees }) => attendees.some((one) => one.id === id)),
    mayConcern: world.events.filter((event) => event.case !== undefined && own.has(event.case)),
  };
}

const person = (world: World, index: number): Subject | undefined => {
  const user = at(busyUsers(world), index);
  return user && ofUser(world, user.id, { person: user.name });
};

function ofGroup(world: World, index: number, key: 'id' | 'name'): Subject | undefined {
  const group = at(
    world.groups.filter(({ id }) => tasksOf(world, new Set([id])).length > 0),
    index,
  );
  if (group === undefined) return undefined;
  const { id, members } = group;
  return {
    args: { group: group[key] },
    tasks: tasksOf(world, new Set([id])),
    events: [],
    mayConcern: world.events.filter(
      (event) =>
        event.attendees.some((one) => one.id === id || members.includes(one.id ?? '')) ||
        members.includes(byId(world.cases, event.case)?.responsible ?? ''),
    ),
  };
}

function ofCase(world: World, index: number, key: 'id' | 'name'): Subject | undefined {
  const found = at(
    unique(world.cases).filter(({ id }) => world.tasks.some((task) => task.case === id && task.isOpen)),
    index,
  );
  if (found === undefined) return undefined;
  return {
    name: found.name,
    args: { case: found[key] },
    tasks: world.tasks.filter((task) => task.case === found.id),
    events: world.events.filter((event) => event.case === found.id),
  };
}

const days = ({ now, zone }: Context, from: number, to: number): Period => ({
  from: addDays(dayOf(now, zone), from),
  to: addDays(dayOf(now, zone), to),
});

/** Returns a period that begins and ends on due dates of the user's tasks. */
function atEdges(context: Context): Period {
  const due = tasksOf(context.world, idsOfUser(context.world, meOf(context.world).id))
    .filter(({ isOpen, deadline }) => isOpen && deadline !== undefined && deadline > context.now)
    .map(({ deadline }) => dayOf(deadline as Date, context.zone))
    .sort();
  return due.length < 2 ? days(context, 1, 2) : { from: due[0] ?? '', to: due.slice(0, 4).at(-1) ?? '' };
}

/** Returns a surname that two employees share. */
function namesake({ users }: World): { surname: string; ids: string[] } | undefined {
  const surname = (name: string) => name.split(' ')[0] ?? '';
  const found = users.find(
    (one) =>
      !one.isClient &&
      users.some(
        (other) => other.id !== one.id && !other.isClient && surname(other.name) === surname(one.name),
      ),
  );
  return (
    found && {
      surname: surname(found.name),
      ids: users
        .filter(({ name, isClient }) => !isClient && surname(name) === surname(found.name))
        .map(({ id }) => id),
    }
  );
}

export const agendaQuestions: readonly Question[] = questionsOf('agenda', {
  'of mine, this week': (context) => agenda(context, ofUser(context.world, meOf(context.world).id, {})),
  'of mine, a month': (context) =>
    agenda(context, ofUser(context.world, meOf(context.world).id, {}), days(context, 0, 31)),
  'of mine, days on whose edges tasks are due': (context) =>
    agenda(context, ofUser(context.world, meOf(context.world).id, {}), atEdges(context)),
  'of mine, last month': (context) =>
    agenda(context, ofUser(context.world, meOf(context.world).id, {}), days(context, -31, -1)),
  'person by name': (context) => agenda(context, person(context.world, 1)),
  'another person by name': (context) => agenda(context, person(context.world, 4), days(context, 0, 21)),
  'person by id': (context) => {
    const user = at(busyUsers(context.world), 2);
    return user && agenda(context, ofUser(context.world, user.id, { person: user.id }));
  },
  'a surname of two': (context) => {
    const found = namesake(context.world);
    return (
      found && {
        calls: [['agenda', { person: found.surname }]],
        expected: `an error that lists ${found.ids.length} people`,
        refusal: new RegExp(
          `NAME_AMBIGUOUS[\\s\\S]*(?:${found.ids.join('|')})[\\s\\S]*(?:${found.ids.join('|')})`,
        ),
      }
    );
  },
  'group by id': (context) => agenda(context, ofGroup(context.world, 0, 'id'), days(context, 0, 30)),
  'group by name': (context) => agenda(context, ofGroup(context.world, 1, 'name'), days(context, 0, 30)),
  'case by name': (context) => agenda(context, ofCase(context.world, 0, 'name'), days(context, -14, 30)),
  'case by id, a quarter': (context) => agenda(context, ofCase(context.world, 7, 'id'), days(context, 0, 92)),
  'somebody nobody knows': () => ({
    calls: [['agenda', { person: 'Кецалькоатль Пернатый' }]],
    expected: 'an error: no user has this name',
    refusal: /NAME_UNKNOWN/,
  }),
});

const counts = (world: World, now: Date, isMeant: (id: string | undefined) => boolean) => {
  const rows = new Map<string, [number, number, number]>();
  const nameOf = (id: string | undefined) =>
    byId(world.users, id)?.name ?? byId(world.groups, id)?.name ?? id ?? 'nobody';
  const add = (id: string | undefined, column: 0 | 1 | 2) => {
    if (!isMeant(id)) return;
    const row = rows.get(nameOf(id)) ?? [0, 0, 0];
    row[column] += 1;
    rows.set(nameOf(id), row);
  };
  for (const { responsible, isArchived } of world.cases) if (!isArchived) add(responsible, 0);
  for (const { responsibles, isOpen, deadline } of world.tasks)
    if (isOpen)
      for (const id of responsibles.length > 0 ? responsibles : [undefined]) {
        add(id, 1);
        if (deadline !== undefined && deadline < now) add(id, 2);
      }
  return rows;
};

function workload(
  { world, now }: Context,
  args: Readonly<Record<string, string>>,
  isMeant: (id: string | undefined) => boolean,
): Asked {
  const expected = counts(world, now, isMeant);
  return {
    calls: [['workload', args]],
    expected: [...expected].map(([who, row]) => `${who}: ${row.join('/')}`).join('; '),
    check: ({ data }) => {
      const rows: any[] = data?.people ?? [];
      const sums = new Map<string, [number, number, number]>();
      for (const { who, open_cases = 0, open_tasks = 0, overdue_tasks = 0 } of rows) {
        const [cases, tasks, late] = sums.get(who) ?? [0, 0, 0];
        sums.set(who, [cases + open_cases, tasks + open_tasks, late + overdue_tasks]);
      }
      const faults = [...new Set([...expected.keys(), ...sums.keys()])].flatMap((who) => {
        const [cases, tasks, late] = expected.get(who) ?? [0, 0, 0];
        const [shownCases, shownTasks, shownLate] = sums.get(who) ?? [0, 0, 0];
        // Tasks due on a day off may become late only later.
        return cases === shownCases && tasks === shownTasks && shownLate <= late && shownLate >= late - 2
          ? []
          : [
              {
                what: `${who}: ${shownCases}/${shownTasks}/${shownLate}, not ${cases}/${tasks}/${late}`,
                topic: /responsible|task|case|people|status|name not given/i,
              },
            ];
      });
      return faults;
    },
  };
}

export const workloadQuestions: readonly Question[] = questionsOf('workload', {
  'of all': (context) => workload(context, {}, () => true),
  'in another zone': (context) => workload(context, { time_zone: 'Asia/Vladivostok' }, () => true),
});
