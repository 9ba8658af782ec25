import { areOpen, cardsOf, caseOf } from '../api.ts';
import type { Question } from '../question.ts';
import { columnOf, rowsOf } from '../reading.ts';

/** Questions that combine several kinds of records, or ask for records without a match. */

const query = (sql: string, scope?: object) => ({
  tool: 'query_records',
  args: { sql, ...(scope ? { scope } : {}) },
});

const partiesOf = ({ Participants = [] }: any): string[] =>
  Participants.map(({ Participant }: any) => Participant.Name);

export const joining: readonly Question[] = [
  {
    id: 'in several cases',
    kind: 'join',
    language: 'en',
    who: 'head',
    asked: 'Which people or companies take part in three or more of our cases in work?',
    plain: async (api) => {
      const counts = new Map<string, number>();
      for (const card of await cardsOf(api, { Status: 'InWork' }))
        for (const name of new Set(partiesOf(card))) counts.set(name, (counts.get(name) ?? 0) + 1);
      return [...counts].filter(([, count]) => count >= 3).map(([name]) => name);
    },
    calls: [
      { tool: 'describe_records', args: { table: 'parties' } },
      query(
        'SELECT p.participant FROM parties p JOIN cases c ON c.id = p.case_id GROUP BY p.participant_id HAVING COUNT(DISTINCT c.id) >= 3',
        {
          status: 'InWork',
        },
      ),
    ],
    facts: (read) => columnOf(read, 'participant'),
  },
  {
    id: 'two parties together',
    kind: 'join',
    language: 'ru',
    who: 'head',
    asked: 'В каких делах вместе участвуют «Лютик» и «Вектор»?',
    plain: async (api) => {
      const cards = await cardsOf(api);
      const have = (card: any, name: string) => partiesOf(card).some((party) => party.includes(name));
      return cards.filter((card) => have(card, 'Лютик') && have(card, 'Вектор')).map(({ Name }) => Name);
    },
    calls: [
      { tool: 'describe_records', args: { table: 'parties' } },
      query(
        "SELECT DISTINCT c.name FROM cases c JOIN parties a ON a.case_id = c.id JOIN parties b ON b.case_id = c.id WHERE a.participant LIKE '%Лютик%' AND b.participant LIKE '%Вектор%'",
      ),
    ],
    facts: (read) => columnOf(read, 'name'),
  },
  {
    id: 'tasks of cases of one client',
    kind: 'join',
    language: 'en',
    who: 'anna',
    form: 'TASK: CASE',
    asked: 'Which open tasks are there in cases in which Northbridge Ltd is a party, and in which case?',
    plain: async (api) => {
      const facts = [];
      for (const card of await cardsOf(api)) {
        if (!partiesOf(card).includes('Northbridge Ltd')) continue;
        for (const task of areOpen(await api.all(`GET /api/v2/tasks?CaseId=${card.Id}`)))
          facts.push(`${task.Name}: ${card.Name}`);
      }
      return facts;
    },
    calls: [
      { tool: 'describe_records', args: { table: 'parties' } },
      { tool: 'describe_records', args: { table: 'tasks' } },
      query(
        "SELECT DISTINCT t.name, t.case_name FROM tasks t JOIN cases c ON c.id = t.case_id JOIN parties p ON p.case_id = c.id WHERE p.participant = 'Northbridge Ltd' AND t.is_open = 1",
      ),
    ],
    facts: (read) => rowsOf(read).map((row) => `${row.name}: ${row.case_name}`),
  },
  {
    id: 'who signed',
    kind: 'join',
    language: 'ru',
    who: 'ivan',
    asked: 'Кто подписал документы дела А40-123456/2026?',
    plain: async (api) => {
      const { DocumentFolderId } = await caseOf(api, 'А40-123456');
      const documents = await api.all('POST /api/v3/documents', {
        EntityKind: 'File',
        FolderId: DocumentFolderId,
        CreationDateFrom: '1900-01-01T00:00:00Z',
      });
      const names = [];
      for (const { Id } of documents) {
        const { Signatures = [] } = await api.get(`/api/v3/documents/${Id}`);
        names.push(...Signatures.map(({ UserName }: any) => UserName));
      }
      return names;
    },
    calls: [
      { tool: 'describe_records', args: { table: 'signatures' } },
      query('SELECT DISTINCT s.name FROM signatures s JOIN documents d ON d.id = s.document_id', {
        words: 'А40-123456/2026',
      }),
    ],
    facts: (read) => columnOf(read, 'name'),
  },
  {
    id: 'cases without a coming event',
    kind: 'negation',
    language: 'en',
    who: 'anna',
    asked: 'Which of my cases in work have nothing coming up in the calendar?',
    plain: async (api) => {
      const me = (await api.all('GET /api/v2/users')).find(({ ExternalId }) => ExternalId === 'anna');
      const cases = await api.all('POST /api/v3/objects/GetCases', {
        ResponsibleIds: [me.Id],
        Status: 'InWork',
      });
      const events = await api.all(`GET /api/v2/events?StartDateFrom=${new Date().toISOString()}`);
      const busy = new Set(events.map(({ Case }) => Case?.Id));
      return cases.filter(({ Id }) => !busy.has(Id)).map(({ Name }) => Name);
    },
    calls: [
      query(
        "SELECT name FROM cases c WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.case_id = c.id AND e.starts >= datetime('now'))",
        { responsible: 'me', status: 'InWork' },
      ),
    ],
    facts: (read) => columnOf(read, 'name'),
  },
  {
    id: 'cases without parties',
    kind: 'negation',
    language: 'ru',
    who: 'head',
    asked: 'В каких делах нет ни одного участника?',
    plain: async (api) =>
      (await cardsOf(api)).filter((card) => partiesOf(card).length === 0).map(({ Name }) => Name),
    calls: [query('SELECT name FROM cases WHERE id NOT IN (SELECT case_id FROM parties)')],
    facts: (read) => columnOf(read, 'name'),
  },
  {
    id: 'unsigned documents',
    kind: 'negation',
    language: 'en',
    who: 'anna',
    asked: 'Which contracts and statements of claim has nobody signed?',
    plain: async (api) => {
      const documents = await api.all('POST /api/v3/documents', {
        EntityKind: 'File',
        CreationDateFrom: '1900-01-01T00:00:00Z',
      });
      const names = [];
      for (const { Id, Name, Type } of documents) {
        if (!/ \/ (Contract|Statement of claim)$/.test(Type?.Name ?? '')) continue;
        const { Signatures = [] } = await api.get(`/api/v3/documents/${Id}`);
        if (Signatures.length === 0) names.push(Name);
      }
      return names;
    },
    calls: [
      { tool: 'describe_records', args: { table: 'documents' } },
      { tool: 'describe_records', args: { table: 'signatures' } },
      query(
        "SELECT name FROM documents WHERE (type LIKE '%/ Contract' OR type LIKE '%Statement of claim%') AND id NOT IN (SELECT document_id FROM signatures)",
      ),
    ],
    facts: (read) => columnOf(read, 'name'),
  },
  {
    id: 'court not named',
    kind: 'negation',
    language: 'ru',
    who: 'head',
    asked: 'В каких арбитражных делах в работе не указан суд?',
    plain: async (api) =>
      (await cardsOf(api, { Status: 'InWork' }))
        .filter(({ Type, Fields }) => Type.Name.includes('Арбитражное дело') && !Fields.Court)
        .map(({ Name }) => Name),
    calls: [
      { tool: 'describe_records', args: { table: 'cases', words: 'суд' } },
      query('SELECT name FROM cases WHERE Court IS NULL', {
        type: 'Арбитражное дело',
        status: 'InWork',
      }),
    ],
    facts: (read) => columnOf(read, 'name'),
  },
  {
    id: 'staff without tasks',
    kind: 'negation',
    language: 'en',
    who: 'head',
    asked: 'Which of our active staff, clients aside, have no open task of their own at all?',
    plain: async (api) => {
      const users = await api.all('GET /api/v2/users');
      const busy = new Set(
        areOpen(await api.all('GET /api/v2/tasks')).flatMap(({ Responsibles }) =>
          Responsibles.map(({ Id }: any) => Id),
        ),
      );
      return users
        .filter(({ Id, IsClient, IsLocked }) => !IsClient && !IsLocked && !busy.has(Id))
        .map(({ Name }) => Name);
    },
    calls: [
      { tool: 'describe_records', args: { table: 'users' } },
      { tool: 'describe_records', args: { table: 'task_responsibles' } },
      query(
        "SELECT name FROM users WHERE is_client = 0 AND is_blocked = 0 AND id NOT IN (SELECT r.user_id FROM task_responsibles r JOIN tasks t ON t.id = r.task_id WHERE t.status NOT LIKE '%Done%' AND t.status NOT LIKE '%Cancelled%' AND r.user_id IS NOT NULL)",
      ),
    ],
    facts: (read) => columnOf(read, 'name'),
  },
];
