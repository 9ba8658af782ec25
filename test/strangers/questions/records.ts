import { at, busyUsers, byId, meOf, unique } from '../pick.ts';
import { type Asked, type Context, type Fault, type Question, questionsOf } from '../question.ts';
import { allOf } from '../verdicts/answer.ts';
import { compareValues, type ExpectedValue, plain } from '../verdicts/compare.ts';
import type { CalendarEvent, LegalCase, Participant, StoredDocument, Task, User, World } from '../world.ts';

const value = (
  name: string,
  of: unknown,
  topic = new RegExp(`${name}|not shown|cut`, 'i'),
): ExpectedValue => ({ name, value: of, topic });

/** Reads one record and expects these values anywhere in it. A reference matches by id or name. */
function record(
  tool: string,
  written: string,
  label: string,
  expected: readonly ExpectedValue[],
  references: readonly (readonly [name: string, id: string | undefined, shown: string | undefined])[] = [],
): Asked {
  return {
    calls: [[tool, { id: written }]],
    expected: `${label}: ${expected.map(({ name, value: own }) => `${name} ${own instanceof Date ? own.toISOString() : String(own)}`).join(', ')}`,
    check: (answer) => {
      const text = plain(allOf(answer).replaceAll('\\"', '"'));
      const bare = text.replace(/[{}-]/g, '');
      const isThere = (id: string | undefined, shown: string | undefined) =>
        (id !== undefined && bare.includes(id.toLowerCase().replace(/[{}-]/g, ''))) ||
        (shown !== undefined && text.includes(plain(shown)));
      return [
        ...compareValues(answer, expected),
        ...references
          .filter(([, id, shown]) => (id ?? shown) !== undefined && !isThere(id, shown))
          .map(
            ([name, id, shown]): Fault => ({
              what: `${name} is not ${shown} ${id ?? ''}`,
              topic: new RegExp(name, 'i'),
            }),
          ),
      ];
    },
  };
}

function taskRecord(world: World, task: Task, written = task.id): Asked {
  const { id, name, description, deadline, startsAt, responsibles, documents } = task;
  return record(
    'get_task',
    written,
    name,
    [
      value('id', id),
      value('name', name),
      value('description', description),
      value('ExecutionDate', deadline),
      value('StartDate', startsAt),
    ],
    [
      ['case', task.case, byId(world.cases, task.case)?.name],
      ...responsibles.map((one) => ['responsible', one, byId(world.users, one)?.name] as const),
      ...documents.map((one) => ['document', one, byId(world.documents, one)?.name] as const),
    ],
  );
}

function eventRecord(world: World, event: CalendarEvent): Asked {
  const { id, name, description, startsAt, endsAt, isAllDay, attendees } = event;
  return record(
    'get_event',
    id,
    name,
    [
      value('id', id),
      value('name', name),
      value('description', description),
      value('StartDate', startsAt),
      value('EndDate', endsAt),
      ...(isAllDay ? [value('AllDay', true)] : []),
    ],
    [
      ['case', event.case, byId(world.cases, event.case)?.name],
      ...attendees.map((one) => ['attendee', one.id, one.email] as const),
    ],
  );
}

function caseRecord(world: World, found: LegalCase, written = found.id): Asked {
  const { id, name, number, createdAt, responsible, parties, card } = found;
  const fields = Object.entries(card).filter(([, own]) => !byId(world.users, String(own)));
  return record(
    'get_object',
    written,
    name,
    [
      value('id', id),
      value('name', name),
      value('number', number),
      value('CreationDate', createdAt),
      ...fields.map(([tag, own]) => value(tag, own)),
    ],
    [
      ['responsible', responsible, byId(world.users, responsible)?.name],
      ...parties.map(
        ({ participant }) =>
          ['participant', participant, byId(world.participants, participant)?.name] as const,
      ),
      ...Object.entries(card).flatMap(([tag, own]) =>
        byId(world.users, String(own))
          ? [[tag, String(own), byId(world.users, String(own))?.name] as const]
          : [],
      ),
    ],
  );
}

const participantRecord = ({ id, name, email, phone, inn }: Participant, written = id): Asked =>
  record('get_participant', written, name, [
    value('id', id),
    value('name', name),
    value('email', email),
    value('phone', phone),
    value('inn', inn),
  ]);

const userRecord = (world: World, { id, name, email }: User, written = id): Asked =>
  record(
    'get_user',
    written,
    name,
    [value('id', id), value('name', name.split(' ')), value('email', email)],
    world.groups
      .filter(({ members }) => members.includes(id))
      .map((group) => ['group', group.id, group.name] as const),
  );

function documentRecord(world: World, document: StoredDocument, written = document.id): Asked {
  const { id, name, author } = document;
  return record(
    'get_document',
    written,
    name,
    [value('id', id), value('name', name), value('date', document.date)],
    [
      ['author', author, byId(world.users, author)?.name],
      ['case', document.case, byId(world.cases, document.case)?.name],
    ],
  );
}

const ofTask =
  (choose: (world: World) => Task | undefined) =>
  ({ world }: Context) => {
    const task = choose(world);
    return task && taskRecord(world, task);
  };
const ofEvent =
  (choose: (world: World) => CalendarEvent | undefined) =>
  ({ world }: Context) => {
    const event = choose(world);
    return event && eventRecord(world, event);
  };

export const recordQuestions: readonly Question[] = questionsOf('single records', {
  'task with documents': ofTask(({ tasks }) => tasks.find(({ documents }) => documents.length > 0)),
  'task without a due date': ofTask(({ tasks }) => tasks.find(({ deadline }) => deadline === undefined)),
  'task of a group': ofTask(({ tasks, groups }) =>
    tasks.find(({ responsibles }) => responsibles.some((id) => byId(groups, id))),
  ),
  'task without a case': ofTask(({ tasks }) => tasks.find((task) => task.case === undefined)),
  'event of all day': ofEvent(({ events }) => events.find(({ isAllDay }) => isAllDay)),
  'event of several days': ofEvent(({ events }) =>
    events.find(
      ({ startsAt, endsAt }) =>
        endsAt !== undefined && endsAt.getTime() - startsAt.getTime() > 1.2 * 86_400_000,
    ),
  ),
  'event with people from outside': ofEvent(({ events }) =>
    events.find(({ attendees }) => attendees.some(({ kind }) => kind === 'participant')),
  ),
  'event without an end': ofEvent(({ events }) => events.find(({ endsAt }) => endsAt === undefined)),
  'case by name': ({ world }) => {
    const found = at(unique(world.cases), 4);
    return found && caseRecord(world, found, found.name);
  },
  'case by number': ({ world }) => {
    const found = at(
      world.cases.filter(
        ({ number }) =>
          number !== undefined && world.cases.filter((one) => one.number === number).length === 1,
      ),
      19,
    );
    return found && caseRecord(world, found, found.number);
  },
  'case with most fields': ({ world }) => {
    const found = [...world.cases].sort(
      (one, other) => Object.keys(other.card).length - Object.keys(one.card).length,
    )[0];
    return found && caseRecord(world, found);
  },
  'case with an empty card': ({ world }) => {
    const found = [...world.cases].sort(
      (one, other) => Object.keys(one.card).length - Object.keys(other.card).length,
    )[0];
    return found && caseRecord(world, found);
  },
  'case that is archived': ({ world }) => {
    const found = world.cases.find(({ isArchived }) => isArchived);
    return found && caseRecord(world, found);
  },
  'company by name': ({ world }) => {
    const found = unique(world.participants).find(({ kind, inn }) => kind === 'company' && inn);
    return found && participantRecord(found, found.name);
  },
  'person by id': ({ world }) => {
    const found = world.participants.find(({ kind, phone }) => kind === 'individual' && phone);
    return found && participantRecord(found);
  },
  'company by INN': ({ world }) => {
    const found = world.participants.filter(
      ({ inn }) => inn && world.participants.filter((one) => one.inn === inn).length === 1,
    )[2];
    return found && participantRecord(found, found.inn);
  },
  'user by name': ({ world }) => {
    const user = at(busyUsers(world), 3);
    return user && userRecord(world, user, user.name);
  },
  'user: me': ({ world }) => userRecord(world, meOf(world), 'me'),
  'document by id': ({ world }) => {
    const found = world.documents.find(({ date, author }) => date && author);
    return found && documentRecord(world, found);
  },
  'document by name': ({ world }) => {
    const found = at(unique(world.documents), 7);
    return found && documentRecord(world, found, found.name);
  },
  'an id that nobody has': () => ({
    calls: [['get_task', { id: '11111111-2222-4333-8444-555555555555' }]],
    expected: 'an error: there is no such task',
    refusal: /40[04]|not found|no such|найден/i,
  }),
  'a name that nobody has': () => ({
    calls: [['get_user', { id: 'Кецалькоатль Пернатый' }]],
    expected: 'an error: no user has this name',
    refusal: /NAME_UNKNOWN/,
  }),
});
