import { areOpen, cardsOf, isInWork, userNamed } from '../api.ts';
import type { Question } from '../question.ts';
import { columnOf, rowsOf } from '../reading.ts';

/** Questions about counts, sums, maximums and minimums. */

const amountOf = ({ Fields }: any): number | null => Fields?.ClaimAmount ?? null;
const query = (sql: string, scope?: object) => ({
  tool: 'query_records',
  args: { sql, ...(scope ? { scope } : {}) },
});

export const counting: readonly Question[] = [
  {
    id: 'sum of open claims',
    kind: 'aggregate',
    language: 'en',
    who: 'head',
    asked: 'What do the claims in Anna Petrova’s open cases add up to?',
    plain: async (api) => {
      const { Id } = await userNamed(api, 'Petrova');
      const cards = await cardsOf(api, { ResponsibleIds: [Id], Status: 'InWork' });
      return [String(cards.reduce((sum, card) => sum + (amountOf(card) ?? 0), 0))];
    },
    calls: [
      query('SELECT SUM(ClaimAmount) AS total FROM cases', {
        responsible: 'Anna Petrova',
        status: 'InWork',
      }),
    ],
    facts: (read) => columnOf(read, 'total'),
  },
  {
    id: 'largest claim',
    kind: 'aggregate',
    language: 'ru',
    who: 'head',
    asked: 'В каком деле в работе самая большая сумма иска и какая?',
    plain: async (api) => {
      const cards = await cardsOf(api, { Status: 'InWork' });
      const [first] = cards.sort((one, other) => (amountOf(other) ?? 0) - (amountOf(one) ?? 0));
      return [first.Name, String(amountOf(first))];
    },
    calls: [
      query(
        'SELECT name, ClaimAmount FROM cases WHERE ClaimAmount IS NOT NULL ORDER BY ClaimAmount DESC LIMIT 1',
        {
          status: 'InWork',
        },
      ),
    ],
    facts: (read) => rowsOf(read).flatMap(({ name = '', ClaimAmount = '' }) => [name, ClaimAmount]),
  },
  {
    id: 'cases of each lawyer',
    kind: 'aggregate',
    language: 'en',
    who: 'head',
    form: 'NAME: NUMBER, and nobody for those without one',
    asked: 'How many cases in work does each lawyer have?',
    plain: async (api) => {
      const cases = await api.all('POST /api/v3/objects/GetCases', { Status: 'InWork' });
      return counted(cases.map(({ Responsible }) => Responsible?.Name ?? 'nobody'));
    },
    calls: [{ tool: 'workload' }],
    facts: (read) =>
      rowsOf(read)
        .filter((row) => row['open cases'] !== '0')
        .map((row) => `${row.Who?.replace(/^- /, '')}: ${row['open cases']}`),
  },
  {
    id: 'open tasks of each',
    kind: 'aggregate',
    language: 'ru',
    who: 'head',
    form: 'NAME: NUMBER, those with none left out',
    asked: 'Сколько незавершённых задач у каждого сотрудника? Без групп.',
    plain: async (api) => {
      const tasks = areOpen(await api.all('GET /api/v2/tasks'));
      const users = new Map((await api.all('GET /api/v2/users')).map(({ Id, Name }) => [Id, Name]));
      return counted(
        tasks.flatMap(({ Responsibles }) =>
          Responsibles.filter(({ Type }: any) => Type === 'User').map(({ Id }: any) => users.get(Id)),
        ),
      );
    },
    calls: [{ tool: 'workload' }],
    facts: (read) =>
      rowsOf(read)
        .map((row) => ({ name: (row.Who ?? '').replace(/^- /, ''), tasks: row['open tasks'] }))
        .filter(({ name, tasks }) => tasks !== '0' && read.known.users.includes(name))
        .map(({ name, tasks }) => `${name}: ${tasks}`),
  },
  {
    id: 'average claim',
    kind: 'aggregate',
    language: 'en',
    who: 'head',
    asked:
      'What is the average claim amount of the commercial litigation cases in work? Two decimals will do.',
    plain: async (api) => {
      const cards = await cardsOf(api, { Status: 'InWork' });
      const amounts = cards
        .filter(({ Type }) => Type.Name.includes('Commercial litigation'))
        .map(amountOf)
        .filter((amount) => amount !== null);
      return [(amounts.reduce((sum, amount) => sum + amount, 0) / amounts.length).toFixed(2)];
    },
    calls: [
      query('SELECT ROUND(AVG(ClaimAmount), 2) AS average FROM cases', {
        type: 'Commercial litigation',
        status: 'InWork',
      }),
    ],
    facts: (read) => columnOf(read, 'average').map((value) => Number(value).toFixed(2)),
  },
  {
    id: 'documents by type',
    kind: 'aggregate',
    language: 'ru',
    who: 'ivan',
    form: 'TYPE: NUMBER, the type in full as the service has it, – where there is none',
    asked: 'Сколько документов каждого типа в деле «Вектор» к «Северному мосту»?',
    plain: async (api) => {
      const [found] = await api.all('POST /api/v3/objects/GetCases', { Name: 'А40-123456' });
      const documents = await api.all('POST /api/v3/documents', {
        EntityKind: 'File',
        FolderId: found.DocumentFolderId,
        CreationDateFrom: '1900-01-01T00:00:00Z',
      });
      return counted(documents.map(({ Type }) => Type?.Name ?? '–'));
    },
    calls: [
      query('SELECT type, COUNT(*) AS n FROM documents GROUP BY type', { words: 'Вектор к Северный мост' }),
    ],
    facts: (read) => rowsOf(read).map(({ type, n }) => `${type}: ${n}`),
  },
  {
    id: 'archived and not',
    kind: 'aggregate',
    language: 'en',
    who: 'anna',
    form: 'archived: NUMBER and in work: NUMBER',
    asked: 'How many cases are in the archive, and how many are in work?',
    plain: async (api) => {
      const cases = await api.all('POST /api/v3/objects/GetCases', {});
      const open = cases.filter(isInWork).length;
      return [`archived: ${cases.length - open}`, `in work: ${open}`];
    },
    calls: [query('SELECT status, COUNT(*) AS n FROM cases GROUP BY status')],
    facts: (read) => rowsOf(read).map(({ status, n }) => `${status}: ${n}`),
  },
  {
    id: 'cases above half a million',
    kind: 'aggregate',
    language: 'ru',
    who: 'ivan',
    asked: 'Какие дела в работе с суммой иска больше 500 000?',
    plain: async (api) => {
      const cards = await cardsOf(api, { Status: 'InWork' });
      return cards.filter((card) => (amountOf(card) ?? 0) > 500_000).map(({ Name }) => Name);
    },
    calls: [query('SELECT name FROM cases WHERE ClaimAmount > 500000', { status: 'InWork' })],
    facts: (read) => columnOf(read, 'name'),
  },
];

function counted(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Array.from(counts, ([name, count]) => `${name}: ${count}`);
}
