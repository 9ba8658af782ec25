import { addDays, dayOf, daysOfEvent, startOf } from '../calendar.ts';
import { at, byId, unique } from '../pick.ts';
import { type Asked, type Context, type Fault, type Question, questionsOf } from '../question.ts';
import type { Answer } from '../verdicts/answer.ts';
import { compareIds, plain } from '../verdicts/compare.ts';
import type { LegalCase, World } from '../world.ts';
import { checkRow } from './find-case.ts';

/** Maximum numbers of records that `case_brief` shows, by kind. */
const most = { parties: 15, tasks: 6, coming: 4, recent: 2, documents: 4, related: 4 };

const ids = (list: any[] | undefined) => (list ?? []).map(({ id }) => String(id));

function checkBrief(context: Context, found: LegalCase, { data, text }: Answer): Fault[] {
  const { world } = context;
  if (data?.case?.id !== found.id) return [{ what: `the case is ${data?.case?.id}`, topic: /fit|similar/i }];
  return [
    ...checkRow(world, data.case),
    ...checkParties(world, found, data),
    ...checkTasks(context, found, data),
    ...checkEvents(context, found, data),
    ...checkDocuments(world, found, data),
    ...compareIds(world, ids(data.related), {
      kind: 'cases',
      required: world.cases.filter(({ id }) => found.related.includes(id)),
      allowed: world.cases.filter(({ related }) => related.includes(found.id)),
      most: most.related,
      topic: /related/i,
    }),
    ...(isShortCard(found) ? checkCard(context, found, text) : []),
  ];
}

function checkParties(world: World, found: LegalCase, data: any): Fault[] {
  const shown: string[] = data.parties ?? [];
  return found.parties.flatMap(({ participant, role }) => {
    const name = byId(world.participants, participant)?.name ?? participant;
    const line = shown.find((one) => plain(one).startsWith(plain(name)));
    if (line === undefined && shown.length < most.parties)
      return [{ what: `party ${name} is missing`, topic: /part(?:y|ies)|participant/i }];
    return line !== undefined && role !== undefined && !line.includes(role)
      ? [{ what: `role of ${name} is not ${role}: ${line}`, topic: /role/i }]
      : [];
  });
}

function checkTasks({ world, now, zone }: Context, found: LegalCase, data: any): Fault[] {
  const topic = /task|status|due/i;
  const open = world.tasks.filter((task) => task.case === found.id && task.isOpen);
  return [
    ...compareIds(world, ids(data.tasks), { kind: 'tasks', required: open, most: most.tasks, topic }),
    ...(data.open_tasks === open.length
      ? []
      : [{ what: `${data.open_tasks} open tasks, not ${open.length}`, topic }]),
    ...((data.tasks ?? []) as any[]).flatMap((row) => checkTaskRow({ world, now, zone }, row)),
  ];
}

/** Compares a task in a workflow result with the data of the service. */
export function checkTaskRow({ world, now, zone }: Context, row: any): Fault[] {
  const task = byId(world.tasks, row.id);
  if (task === undefined) return [];
  const faults: Fault[] = [];
  const fault = (what: string, topic: RegExp) =>
    faults.push({ what: `task “${task.name}” ${task.id}: ${what}`, topic });
  if (plain(row.name ?? '') !== plain(task.name)) fault(`name is ${row.name}`, /name/i);
  if (row.status !== task.status) fault(`status is ${row.status}, not ${task.status}`, /status/i);
  if ((row.priority ?? undefined) !== task.priority)
    fault(`priority is ${row.priority}, not ${task.priority}`, /priorit/i);
  const day = task.deadline && dayOf(task.deadline, zone);
  if (day === undefined ? row.due !== undefined : !String(row.due).includes(day))
    fault(`due is ${row.due}, not ${day}`, /due|date/i);
  // A task due on a day off is late only after the next working day.
  const isLongLate =
    task.deadline !== undefined && task.deadline < startOf(addDays(dayOf(now, zone), -12), zone);
  const isLate = task.deadline !== undefined && task.deadline < now;
  if ((isLongLate && !row.overdue) || (!isLate && row.overdue)) fault(`overdue is ${row.overdue}`, /due/i);
  const people = task.responsibles.map(
    (id) => byId(world.users, id)?.name ?? byId(world.groups, id)?.name ?? id,
  );
  const shown: string[] = row.responsible ?? [];
  for (const name of people)
    if (!shown.some((one) => plain(one) === plain(name)))
      fault(`responsible ${name} is not among ${shown.join(', ')}`, /responsible|name not given/i);
  if (shown.length > people.length) fault(`responsible are ${shown.join(', ')}`, /responsible/i);
  return faults;
}

function checkEvents({ world, now, zone }: Context, found: LegalCase, data: any): Fault[] {
  const topic = /event/i;
  const own = world.events.filter((event) => event.case === found.id);
  const isOver = (event: (typeof own)[number]) =>
    event.isAllDay
      ? daysOfEvent(event, zone).last < dayOf(now, zone)
      : (event.endsAt ?? event.startsAt) < now;
  const recently = startOf(addDays(dayOf(now, zone), -28), zone);
  return [
    ...compareIds(world, ids(data.coming), {
      kind: 'events',
      required: own.filter((one) => !isOver(one)),
      most: most.coming,
      topic,
    }),
    ...compareIds(world, ids(data.recent), {
      kind: 'events',
      // The description does not define which events are recent. This test assumes four weeks.
      required: own.filter((one) => isOver(one) && one.startsAt > recently),
      allowed: own.filter(isOver),
      most: most.recent,
      topic,
    }),
    ...[...(data.coming ?? []), ...(data.recent ?? [])].flatMap((row: any) =>
      checkEventRow({ world, zone, now }, row),
    ),
  ];
}

/** Compares an event in a workflow result with the data of the service. */
export function checkEventRow({ world, zone }: Context, row: any): Fault[] {
  const event = byId(world.events, row.id);
  if (event === undefined) return [];
  const faults: Fault[] = [];
  const fault = (what: string, topic: RegExp) =>
    faults.push({ what: `event “${event.name}” ${event.id}: ${what}`, topic });
  const { first, last } = daysOfEvent(event, zone);
  if (plain(row.name ?? '') !== plain(event.name)) fault(`name is ${row.name}`, /name/i);
  if (!String(row.start).includes(first)) fault(`begins ${row.start}, not ${first}`, /begin|start/i);
  if (last > first && !String(row.end).includes(last)) fault(`ends ${row.end}, not ${last}`, /end/i);
  if (Boolean(row.all_day) !== event.isAllDay) fault(`all_day is ${row.all_day}`, /all.day/i);
  if (row.type !== undefined && row.type !== event.type)
    fault(`type is ${row.type}, not ${event.type}`, /type/i);
  const shown: string[] = row.attendees ?? [];
  for (const { id, email } of event.attendees) {
    const name = byId(world.users, id)?.name ?? byId(world.participants, id)?.name ?? email;
    if (name !== undefined && !shown.some((one) => plain(one).includes(plain(name))))
      fault(`${name} is not among the attendees: ${shown.join(', ')}`, /attend|name/i);
  }
  return faults;
}

function checkDocuments(world: World, found: LegalCase, data: any): Fault[] {
  const topic = /document|folder/i;
  const own = world.documents.filter((document) => document.case === found.id);
  const newest = [...own].sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
  const edge = newest[most.documents - 1]?.createdAt.getTime() ?? 0;
  return compareIds(world, ids(data.documents), {
    kind: 'documents',
    required: own.filter(({ createdAt }) => createdAt.getTime() > edge || own.length <= most.documents),
    allowed: own.filter(({ createdAt }) => createdAt.getTime() >= edge),
    most: most.documents,
    topic,
  });
}

/** Maximum number of card fields on a page. */
const mostFields = 8;

/** Checks that the page shows all filled card fields: numbers, short texts, dates, and lists of these. */
function checkCard({ world, zone }: Context, { card }: LegalCase, text: string): Fault[] {
  const digits = (value: string) => value.replace(/[\s,\u00a0]/g, '');
  const whole = plain(text);
  const isShown = (value: unknown): boolean => {
    if (Array.isArray(value)) return value.every(isShown);
    if (value instanceof Date)
      return [dayOf(value, zone), value.toISOString().slice(0, 10)].some((day) => text.includes(day));
    if (typeof value === 'number') return digits(text).includes(String(value));
    if (typeof value !== 'string' || value.length > 60) return true;
    const name = byId(world.users, value)?.name ?? byId(world.participants, value)?.name;
    return whole.includes(plain(name ?? value));
  };
  const hidden = Object.entries(card).filter(([, value]) => !isShown(value));
  // The answer may contain the title of a field instead of its tag, so only the numbers of fields are compared.
  const named = /^Card fields not shown: (.*)$/m.exec(text)?.[1]?.split('; ') ?? [];
  return hidden.map(([tag, value]) => ({
    what: `card: ${tag} is not ${value}`,
    sort: named.length >= hidden.length ? 'missing' : 'wrong',
    topic: /card|block|field/i,
  }));
}

const hasLists = ({ card }: LegalCase) => Object.values(card).some(Array.isArray);

/** Long cards are truncated. Another question covers this, so that it is not a fault of every page. */
const isShortCard = (found: LegalCase) => Object.keys(found.card).length <= mostFields && !hasLists(found);

const brief =
  (choose: (world: World) => LegalCase | undefined, call: (found: LegalCase) => string | undefined) =>
  (context: Context): Asked | undefined => {
    const found = choose(context.world);
    const written = found && call(found);
    return found && written
      ? {
          calls: [['case_brief', { case: written }]],
          expected: `the page of “${found.name}” ${found.id}`,
          check: (answer) => checkBrief(context, found, answer),
        }
      : undefined;
  };

const name = (found: LegalCase) => found.name;
const numbered = ({ cases }: World) =>
  cases.filter(
    ({ number }) => number !== undefined && cases.filter((one) => one.number === number).length === 1,
  );

export const caseBriefQuestions: readonly Question[] = questionsOf('case_brief', {
  number: brief(
    (world) => at(numbered(world), 2),
    ({ number }) => number,
  ),
  'number of another': brief(
    (world) => at(numbered(world), 25),
    ({ number }) => number,
  ),
  'whole name': brief((world) => at(unique(world.cases), 6), name),
  'name of an archived case': brief(
    (world) => unique(world.cases).find(({ isArchived }) => isArchived),
    name,
  ),
  id: brief(
    (world) => at(world.cases, 13),
    ({ id }) => id,
  ),
  'a case with related ones': brief(
    (world) => unique(world.cases).find(({ related }) => related.length > 0),
    name,
  ),
  'a case without a responsible': brief(
    (world) => world.cases.find(({ responsible }) => responsible === undefined),
    ({ id }) => id,
  ),
  'a case with documents in the third level': brief(
    (world) =>
      world.cases.find(({ id }) => world.documents.some((one) => one.case === id && one.folders.length >= 2)),
    ({ id }) => id,
  ),
  'a case with many tasks': brief(
    (world) => [...world.cases].sort((one, other) => tasksIn(world, other) - tasksIn(world, one))[0],
    ({ id }) => id,
  ),
  'a long card': (context) => {
    const found = [...context.world.cases].sort(
      (one, other) => Object.keys(other.card).length - Object.keys(one.card).length,
    )[0];
    return (
      found && {
        calls: [['case_brief', { case: found.id }]],
        expected: `all ${Object.keys(found.card).length} filled fields of the card, or a note about the omitted ones`,
        check: ({ text }) => checkCard(context, found, text),
      }
    );
  },
  'a case with nothing in it': brief(
    (world) =>
      world.cases.find(
        (one) => tasksIn(world, one) === 0 && !world.events.some((event) => event.case === one.id),
      ),
    ({ id }) => id,
  ),
});

const tasksIn = (world: World, { id }: LegalCase) => world.tasks.filter((task) => task.case === id).length;
