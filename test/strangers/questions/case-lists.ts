import { addDays, dayOf, startOf } from '../calendar.ts';
import { at, busyUsers, byId, countBy, meOf, unique, wordsOf } from '../pick.ts';
import { type Asked, type Context, type Question, questionsOf } from '../question.ts';
import { rowsOf } from '../verdicts/answer.ts';
import { compareIds, idsOfRows, plain, type RecordKind } from '../verdicts/compare.ts';
import type { LegalCase, World } from '../world.ts';
import { cardTag } from './card-tag.ts';
import { count, list } from './lists.ts';

const local = ({ now, zone }: Context, days: number) =>
  startOf(addDays(dayOf(now, zone), days), zone).toISOString();

/** Returns a value that few records have, so that they fit into one answer. */
function rare(world: World, keyOf: (one: LegalCase) => string | undefined): string | undefined {
  const counts = countBy(
    world.cases.filter((one) => keyOf(one) !== undefined),
    (one) => keyOf(one) ?? '',
  );
  return [...counts]
    .filter(([, number]) => number > 1 && number < 20)
    .sort(([one], [other]) => one.localeCompare(other))[0]?.[0];
}

const cases = (
  tool: string,
  context: Context,
  args: Readonly<Record<string, unknown>>,
  isMeant: (one: LegalCase) => boolean,
): Asked => list(context, tool, args, 'cases', context.world.cases.filter(isMeant));

const search =
  (
    args: (
      context: Context,
    ) => readonly [Readonly<Record<string, unknown>>, (one: LegalCase) => boolean] | undefined,
    tool = 'search_cases',
  ) =>
  (context: Context) => {
    const found = args(context);
    return found && cases(tool, context, ...found);
  };

export const caseListQuestions: readonly Question[] = questionsOf('search_cases', {
  'part of a name': search(({ world }) => {
    const word = wordsOf(at(unique(world.cases), 5)?.name ?? '')[1];
    return word === undefined
      ? undefined
      : [{ Name: word }, ({ name, number = '' }) => plain(`${name} ${number}`).includes(plain(word))];
  }),
  'type by name': search(({ world }) => {
    const type = rare(world, (one) => one.type);
    return type === undefined ? undefined : [{ ObjectTypeId: type }, (one) => one.type === type];
  }),
  'folder by name': search(({ world }) => {
    const folder = rare(world, (one) => one.folder);
    return folder === undefined ? undefined : [{ FolderId: folder }, (one) => one.folder === folder];
  }),
  'project by name': search(({ world }) => {
    const project = rare(world, (one) => one.project);
    return project === undefined ? undefined : [{ ProjectId: project }, (one) => one.project === project];
  }),
  'responsible me': search(({ world }) => [
    { ResponsibleIds: ['me'] },
    ({ responsible }) => responsible === meOf(world).id,
  ]),
  'responsible by name, in work': search(({ world }) => {
    const user = at(busyUsers(world), 4);
    return (
      user && [
        { ResponsibleIds: [user.name], Status: 'InWork' },
        ({ responsible, isArchived }) => responsible === user.id && !isArchived,
      ]
    );
  }),
  'two responsibles': search(({ world }) => {
    const ids = busyUsers(world)
      .slice(0, 2)
      .map(({ id }) => id);
    return [{ ResponsibleIds: ids }, ({ responsible = '' }) => ids.includes(responsible)];
  }),
  archived: search(() => [{ Status: 'Archived' }, ({ isArchived }) => isArchived]),
  'created this quarter': search((context) => [
    { MinDate: local(context, -90) },
    ({ createdAt }) => createdAt >= new Date(local(context, -90)),
  ]),
  'created in a period': search((context) => {
    const [from, to] = [local(context, -300), local(context, -120)];
    return [
      { MinDate: from, MaxDate: to },
      ({ createdAt }) => createdAt >= new Date(from) && createdAt <= new Date(to),
    ];
  }),
  'changed lately': search((context) => [
    { LastChangeDateFrom: local(context, -14) },
    ({ changedAt }) => changedAt >= new Date(local(context, -14)),
  ]),
  'a value of the card': search(({ world }) => {
    const tag = cardTag(world, (value) => typeof value === 'string');
    const value = tag && rare(world, ({ card }) => card[tag] as string | undefined);
    return tag && value
      ? [
          { Filters: [{ FieldTag: tag, SearchValues: [value] }] },
          ({ card }) => plain(String(card[tag] ?? '')).includes(plain(value)),
        ]
      : undefined;
  }),
  'a number of the card from a bound on': search(({ world }) => {
    const tag = cardTag(world, (value) => typeof value === 'number');
    const numbers = tag
      ? world.cases
          .map(({ card }) => card[tag])
          .filter((value) => typeof value === 'number')
          .sort((one, other) => Number(other) - Number(one))
      : [];
    const bound = numbers[7];
    return tag && bound !== undefined
      ? [
          { Filters: [{ FieldTag: tag, BeginValue: String(bound) }] },
          ({ card }) => typeof card[tag] === 'number' && Number(card[tag]) >= Number(bound),
        ]
      : undefined;
  }),
  'number of those in work': ({ world }) =>
    count('search_cases', { Status: 'InWork' }, world.cases.filter(({ isArchived }) => !isArchived).length),
  'number of all': ({ world }) => count('search_cases', {}, world.cases.length),
  'sorted by a number of the card': ({ world }) => {
    const tag = cardTag(world, (value) => typeof value === 'number');
    if (tag === undefined) return undefined;
    const best = world.cases
      .filter(({ card }) => typeof card[tag] === 'number')
      .sort((one, other) => Number(other.card[tag]) - Number(one.card[tag]));
    const top = best.slice(0, 3);
    return {
      calls: [['search_cases', { sort: `${tag} desc`, show: [tag, 'responsible'], PageSize: 3 }]],
      expected: top.map(({ name, card }) => `${name}: ${card[tag]}`).join('; '),
      check: (answer) => {
        const found = idsOfRows(world, 'cases', answer);
        const values = rowsOf(answer).map((row) => Number(row[tag]));
        return [
          ...compareIds(world, found, {
            kind: 'cases',
            required: [],
            allowed: best.filter(({ card }) => Number(card[tag]) >= Number(top.at(-1)?.card[tag])),
            topic: /sort/i,
          }),
          ...(values.join() === top.map(({ card }) => card[tag]).join()
            ? []
            : [{ what: `${tag} are ${values}`, topic: /sort|show/i }]),
        ];
      },
    };
  },
});

export const objectListQuestions: readonly Question[] = questionsOf('list_cases', {
  'part of a name': search(({ world }) => {
    const word = wordsOf(at(unique(world.cases), 12)?.name ?? '')[0];
    return word === undefined
      ? undefined
      : [{ Name: word }, ({ name, number = '' }) => plain(`${name} ${number}`).includes(plain(word))];
  }, 'list_cases'),
  archived: search(() => [{ Status: 'Archived' }, ({ isArchived }) => isArchived], 'list_cases'),
  'responsible by name': search(({ world }) => {
    const user = at(busyUsers(world), 1);
    return user && [{ ResponsibleId: user.name }, ({ responsible }) => responsible === user.id];
  }, 'list_cases'),
  'type by name, created after a day': search((context) => {
    const type = rare(context.world, (one) => one.type);
    const from = local(context, -200);
    return type === undefined
      ? undefined
      : [
          { ObjectTypeId: type, CreationDateFrom: from },
          (one) => one.type === type && one.createdAt >= new Date(from),
        ];
  }, 'list_cases'),
});

const people =
  (
    tool: string,
    kind: RecordKind,
    args: (
      world: World,
    ) => readonly [Readonly<Record<string, unknown>>, readonly { id: string }[]] | undefined,
  ) =>
  (context: Context) => {
    const found = args(context.world);
    return found && list(context, tool, found[0], kind, found[1]);
  };

const participants = (
  args: (world: World) => readonly [Readonly<Record<string, unknown>>, readonly { id: string }[]] | undefined,
) => people('list_participants', 'participants', args);

export const participantListQuestions: readonly Question[] = questionsOf('list_participants', {
  companies: participants((world) => [
    { Type: 'Company' },
    world.participants.filter(({ kind }) => kind === 'company'),
  ]),
  individuals: participants((world) => [
    { Type: 'Individual' },
    world.participants.filter(({ kind }) => kind === 'individual'),
  ]),
  'part of a name': participants((world) => {
    const word = wordsOf(world.participants[4]?.name ?? '')[0];
    return word === undefined
      ? undefined
      : [{ Name: word }, world.participants.filter(({ name }) => plain(name).includes(plain(word)))];
  }),
  INN: participants((world) => {
    const inn = world.participants.find((one) => one.inn)?.inn;
    return inn === undefined
      ? undefined
      : [{ INN: inn }, world.participants.filter((one) => one.inn === inn)];
  }),
  'e-mail': participants((world) => {
    const email = world.participants.filter((one) => one.email)[2]?.email;
    return email === undefined
      ? undefined
      : [{ Email: email }, world.participants.filter((one) => one.email === email)];
  }),
  'last name': participants((world) => {
    const word = wordsOf(world.participants.filter(({ kind }) => kind === 'individual')[2]?.name ?? '')[0];
    return word === undefined
      ? undefined
      : [
          { LastName: word, Type: 'Individual' },
          world.participants.filter(
            ({ kind, name }) => kind === 'individual' && plain(name).startsWith(plain(word)),
          ),
        ];
  }),
  'number of all': ({ world }) => count('list_participants', {}, world.participants.length),
});

export const userListQuestions: readonly Question[] = questionsOf('list_users', {
  all: people('list_users', 'users', (world) => [{}, world.users]),
  clients: people('list_users', 'users', (world) => [
    { IsClient: true },
    world.users.filter(({ isClient }) => isClient),
  ]),
  'people of the firm': people('list_users', 'users', (world) => [
    { IsClient: false },
    world.users.filter(({ isClient }) => !isClient),
  ]),
  blocked: people('list_users', 'users', (world) => [
    { IsLocked: true },
    world.users.filter(({ isActive }) => !isActive),
  ]),
  'number of those who may sign in': ({ world }) =>
    count('list_users', { IsLocked: false }, world.users.filter(({ isActive }) => isActive).length),
});

/** Requests a list of names. The answer must contain each name that the service uses. */
const names =
  (
    tool: string,
    of: (world: World) => readonly (string | undefined)[],
    args: Readonly<Record<string, unknown>> = {},
  ) =>
  ({ world }: Context): Asked => {
    const wanted = [...new Set(of(world).filter((name) => name !== undefined))];
    return {
      calls: [[tool, { ...args }]],
      expected: wanted.join('; '),
      check: ({ text }) =>
        wanted
          .filter((name) => !plain(text.replaceAll('\\"', '"')).includes(plain(name)))
          .map((name) => ({ what: `${name} is missing`, topic: /more|page|cut|shown/i })),
    };
  };

export const referenceQuestions: readonly Question[] = questionsOf('reference lists', {
  'task statuses': names('list_task_statuses', ({ tasks }) => tasks.map(({ status }) => status)),
  'task priorities': names('list_task_priorities', ({ tasks }) => tasks.map(({ priority }) => priority)),
  'task types': names('list_task_types', ({ tasks }) => tasks.map(({ type }) => type)),
  'event types': names('list_event_types', ({ events }) => events.map(({ type }) => type)),
  'case types': names('list_case_types', (world) => world.cases.map(({ type }) => type)),
  roles: names('list_roles_in_case', (world) =>
    world.cases.flatMap(({ parties }) => parties.map(({ role }) => role)),
  ),
  folders: names('list_folders', (world) => world.cases.map(({ folder }) => folder)),
  projects: names('list_projects', (world) => world.cases.map(({ project }) => project)),
  'related cases': (context) => {
    const found = unique(context.world.cases).find(({ related }) => related.length > 0);
    return (
      found && {
        calls: [['list_related_objects', { objectId: found.name }]],
        expected: found.related.join(' '),
        check: (answer) =>
          compareIds(context.world, idsOfRows(context.world, 'cases', answer), {
            kind: 'cases',
            required: found.related.flatMap((id) => byId(context.world.cases, id) ?? []),
            topic: /related/i,
          }),
      }
    );
  },
});
