import { cardsOf, caseOf, day, dayIn } from '../api.ts';
import type { Question } from '../question.ts';
import { columnOf, linesWith, namesIn, rowsOf } from '../reading.ts';

/** Questions that look up one record, one of several, none, or a record that the user may not see. */

const query = (sql: string, scope?: object) => ({
  tool: 'query_records',
  args: { sql, ...(scope ? { scope } : {}) },
});

export const finding: readonly Question[] = [
  {
    id: 'judge and counsel',
    kind: 'find',
    language: 'en',
    who: 'john',
    asked: 'Who is the judge and who is counsel in Delta v. Romashka?',
    plain: async (api) => {
      const { Participants } = await api.get(
        `/api/v2/objects/${(await caseOf(api, 'Delta v. Romashka')).Id}`,
      );
      return Participants.filter(({ Role }: any) => /Judge|Counsel/.test(Role.Name)).map(
        ({ Participant }: any) => Participant.Name,
      );
    },
    calls: [{ tool: 'case_brief', args: { case: 'Delta v. Romashka' } }],
    facts: ({ all, known }) => {
      const parties = linesWith(all, 'Parties: ').split('; ');
      return namesIn(parties.filter((party) => /Judge|Counsel/.test(party)).join('; '), known.people);
    },
  },
  {
    id: 'court of a case',
    kind: 'find',
    language: 'ru',
    who: 'ivan',
    asked: 'В каком суде дело 2-1234/2026 и какая там сумма иска?',
    plain: async (api) => {
      const found = (await api.all('POST /api/v3/objects/GetCases', { Name: '2-1234/2026' })).find(
        (one) => one.Number === '2-1234/2026',
      );
      const { Fields } = await api.get(`/api/v2/objects/${found.Id}`);
      return [Fields.Court.Name, String(Fields.ClaimAmount)];
    },
    calls: [{ tool: 'case_brief', args: { case: '2-1234/2026' } }],
    facts: ({ all }) => [
      /Суд \/ Court: (.+?)(?:;|$)/m.exec(all)?.[1] ?? '',
      (/Claim amount: ([\d,]+)/.exec(all)?.[1] ?? '').replaceAll(',', ''),
    ],
  },
  {
    id: 'cases of one number',
    kind: 'ambiguous',
    language: 'en',
    who: 'head',
    asked: 'Which matter is НП-2026-5?',
    plain: async (api) =>
      (await api.all('POST /api/v3/objects/GetCases', { Name: 'НП-2026-5' })).map(({ Name }) => Name),
    calls: [{ tool: 'find_case', args: { query: 'НП-2026-5' } }],
    facts: ({ all, known }) => namesIn(all, known.cases),
  },
  {
    id: 'one tax number, two companies',
    kind: 'ambiguous',
    language: 'ru',
    who: 'anna',
    asked: 'Чей это ИНН: 0000001011?',
    plain: async (api) => (await api.all('GET /api/v2/participants?INN=0000001011')).map(({ Name }) => Name),
    calls: [{ tool: 'find_person', args: { query: '0000001011' } }],
    facts: ({ all, known }) =>
      namesIn(
        all
          .split('\n')
          .map((line) => line.split(' | ')[0])
          .join('\n'),
        known.people,
      ),
  },
  {
    id: 'two people of one name',
    kind: 'ambiguous',
    language: 'ru',
    who: 'ivan',
    asked: 'Какой ИНН у Ивана Иванова?',
    plain: async (api) =>
      (await api.all(`GET /api/v2/participants?Name=${encodeURIComponent('Иванов Иван')}`))
        .filter(({ Name }) => Name === 'Иванов Иван')
        .map(({ INN }) => INN),
    calls: [{ tool: 'find_person', args: { query: 'Иванов Иван' } }],
    facts: ({ all }) =>
      linesWith(all, '- Иванов Иван |')
        .split('\n')
        .map((line) => /INN (\d+)/.exec(line)?.[1] ?? 'none'),
  },
  {
    id: 'a case that is not there',
    kind: 'nothing found',
    language: 'ru',
    who: 'anna',
    asked: 'Что у нас по делу А40-999999/2026?',
    plain: async (api) =>
      (await api.all('POST /api/v3/objects/GetCases', { Name: 'А40-999999/2026' })).map(({ Name }) => Name),
    calls: [{ tool: 'find_case', args: { query: 'А40-999999/2026' } }],
    facts: ({ all, known }) => namesIn(all, known.cases),
  },
  {
    id: 'nobody of that name',
    kind: 'nothing found',
    language: 'en',
    who: 'oleg',
    asked: 'Have we ever acted for or against Brightwater Holdings?',
    plain: async (api) =>
      (await api.all('GET /api/v2/participants?Name=Brightwater')).map(({ Name }) => Name),
    calls: [{ tool: 'find_person', args: { query: 'Brightwater Holdings' } }],
    facts: ({ all, known }) => namesIn(all, known.people),
  },
  {
    id: 'no hearing on that day',
    kind: 'nothing found',
    language: 'en',
    who: 'kate',
    asked: `Is any event of the Smith case earlier than ${day(-400)}?`,
    plain: async (api) => {
      const { Id } = await caseOf(api, 'Smith');
      const events = await api.all(`GET /api/v2/events?CaseId=${Id}&StartDateTo=${day(-401)}T23:59:59Z`);
      return events.map(({ Name }) => Name);
    },
    calls: [query('SELECT name FROM events', { words: 'Smith Northbridge', to: day(-401) })],
    facts: ({ all, known }) => namesIn(all, known.events),
  },
  {
    id: 'a limit that only some see',
    kind: 'hidden',
    language: 'ru',
    who: 'oleg',
    asked: 'До какой суммы мы готовы мириться по делу Смит против Northbridge?',
    plain: async (api) => {
      const { Fields } = await api.get(`/api/v2/objects/${(await caseOf(api, 'Smith')).Id}`);
      return Fields.SettlementLimit == null ? [] : [String(Fields.SettlementLimit)];
    },
    calls: [query('SELECT SettlementLimit FROM cases', { words: 'Smith Northbridge' })],
    facts: (read) => columnOf(read, 'SettlementLimit').filter((value) => value !== '–'),
  },
  {
    id: 'an inquiry behind a door',
    kind: 'hidden',
    language: 'en',
    who: 'kate',
    asked: 'What is the internal inquiry about, and who runs it?',
    plain: async (api) =>
      (await api.all('POST /api/v3/objects/GetCases', { Name: 'Внутреннее расследование' })).map(
        ({ Responsible }) => Responsible?.Name,
      ),
    calls: [{ tool: 'find_case', args: { query: 'internal inquiry' } }],
    facts: ({ all, known }) => namesIn(all, known.users),
  },
  {
    id: 'what a client may see',
    kind: 'hidden',
    language: 'en',
    who: 'client1',
    asked: 'Which cases of the firm can I see?',
    plain: async (api) => (await api.all('POST /api/v3/objects/GetCases', {})).map(({ Name }) => Name),
    calls: [query('SELECT name FROM cases')],
    facts: (read) => columnOf(read, 'name'),
  },
  {
    id: 'tasks due next week',
    kind: 'dates',
    language: 'en',
    who: 'head',
    form: 'TASK: CASE, and – where there is none',
    asked: `Which tasks of anybody are due from ${day(3)} to ${day(9)}, and in which case?`,
    plain: async (api) => {
      const tasks = await api.all(
        `GET /api/v2/tasks?ExecutionDateFrom=${day(2)}T00:00:00Z&ExecutionDateTo=${day(10)}T23:59:59Z`,
      );
      const isMeant = ({ ExecutionDate }: any) => {
        const due = dayIn(ExecutionDate, 'Europe/Moscow');
        return due >= day(3) && due <= day(9);
      };
      return tasks.filter(isMeant).map(({ Name, Case }) => `${Name}: ${Case?.Name ?? '–'}`);
    },
    calls: [
      { tool: 'describe_records', args: { table: 'tasks' } },
      query('SELECT name, case_name FROM tasks', { from: day(3), to: day(9) }),
    ],
    facts: (read) => rowsOf(read).map((row) => `${row.name}: ${row.case_name}`),
  },
  {
    id: 'hearings of two weeks',
    kind: 'dates',
    language: 'ru',
    who: 'head',
    asked: `Какие судебные заседания во всей фирме с ${day(1)} по ${day(15)}?`,
    plain: async (api) => {
      const events = await api.all(
        `GET /api/v2/events?StartDateFrom=${day(0)}T00:00:00Z&StartDateTo=${day(16)}T23:59:59Z`,
      );
      const isMeant = ({ StartDate, Type }: any) => {
        const starts = dayIn(StartDate, 'Europe/Moscow');
        return Type.Name.includes('Судебное заседание') && starts >= day(1) && starts <= day(15);
      };
      return events.filter(isMeant).map(({ Name }) => Name);
    },
    calls: [
      query("SELECT name, starts FROM events WHERE type LIKE '%Судебное заседание%' ORDER BY starts", {
        from: day(1),
        to: day(15),
      }),
    ],
    facts: (read) => columnOf(read, 'name'),
  },
  {
    id: 'registers that close',
    kind: 'dates',
    language: 'ru',
    who: 'ivan',
    asked: 'Когда закрывается реестр требований в банкротстве «Ромашки»?',
    plain: async (api) => {
      const { Fields } = await api.get(
        `/api/v2/objects/${(await caseOf(api, 'Банкротство ООО «Ромашка»')).Id}`,
      );
      return [dayIn(Fields.RegistryClosesOn, 'UTC')];
    },
    calls: [{ tool: 'case_brief', args: { case: 'Банкротство Ромашка' } }],
    facts: ({ all }) => [/Registry closes on: \w+ (\d{4}-\d\d-\d\d)/.exec(all)?.[1] ?? ''],
  },
  {
    id: 'older than a year',
    kind: 'dates',
    language: 'en',
    who: 'head',
    asked: `Which cases were opened before ${day(-200)} and are still in work?`,
    plain: async (api) =>
      (await cardsOf(api, { Status: 'InWork' }))
        .filter(({ CreationDate }) => dayIn(CreationDate, 'Europe/Moscow') < day(-200))
        .map(({ Name }) => Name),
    calls: [
      { tool: 'describe_records', args: { table: 'cases', words: 'created' } },
      query(`SELECT name FROM cases WHERE created < '${day(-200)}'`, { status: 'InWork' }),
    ],
    facts: (read) => columnOf(read, 'name'),
  },
  {
    id: 'who was away longest',
    kind: 'dates',
    language: 'ru',
    who: 'admin',
    asked: `Кто из сотрудников не входил в систему с ${day(-3)} или не входил ни разу?`,
    plain: async (api) =>
      (await api.all('GET /api/v2/users'))
        .filter(
          ({ LastLoginDate }) => LastLoginDate == null || dayIn(LastLoginDate, 'Europe/Moscow') < day(-3),
        )
        .map(({ Name }) => Name),
    calls: [
      { tool: 'describe_records', args: { table: 'users' } },
      query(`SELECT name FROM users WHERE last_login IS NULL OR last_login < '${day(-3)}'`),
    ],
    facts: (read) => columnOf(read, 'name'),
  },
];
