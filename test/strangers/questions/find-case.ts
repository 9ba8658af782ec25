import { addDays, dayOf, startOf } from '../calendar.ts';
import { at, busyUsers, byId, casesOfParty, holdsWords, meOf, unique, wordsOf } from '../pick.ts';
import { type Asked, type Context, type Fault, type Question, questionsOf } from '../question.ts';
import type { Answer } from '../verdicts/answer.ts';
import { compareIds, type ExpectedSet, plain } from '../verdicts/compare.ts';
import type { LegalCase, World } from '../world.ts';

/** Maximum number of cases in a short list. */
const most = 10;
const topic = /case|part(?:y|ies)|responsible|status|changed|filter/i;

/** Checks a short list: the selection of cases, and the values of each row. */
function checkCases(world: World, answer: Answer, expected: Omit<ExpectedSet, 'kind' | 'topic'>): Fault[] {
  const rows: any[] = answer.data?.cases ?? [];
  const ids = rows.map(({ id }) => String(id));
  const all = new Set([...expected.required, ...(expected.allowed ?? [])].map(({ id }) => id)).size;
  const isCut = all > most && ids.length >= most;
  return [
    ...compareIds(world, ids, { most, ...expected, kind: 'cases', topic }),
    ...rows.flatMap((row) => checkRow(world, row)),
    ...(isCut && answer.data?.has_more !== true
      ? [{ sort: 'missing' as const, what: 'does not say that more cases match', topic: /more|match/i }]
      : []),
  ];
}

/** Compares a row with its case. A missing value is a fault, except for the type. */
export function checkRow(world: World, row: any): Fault[] {
  const found = byId(world.cases, row?.id);
  if (found === undefined) return [];
  const expected = {
    name: found.name,
    number: found.number,
    type: row.type === undefined ? undefined : found.type,
    status: found.isArchived ? 'archived' : 'in work',
    responsible: byId(world.users, found.responsible)?.name,
  };
  return Object.entries(expected)
    .filter(([name, value]) => plain(String(row[name] ?? '')) !== plain(value ?? ''))
    .map(([name, value]) => ({
      what: `${name} of “${found.name}” is ${row[name]}, not ${value}`,
      topic: new RegExp(/not given/.test(String(row[name])) ? 'not given' : `\\b${name}`, 'i'),
    }));
}

const ask = (
  { world }: Context,
  args: Record<string, unknown>,
  expected: Omit<ExpectedSet, 'kind' | 'topic'> & { readonly first?: LegalCase },
): Asked => ({
  calls: [['find_case', args]],
  expected: expected.required.map(({ id }) => byId(world.cases, id)?.name).join('; ') || 'nothing',
  check: (answer) => [
    ...checkCases(world, answer, expected),
    ...(expected.first !== undefined && answer.data?.cases?.[0]?.id !== expected.first.id
      ? [{ what: `“${expected.first.name}” is not the first`, topic }]
      : []),
  ],
});

/** Returns the text in which a search by words looks: name, number, type, names of parties. */
const textOf = (world: World, { name, number = '', type, parties }: LegalCase) =>
  [name, number, type, ...parties.map(({ participant }) => byId(world.participants, participant)?.name)].join(
    ' ',
  );

const byWords = (context: Context, words: readonly string[], written = words.join(' ')): Asked => {
  const { world } = context;
  const inName = world.cases.filter(({ name }) => holdsWords(name, words));
  const anywhere = world.cases.filter((one) => words.some((word) => holdsWords(textOf(world, one), [word])));
  return ask(context, { case: written }, { required: inName, allowed: anywhere });
};

const numbered = ({ cases }: World) =>
  cases.filter(
    ({ number }) => number !== undefined && cases.filter((one) => one.number === number).length === 1,
  );

const named = ({ cases }: World) => unique(cases).filter(({ name }) => wordsOf(name).length >= 2);

function byNumber(context: Context, index: number, write = (number: string) => number): Asked | undefined {
  const found = at(numbered(context.world), index);
  if (found?.number === undefined) return undefined;
  const { number } = found;
  const near = context.world.cases.filter((one) => one.number?.includes(number) || one.name.includes(number));
  return ask(context, { case: write(number) }, { required: [found], allowed: near, first: found });
}

const latinOf: Readonly<Record<string, string>> = {
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
};

function byParty(context: Context, index: number, key: 'name' | 'inn', kind?: string): Asked | undefined {
  const { world } = context;
  const found = at(
    unique(world.participants).filter((one) => {
      const count = casesOfParty(world, one.id).length;
      return count > 0 && count <= 8 && one[key] !== undefined && (kind === undefined || one.kind === kind);
    }),
    index,
  );
  if (found === undefined) return undefined;
  const required = casesOfParty(world, found.id);
  const similar = world.participants.filter(({ name }) =>
    wordsOf(found.name).some((word) => holdsWords(name, [word])),
  );
  const allowed = similar.flatMap(({ id }) => casesOfParty(world, id));
  const asked = ask(context, { party: found[key] }, { required, allowed: key === 'inn' ? [] : allowed });
  return {
    ...asked,
    check: (answer, earlier) => [
      ...(asked.check?.(answer, earlier) ?? []),
      ...required.flatMap(({ id, name, parties }) => {
        const role = parties.find(({ participant }) => participant === found.id)?.role;
        const row = answer.data?.cases?.find((one: any) => one.id === id);
        return row === undefined || role === undefined || String(row.role).includes(role)
          ? []
          : [{ what: `role in “${name}” is ${row.role}, not ${role}`, topic: /role/i }];
      }),
    ],
  };
}

const ofUser = (context: Context, userId: string, written: string, status?: 'InWork' | 'Archived'): Asked => {
  const required = context.world.cases.filter(
    ({ responsible, isArchived }) =>
      responsible === userId && (status === undefined || isArchived === (status === 'Archived')),
  );
  return ask(context, { responsible: written, ...(status === undefined ? {} : { status }) }, { required });
};

const byUser = (index: number, status?: 'InWork' | 'Archived') => (context: Context) => {
  const user = at(busyUsers(context.world), index);
  return user && ofUser(context, user.id, user.name, status);
};

function changedBefore(context: Context, place: number): Asked | undefined {
  const { world, zone } = context;
  const sorted = [...world.cases].sort((one, other) => one.changedAt.getTime() - other.changedAt.getTime());
  const last = sorted[place];
  if (last === undefined) return undefined;
  const day = addDays(dayOf(last.changedAt, zone), 1);
  const required = world.cases.filter(({ changedAt }) => changedAt < startOf(day, zone));
  return ask(context, { changed_before: day }, { required });
}

export const findCaseQuestions: readonly Question[] = questionsOf('find_case', {
  number: (context) => byNumber(context, 0),
  'number of another': (context) => byNumber(context, 17),
  'number in small letters': (context) => byNumber(context, 29, (number) => number.toLowerCase()),
  'number with Latin letters': (context) =>
    byNumber(context, 8, (number) => number.replace(/[А-Я]/g, (letter) => latinOf[letter] ?? letter)),
  'part of a number': (context) => {
    const found = at(numbered(context.world), 11);
    const part = found?.number?.match(/\d{4,}/)?.[0];
    const required = context.world.cases.filter(({ number }) => part !== undefined && number?.includes(part));
    return part && found
      ? ask(
          context,
          { case: part },
          { required, allowed: context.world.cases.filter(({ name }) => name.includes(part)) },
        )
      : undefined;
  },
  'whole name': (context) => {
    const found = at(named(context.world), 3);
    if (found === undefined) return undefined;
    const allowed = context.world.cases.filter((one) =>
      wordsOf(found.name).some((word) => holdsWords(textOf(context.world, one), [word])),
    );
    return ask(context, { case: found.name }, { required: [found], allowed, first: found });
  },
  'nearly one name': (context) => {
    const { cases } = context.world;
    const found = cases.find((one) =>
      cases.some(
        (other) => other.id !== one.id && plain(other.name).slice(0, 12) === plain(one.name).slice(0, 12),
      ),
    );
    if (found === undefined) return undefined;
    const allowed = cases.filter((one) =>
      wordsOf(found.name).some((word) => holdsWords(textOf(context.world, one), [word])),
    );
    return ask(context, { case: found.name }, { required: [found], allowed, first: found });
  },
  'two words, turned round': (context) => {
    const found = at(named(context.world), 9);
    return found && byWords(context, wordsOf(found.name).slice(-2).reverse());
  },
  'words in small letters': (context) => {
    const found = at(named(context.world), 21);
    const words = found && wordsOf(found.name).slice(0, 2);
    return words && byWords(context, words, words.join(' ').toLowerCase());
  },
  'a word with е for ё': (context) => {
    const words = context.world.cases.flatMap(({ name }) =>
      wordsOf(name).filter((word) => word.includes('ё')),
    );
    return words[0] === undefined ? undefined : byWords(context, [words[0]], words[0].replaceAll('ё', 'е'));
  },
  'words of an archived case': (context) => {
    const found = named(context.world).find(({ isArchived }) => isArchived);
    return found && byWords(context, wordsOf(found.name).slice(0, 2));
  },
  'words nobody uses': (context) => ask(context, { case: 'Кецалькоатль Пернатый' }, { required: [] }),
  'party, a company': (context) => byParty(context, 0, 'name', 'company'),
  'party, another company': (context) => byParty(context, 5, 'name', 'company'),
  'party, a person': (context) => byParty(context, 1, 'name', 'individual'),
  'party by INN': (context) => byParty(context, 2, 'inn'),
  'party without cases': (context) => {
    const found = unique(context.world.participants).find(
      ({ id, name }) =>
        casesOfParty(context.world, id).length === 0 &&
        !context.world.participants.some(
          (one) => one.id !== id && wordsOf(name).some((word) => holdsWords(one.name, [word])),
        ),
    );
    return found && ask(context, { party: found.name }, { required: [] });
  },
  'responsible: me': (context) => ofUser(context, meOf(context.world).id, 'me'),
  'responsible by name': byUser(1),
  'responsible by name, in work': byUser(2, 'InWork'),
  'responsible by name, archived': byUser(3, 'Archived'),
  'archived ones': (context) =>
    ask(
      context,
      { status: 'Archived' },
      { required: context.world.cases.filter(({ isArchived }) => isArchived) },
    ),
  'words, archived': (context) => {
    const found = named(context.world).filter(({ isArchived }) => isArchived)[1];
    const word = found && wordsOf(found.name)[0];
    if (word === undefined) return undefined;
    const archived = context.world.cases.filter(({ isArchived }) => isArchived);
    const required = archived.filter(({ name }) => holdsWords(name, [word]));
    const allowed = archived.filter((one) => holdsWords(textOf(context.world, one), [word]));
    return ask(context, { case: word, status: 'Archived' }, { required, allowed });
  },
  'not changed since a day': (context) => changedBefore(context, 3),
  'not changed since another day': (context) => changedBefore(context, 7),
});
