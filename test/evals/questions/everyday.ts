import { form } from '../../sandbox/client.ts';
import { caseOf, day, valueNamed } from '../api.ts';
import type { Question, Read } from '../question.ts';

/** Requests that combine several tasks, as after a day in court or at the desk. */

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Returns the id at the end of the first line that contains the words. */
const idOf = ({ all }: Read, words: string): string =>
  new RegExp(`^.*${words}.*\\b(${id})\\s*$`, 'm').exec(all)?.[1] ?? '';

const note = 'Reviewed: clause 4 has to go.';

export const everyday: readonly Question[] = [
  {
    id: 'finish a task with a note',
    kind: 'change',
    language: 'en',
    who: 'anna',
    asked: `Mark the review of the Mill Lane contract as done, with the note “${note}”`,
    plain: async (api) => {
      const { Id } = await caseOf(api, 'LOSS-2026-102');
      const tasks = await api.all(`GET /api/v2/tasks?CaseId=${Id}`);
      const task = tasks.find(({ Name }) => Name === 'Review contract');
      const done = await valueNamed(api, 'TaskStatus', 'Done');
      await api.make(`PUT /api/v3/tasks/${task.Id}`, {
        ...{ Name: task.Name, StatusId: done.Id, Description: note },
      });
      return [];
    },
    calls: [
      { tool: 'agenda', args: { case: 'Water damage at Mill Lane', to: day(60) } },
      (read) => ({
        tool: 'update_task',
        args: { id: idOf(read, 'Review contract'), StatusId: 'Done', Description: note },
      }),
    ],
    effect: async (api) => {
      const { Id } = await caseOf(api, 'LOSS-2026-102');
      const tasks = await api.all(`GET /api/v2/tasks?CaseId=${Id}`);
      return tasks.map(({ Name, Status, Description }) => `${Name}: ${Status.Id} ${Description}`);
    },
  },
  {
    id: 'move a hearing and its date on the card',
    kind: 'change',
    language: 'ru',
    who: 'ivan',
    asked: `Заседание по делу 02-1234/2026 перенесли на ${day(20)}, 14:00–15:00 UTC: поправь и календарь, и карточку.`,
    plain: async (api) => {
      const found = (await api.all('POST /api/v3/objects/GetCases', { Name: '02-1234/2026' })).find(
        (one) => one.Number === '02-1234/2026',
      );
      const [event] = await api.all(
        `GET /api/v2/events?CaseId=${found.Id}&StartDateFrom=${day(0)}T00:00:00Z`,
      );
      const { Name, Type, Case, AllDay } = await api.get(`/api/v3/events/${event.Id}`);
      await api.make(`PUT /api/v3/events/${event.Id}`, {
        ...{ Name, AllDay, TypeId: Type.Id, CaseId: Case.Id },
        StartDate: `${day(20)}T14:00:00Z`,
        EndDate: `${day(20)}T15:00:00Z`,
      });
      await api.make(`PATCH /api/v2/objects/${found.Id}`, {
        Fields: { AppealUntil: `${day(20)}T00:00:00Z` },
      });
      return [];
    },
    calls: [
      { tool: 'agenda', args: { case: '02-1234/2026', to: day(60) } },
      (read) => ({
        tool: 'update_event',
        args: {
          id: idOf(read, 'апелляционное заседание'),
          StartDate: `${day(20)}T14:00:00Z`,
          EndDate: `${day(20)}T15:00:00Z`,
        },
      }),
      { tool: 'edit_object', args: { id: '02-1234/2026', Fields: { 'Срок обжалования': day(20) } } },
    ],
    effect: async (api) => {
      const [found] = (await api.all('POST /api/v3/objects/GetCases', { Name: '02-1234/2026' })).filter(
        ({ Number: number }) => number === '02-1234/2026',
      );
      const { Fields } = await api.get(`/api/v2/objects/${found.Id}`);
      const events = await api.all(`GET /api/v2/events?CaseId=${found.Id}&StartDateFrom=${day(0)}T00:00:00Z`);
      return [String(Fields.AppealUntil).slice(0, 10), ...events.map(({ StartDate }) => StartDate)];
    },
  },
  {
    id: 'file a text',
    kind: 'change',
    language: 'en',
    who: 'anna',
    asked:
      'File this in Smith v. Northbridge as correspondence, under “Call note”: The clerk confirmed room 4.',
    plain: async (api) => {
      const { Id } = await caseOf(api, 'Smith v. Northbridge');
      const { DocumentFolderId } = await api.get(`/api/v2/objects/${Id}`);
      const type = await valueNamed(api, 'DocumentType', 'Correspondence');
      const parts = { Name: 'Call note', TypeId: type.Id, CaseId: Id, FolderId: DocumentFolderId };
      const file = { name: 'Call note.txt', content: 'The clerk confirmed room 4.' };
      await api.make('PUT /api/v3/documents', form(parts, file));
      return [];
    },
    calls: [
      {
        tool: 'create_document',
        args: {
          File: { name: 'Call note.txt', text: 'The clerk confirmed room 4.' },
          TypeId: 'Correspondence',
          CaseId: 'Smith v. Northbridge Ltd',
        },
      },
    ],
    effect: async (api) => {
      const made = await api.all('POST /api/v3/documents', {
        EntityKind: 'File',
        CreationDateFrom: `${day(0)}T00:00:00Z`,
      });
      return made
        .filter(({ Name }) => Name === 'Call note')
        .map(({ Name, Type, Case }) => `${Name} ${Type?.Id} ${Case?.Id}`);
    },
  },
  {
    id: 'rights of a role in a section',
    kind: 'rare',
    language: 'ru',
    who: 'admin',
    asked: 'Какой доступ у роли «Помощник» к разделу документов?',
    form: 'уровень доступа, как он есть в системе',
    plain: async (api) => {
      const users = await api.all('GET /api/v2/users');
      const cards = await Promise.all(users.map(({ Id }) => api.get(`/api/v2/users/${Id}`)));
      const role = cards.flatMap(({ Roles }) => Roles).find(({ Name }) => Name.includes('Помощник'));
      const { Permissions } = await api.get(
        `/api/UserManagment/RolePermissions/GetRolePermissions?RoleId=${role.Id}`,
      );
      return Permissions.filter(({ Section }: any) => Section === 'Documents').map(
        ({ AccessLevel }: any) => AccessLevel,
      );
    },
    calls: [
      { tool: 'find_operations', args: { query: 'права роли по разделам' } },
      {
        tool: 'call_read_operation',
        args: { operation: 'list_role_permissions', arguments: { RoleId: 'Помощник' } },
      },
    ],
    facts: ({ texts }) => {
      const level = /"Section":"Documents"[^}]*?"AccessLevel":"(\w+)"/.exec(texts.at(-1) ?? '')?.[1];
      return level === undefined ? [] : [level];
    },
  },
];
