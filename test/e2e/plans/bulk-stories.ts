import { numbered, sampleIds } from '../../support/sample-ids.ts';
import { openTasks, type Person } from '../../support/stories.ts';
import type { Answered, Planner } from './planner.ts';

/** Series of changes: the user's request and the assistant's calls. */
export interface BulkStory {
  readonly en: string;
  readonly ru: string;
  /** Makes the assistant's calls. Returns the last result. */
  readonly play: (assistant: Planner) => Promise<Answered>;
  /** Number of questions that the server asks the user. */
  readonly questions: 0 | 1;
  /** Reads the changed records through the service's own API. */
  readonly read: (person: Person) => Promise<unknown>;
  /** Returns the expected result of `read` after the story, from its result before. */
  readonly after: (before: any) => unknown;
}

const { smith, anna, ivan, statementOfClaim } = sampleIds;
const five = [1, 2, 3, 4, 5].map((number) => numbered('task', number));

async function inTwoCalls(assistant: Planner, changes: readonly object[]): Promise<Answered> {
  const plan = await assistant.plan(changes);
  return assistant.apply(plan.id);
}
const atOnce = (assistant: Planner, changes: readonly object[]) => assistant.plan(changes, { apply: true });

const dayMs = 86_400_000;
const nextDay = (moment: string) => new Date(Date.parse(moment) + dayMs).toISOString();
const mapped = (record: Readonly<Record<string, unknown>>, to: (value: any) => unknown) =>
  Object.fromEntries(Object.entries(record).map(([id, value]) => [id, to(value)]));

const isHearing = ({ Type, StartDate }: any) =>
  /hearing/i.test(Type?.Name ?? '') && StartDate >= '2026-03-02' && StartDate < '2026-03-09';
const allEvents = (person: Person) => person.all('GET /api/v2/events?PageSize=100');
const allTasks = (person: Person) => person.all('GET /api/v2/tasks?PageSize=100');
const casesOf = async (person: Person, client: string) => {
  const all = await person.all('POST /api/v3/objects/GetCases', { PageSize: 100 });
  const records = await Promise.all(all.map(({ Id }) => person.get(`/api/v2/objects/${Id}`)));
  return records.filter(({ Client }) => Client?.Name?.includes(client));
};

/** Ids of this week's hearings, whose dates are checked while the story runs. */
let watched: readonly string[] = [];

export const bulkStories: readonly BulkStory[] = [
  {
    en: 'Move all hearings of this week by a day.',
    ru: 'Перенеси все заседания этой недели на день.',
    questions: 1,
    play: (assistant) =>
      inTwoCalls(assistant, [
        {
          tool: 'update_event',
          sql: "SELECT id FROM events WHERE type LIKE '%hearing%' AND date(starts) BETWEEN '2026-03-02' AND '2026-03-08'",
          arguments: { StartDate: '+1 day', EndDate: '+1 day' },
        },
      ]),
    read: async (person) => {
      const all = await allEvents(person);
      const found = all.filter(isHearing).map(({ Id }) => Id);
      watched = watched.length === 0 ? found : watched;
      const ours = all.filter(({ Id }) => watched.includes(Id));
      return Object.fromEntries(ours.map(({ Id, StartDate }) => [Id, StartDate]));
    },
    after: (before) => mapped(before, nextDay),
  },
  {
    en: 'Give all open tasks of Anna Petrova to Ivan.',
    ru: 'Передай все открытые задачи Анны Петровой Ивану.',
    questions: 1,
    play: (assistant) =>
      inTwoCalls(assistant, [
        {
          tool: 'update_task',
          sql: `SELECT DISTINCT t.id FROM tasks t JOIN task_responsibles r ON r.task_id = t.id WHERE t.is_open AND r.user_id = '${anna}'`,
          arguments: { Responsibles: [{ Id: ivan, Type: 'User' }], drop: ['all'] },
        },
      ]),
    read: async (person) => {
      const open = await openTasks(person, await allTasks(person));
      return open.filter((one) => one.Responsibles.some(({ Id }: any) => Id === anna)).length;
    },
    after: () => 0,
  },
  {
    en: 'Close these five tasks.',
    ru: 'Закрой эти пять задач.',
    questions: 0,
    play: (assistant) =>
      atOnce(assistant, [{ tool: 'update_task', for: five, arguments: { StatusId: 'Done' } }]),
    read: async (person) => {
      const records = await Promise.all(five.map((id) => person.get(`/api/v3/tasks/${id}`)));
      return (await openTasks(person, records)).length;
    },
    after: () => 0,
  },
  {
    en: 'Create three tasks in the Smith case.',
    ru: 'Создай три задачи в деле Smith.',
    questions: 0,
    play: (assistant) =>
      atOnce(
        assistant,
        ['one', 'two', 'three'].map((Description) => ({
          tool: 'create_task',
          arguments: { Name: 'Подготовить иск', CaseId: smith, Description },
        })),
      ),
    read: async (person) => (await person.all(`GET /api/v2/tasks?CaseId=${smith}`)).length,
    after: (before) => before + 3,
  },
  {
    en: 'Put the dates of the statement of claim into the calendar.',
    ru: 'Внеси даты из искового заявления в календарь.',
    questions: 0,
    play: async (assistant) => {
      await assistant.client.callTool('read_document', { document: statementOfClaim });
      return atOnce(
        assistant,
        [10, 20].map((day) => ({
          tool: 'create_event',
          arguments: {
            ...{ Name: 'Срок', CaseId: smith },
            StartDate: `2026-04-${day}T09:00:00Z`,
            EndDate: `2026-04-${day}T10:00:00Z`,
          },
          source: { document: statementOfClaim, page: 1, passage: `by ${day} April 2026` },
        })),
      );
    },
    read: async (person) => (await allEvents(person)).filter(({ Name }) => Name === 'Срок').length,
    after: (before) => before + 2,
  },
  {
    en: 'Archive the cases of this client.',
    ru: 'Отправь дела этого клиента в архив.',
    questions: 1,
    play: (assistant) =>
      inTwoCalls(assistant, [
        {
          tool: 'archive_case',
          sql: "SELECT id FROM cases WHERE client LIKE '%Лютик%' AND status = 'in work'",
        },
      ]),
    read: async (person) =>
      (await casesOf(person, 'Лютик')).filter(({ Status }) => Status === 'InWork').length,
    after: () => 0,
  },
  {
    en: 'Enter this judge in all cases of this client.',
    ru: 'Впиши этого судью во все дела этого клиента.',
    questions: 0,
    play: (assistant) =>
      inTwoCalls(assistant, [
        {
          tool: 'edit_object',
          sql: "SELECT id FROM cases WHERE client LIKE '%Вектор%' AND status = 'in work' AND name NOT LIKE 'Налог%'",
          arguments: { Fields: { Judge: 'Кораблёва Н. П.' } },
        },
      ]),
    read: async (person) => {
      const all = await casesOf(person, 'Вектор');
      const ours = all.filter(({ Status, Name }) => Status === 'InWork' && !Name.startsWith('Налог'));
      return ours.map(({ Fields }) => Fields.Judge ?? null);
    },
    after: (before: readonly unknown[]) => before.map(() => 'Кораблёва Н. П.'),
  },
  {
    en: 'Take it all back.',
    ru: 'Верни всё как было.',
    questions: 1,
    play: async (assistant) => {
      const applied = await atOnce(assistant, [
        { tool: 'update_task', for: five, arguments: { ExecutionDate: '+1 week', Description: 'moved' } },
      ]);
      const undo = await assistant.undo(applied.id);
      return assistant.apply(undo.id);
    },
    read: async (person) => {
      const records = await Promise.all(five.map((id) => person.get(`/api/v3/tasks/${id}`)));
      return records.map(({ ExecutionDate, Description }) => [ExecutionDate, Description ?? '']);
    },
    after: (before) => before,
  },
];
