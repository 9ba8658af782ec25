import { at, busyUsers, casesOfParty, holdsWords, meOf, unique, wordsOf } from '../pick.ts';
import { type Asked, type Context, type Fault, type Question, questionsOf } from '../question.ts';
import { compareIds, plain } from '../verdicts/compare.ts';
import type { Participant, User, World } from '../world.ts';

const most = 10;
const mostCases = 5;

const isParticipant = (one: User | Participant): one is Participant => 'kind' in one;

/** Returns the cases of a participant, or the active cases of a user. */
const casesOf = (world: World, one: User | Participant) =>
  isParticipant(one)
    ? casesOfParty(world, one.id)
    : world.cases.filter(({ responsible, isArchived }) => responsible === one.id && !isArchived);

function checkRow(world: World, row: any, one: User | Participant): Fault[] {
  const cases = casesOf(world, one);
  const name = (what: string, topic: RegExp): Fault => ({ what: `${one.name}: ${what}`, topic });
  const shown: string[] = (row.cases ?? []).map(({ id }: { id: string }) => id);
  return [
    ...(plain(row.name ?? '') === plain(one.name) ? [] : [name(`name is ${row.name}`, /name/i)]),
    ...(isParticipant(one) && (row.inn ?? undefined) !== one.inn
      ? [name(`INN is ${row.inn}, not ${one.inn}`, /INN/i)]
      : []),
    ...(row.kind === (isParticipant(one) ? 'participant' : 'user') ? [] : [name(`is ${row.kind}`, /kind/)]),
    ...(row.cases_in_all === cases.length
      ? []
      : [name(`${row.cases_in_all} cases, not ${cases.length}`, /case/i)]),
    ...compareIds(world, shown, { kind: 'cases', required: cases, most: mostCases, topic: /case/i }),
  ];
}

function find(
  { world }: Context,
  person: string,
  required: readonly (User | Participant)[],
  allowed: readonly (User | Participant)[] = [],
  args: object = {},
): Asked {
  return {
    calls: [['find_person', { person, ...args }]],
    expected:
      required.map((one) => `${one.name} ${one.id} (${casesOf(world, one).length} cases)`).join('; ') ||
      'nobody',
    check: ({ data }) => {
      const rows: any[] = data?.people ?? [];
      const topic = /people|users|participants|similar|match/i;
      const of = (kind: 'users' | 'participants') => (one: User | Participant) =>
        isParticipant(one) === (kind === 'participants');
      const both = (['users', 'participants'] as const).flatMap((kind) =>
        compareIds(
          world,
          rows.filter((row) => `${row.kind}s` === kind).map(({ id }) => String(id)),
          {
            kind,
            required: required.filter(of(kind)),
            allowed: allowed.filter(of(kind)),
            ...(rows.length >= most ? { most: rows.filter((row) => `${row.kind}s` === kind).length } : {}),
            topic,
          },
        ),
      );
      return [
        ...both,
        ...required.flatMap((one) =>
          rows.filter(({ id }) => id === one.id).flatMap((row) => checkRow(world, row, one)),
        ),
      ];
    },
  };
}

const everybody = ({ users, participants }: World): (User | Participant)[] => [...users, ...participants];

/** Returns people whose names contain words with these beginnings. */
const called = (world: World, words: readonly string[]) =>
  everybody(world).filter(({ name }) => holdsWords(name, words));

function byName(
  context: Context,
  one: User | Participant | undefined,
  write = (name: string) => name,
): Asked | undefined {
  if (one === undefined) return undefined;
  const required = everybody(context.world).filter(({ name }) => plain(name) === plain(one.name));
  return find(context, write(one.name), required, called(context.world, wordsOf(one.name)));
}

const withCases = (world: World, kind: Participant['kind']) =>
  unique(world.participants).filter((one) => one.kind === kind && casesOfParty(world, one.id).length > 0);

const first = (name: string) => wordsOf(name)[0];

function surnameOfTwo(context: Context): Asked | undefined {
  const { world } = context;
  const people = everybody(world);
  const found = people.find((one) =>
    people.some(
      (other) =>
        other.id !== one.id &&
        first(other.name) !== undefined &&
        plain(first(other.name) ?? '') === plain(first(one.name) ?? '-'),
    ),
  );
  const word = found && first(found.name);
  if (word === undefined) return undefined;
  const required = people.filter(({ name }) => plain(first(name) ?? '') === plain(word));
  return find(context, word, required, called(world, [word]));
}

export const findPersonQuestions: readonly Question[] = questionsOf('find_person', {
  'company by name': (context) => byName(context, at(withCases(context.world, 'company'), 1)),
  'company without quotes, in small letters': (context) =>
    byName(context, at(withCases(context.world, 'company'), 6), (name) =>
      name.replace(/[«»"]/g, '').toLowerCase(),
    ),
  'person by name': (context) => byName(context, at(withCases(context.world, 'individual'), 2)),
  'another person by name': (context) => byName(context, at(withCases(context.world, 'individual'), 7)),
  'name and surname turned round': (context) => {
    const one = at(withCases(context.world, 'individual'), 4);
    return (
      one &&
      find(
        context,
        wordsOf(one.name).reverse().join(' '),
        [one],
        called(context.world, wordsOf(one.name).slice(0, 1)),
      )
    );
  },
  'user by name': (context) => byName(context, at(busyUsers(context.world), 0)),
  'another user by name': (context) => byName(context, at(busyUsers(context.world), 5)),
  'surname of several': surnameOfTwo,
  me: (context) => find(context, 'me', [meOf(context.world)]),
  INN: (context) => {
    const one = context.world.participants.filter(({ inn }) => inn)[3];
    return one?.inn === undefined
      ? undefined
      : find(
          context,
          one.inn,
          context.world.participants.filter(({ inn }) => inn === one.inn),
        );
  },
  'INN of a person': (context) => {
    const one = context.world.participants.find(({ inn, kind }) => inn && kind === 'individual');
    return one?.inn === undefined
      ? undefined
      : find(
          context,
          one.inn,
          context.world.participants.filter(({ inn }) => inn === one.inn),
        );
  },
  'e-mail of a participant': (context) => {
    const one = context.world.participants.filter(({ email }) => email)[5];
    return one?.email === undefined
      ? undefined
      : find(
          context,
          one.email,
          everybody(context.world).filter(({ email }) => email === one.email),
        );
  },
  'phone of a participant': (context) => {
    const one = context.world.participants.filter(({ phone }) => phone)[8];
    const digits = (phone = '') => phone.replace(/\D/g, '').slice(-10);
    return one?.phone === undefined
      ? undefined
      : find(
          context,
          one.phone,
          context.world.participants.filter(({ phone }) => digits(phone) === digits(one.phone)),
        );
  },
  'participant by id': (context) => {
    const one = at(context.world.participants, 20);
    return one && find(context, one.id, [one]);
  },
  'participant without cases (conflict of interest)': (context) =>
    byName(
      context,
      unique(context.world.participants).find(({ id }) => casesOfParty(context.world, id).length === 0),
    ),
  'participant with most cases (conflict of interest)': (context) =>
    byName(
      context,
      unique(context.world.participants).sort(
        (one, other) =>
          casesOfParty(context.world, other.id).length - casesOfParty(context.world, one.id).length,
      )[0],
    ),
  nobody: (context) => find(context, 'Кецалькоатль Пернатый', []),
  contacts: (context) => {
    const one = withCases(context.world, 'company').find(({ email, phone }) => email && phone);
    if (one === undefined) return undefined;
    const asked = find(context, one.name, [one], called(context.world, wordsOf(one.name)), {
      contacts: true,
    });
    return {
      ...asked,
      check: (answer, earlier) => [
        ...(asked.check?.(answer, earlier) ?? []),
        ...(['email', 'phone'] as const)
          .filter((key) => answer.data?.people?.find(({ id }: any) => id === one.id)?.[key] !== one[key])
          .map((key) => ({ what: `${key} is not ${one[key]}`, topic: new RegExp(`${key}|contact`, 'i') })),
      ],
    };
  },
});

export const whoQuestions: readonly Question[] = questionsOf('who_am_i', {
  'the signed-in user': ({ world }) => {
    const me = meOf(world);
    const groups = world.groups.filter(({ members }) => members.includes(me.id)).map(({ name }) => name);
    return {
      calls: [['who_am_i', {}]],
      expected: `${me.name} ${me.id}, groups ${groups.join(', ')}`,
      check: ({ data }) => [
        ...(data?.user?.id === me.id ? [] : [{ what: `id is ${data?.user?.id}`, topic: /who|user|token/i }]),
        ...(plain(data?.user?.name ?? '') === plain(me.name)
          ? []
          : [{ what: `name is ${data?.user?.name}`, topic: /name/i }]),
        ...((data?.user?.groups ?? []).toSorted().join() === groups.toSorted().join()
          ? []
          : [{ what: `groups are ${data?.user?.groups}`, topic: /group/i }]),
      ],
    };
  },
});
