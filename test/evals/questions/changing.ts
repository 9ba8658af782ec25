import { caseOf, day, userNamed, valueNamed } from '../api.ts';
import type { Call, Question, Read } from '../question.ts';

/** Requests for changes. The state afterwards decides whether they were fulfilled. */

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** Returns the id at the end of the first line that contains the words. */
const idOf = ({ all }: Read, words: string): string =>
  new RegExp(`^.*${words}.*\\b(${id})\\s*$`, 'm').exec(all)?.[1] ?? '';

const find = (words: string) => ({ tool: 'find_operations', args: { query: words } });
const write = (operation: string, args: object) => ({
  tool: 'call_write_operation',
  args: { operation, arguments: args },
});

export const changing: readonly Question[] = [
  {
    id: 'finish a task',
    kind: 'change',
    language: 'en',
    who: 'anna',
    asked: 'The contract of the Mill Lane water damage is reviewed: mark that task as done.',
    plain: async (api) => {
      const [found] = await api.all('POST /api/v3/objects/GetCases', {
        Name: 'Water damage at Mill Lane',
        Status: 'InWork',
      });
      const tasks = await api.all(`GET /api/v2/tasks?CaseId=${found.Id}`);
      const task = tasks.find(({ Name }) => Name === 'Review contract');
      const done = await valueNamed(api, 'TaskStatus', 'Done');
      await api.make(`PUT /api/v3/tasks/${task.Id}`, { Name: task.Name, StatusId: done.Id });
      return [];
    },
    calls: [
      { tool: 'agenda', args: { case: 'Water damage at Mill Lane', to: day(60) } },
      (read) => ({ tool: 'update_task', args: { id: idOf(read, 'Review contract'), StatusId: 'Done' } }),
    ],
    effect: async (api) => {
      const { Id } = await caseOf(api, 'LOSS-2026-102');
      const tasks = await api.all(`GET /api/v2/tasks?CaseId=${Id}`);
      return tasks.map(({ Name, Status }) => `${Name}: ${Status.Id}`);
    },
  },
  {
    id: 'give a task',
    kind: 'change',
    language: 'ru',
    who: 'ivan',
    asked: `Поручи Белову до ${day(10)} 15:00 (Москва) оплатить госпошлину по делу А41-22017/2026.`,
    plain: async (api) => {
      const [found, user, name] = [
        await caseOf(api, 'А41-22017'),
        await userNamed(api, 'Белов'),
        await valueNamed(api, 'TaskName', 'Оплатить госпошлину'),
      ];
      await api.make('POST /api/v3/tasks', {
        NameId: name.Id,
        CaseId: found.Id,
        Responsibles: [{ Id: user.Id, Type: 'User' }],
        ExecutionDate: `${day(10)}T12:00:00Z`,
      });
      return [];
    },
    // Only one user has this last name.
    calls: [feeTask('Белов')],
    effect: async (api) => {
      const { Id } = await caseOf(api, 'А41-22017');
      const tasks = await api.all(`GET /api/v2/tasks?CaseId=${Id}`);
      return tasks.map(
        ({ Name, ExecutionDate, Responsibles }) =>
          `${Name} ${ExecutionDate} ${Responsibles.map((one: any) => one.Id)}`,
      );
    },
  },
  {
    id: 'move a case on',
    kind: 'change',
    language: 'en',
    who: 'anna',
    asked: 'Move Smith v. Northbridge to the stage Trial.',
    plain: async (api) => {
      const found = await caseOf(api, 'Smith v. Northbridge');
      await api.make(`PATCH /api/v2/objects/${found.Id}`, { Stage: 'Trial' });
      return [];
    },
    calls: [{ tool: 'edit_object', args: { id: 'Smith v. Northbridge', Stage: 'Trial' } }],
    effect: async (api) => {
      const { Stage, Responsible } = await caseOf(api, 'Smith v. Northbridge');
      return [Stage, Responsible.Id];
    },
  },
  {
    id: 'raise the claim',
    kind: 'change',
    language: 'ru',
    who: 'maria',
    asked: 'В деле А41-22017/2026 сумма иска теперь 325 000, исправь карточку.',
    plain: async (api) => {
      const found = await caseOf(api, 'А41-22017');
      await api.make(`PATCH /api/v2/objects/${found.Id}`, { Fields: { ClaimAmount: 325_000 } });
      return [];
    },
    calls: [{ tool: 'edit_object', args: { id: 'А41-22017/2026', Fields: { 'Цена иска': 325_000 } } }],
    effect: async (api) => {
      const { Fields } = await api.get(`/api/v2/objects/${(await caseOf(api, 'А41-22017')).Id}`);
      return [String(Fields.ClaimAmount), String(Fields.FiledOn)];
    },
  },
  {
    id: 'add a third party',
    kind: 'change',
    language: 'ru',
    who: 'maria',
    asked: 'Добавь «Ромашку» третьим лицом в дело А41-22017/2026.',
    plain: async (api) => {
      const { Id } = await caseOf(api, 'А41-22017');
      const [party] = await api.all(`GET /api/v2/participants?Name=${encodeURIComponent('Ромашка')}`);
      const role = (await api.all('GET /api/v2/rolesInCase')).find(({ Name }) =>
        Name.includes('Third party'),
      );
      await api.make(`POST /api/v2/cases/${Id}/participants`, { ParticipantId: party.Id, RoleId: role.Id });
      return [];
    },
    calls: [
      {
        tool: 'add_case_participant',
        args: { id: 'А41-22017/2026', ParticipantId: 'Ромашка', RoleId: 'Третье лицо' },
      },
    ],
    effect: partiesIn('А41-22017'),
  },
  {
    id: 'take a party out',
    kind: 'change',
    language: 'en',
    who: 'anna',
    asked: 'Alan Whitcombe is no longer the expert in Smith v. Northbridge: take him out of the case.',
    plain: async (api) => {
      const { Id: ProjectId } = await caseOf(api, 'Smith v. Northbridge');
      const [{ Id: ParticipantId }] = await api.all('GET /api/v2/participants?Name=Alan');
      await api.make('PUT /api/v3/participants/ExcludeParticipantFromProject', { ProjectId, ParticipantId });
      return [];
    },
    calls: [
      find('take a participant out of a case'),
      write('exclude_participant', {
        ProjectId: 'Smith v. Northbridge Ltd',
        ParticipantId: 'Alan Whitcombe',
      }),
    ],
    effect: partiesIn('Smith v. Northbridge'),
  },
  {
    id: 'archive a case',
    kind: 'change',
    language: 'en',
    who: 'anna',
    asked: 'The tax audit of Quill & Partners is over: put the case into the archive.',
    plain: async (api) => {
      const { Id } = await caseOf(api, 'Tax audit of Quill');
      await api.make(`POST /api/v2/cases/${Id}/archive`, {});
      return [];
    },
    calls: [find('archive a case'), write('archive_case', { id: 'Tax audit of Quill & Partners' })],
    effect: async (api) => [(await caseOf(api, 'Tax audit of Quill')).Status],
  },
  {
    id: 'link two cases',
    kind: 'change',
    language: 'ru',
    who: 'ivan',
    asked: 'Свяжи банкротство «Ромашки» с делом Delta v. Romashka.',
    plain: async (api) => {
      const { Id } = await caseOf(api, 'Банкротство ООО «Ромашка»');
      const other = await caseOf(api, 'Delta v. Romashka');
      await api.make(`POST /api/v2/objects/${Id}/relatedObjects`, { ObjectIds: [other.Id] });
      return [];
    },
    calls: [
      find('связать два дела'),
      write('add_related_objects', {
        objectId: 'Банкротство ООО «Ромашка»',
        ObjectIds: ['Delta v. Romashka'],
      }),
    ],
    effect: async (api) => {
      const { Id } = await caseOf(api, 'Банкротство ООО «Ромашка»');
      return (await api.all(`GET /api/v2/objects/${Id}/relatedObjects`)).map(({ Name }) => Name);
    },
  },
  {
    id: 'plan a meeting',
    kind: 'change',
    language: 'en',
    who: 'john',
    asked: `Put a meeting “Delta: settlement” into the calendar of the Delta case on ${day(12)} from 10:00 to 11:00 UTC.`,
    plain: async (api) => {
      const { Id: CaseId } = await caseOf(api, 'Delta v. Romashka');
      const type = (await api.all('GET /api/v2/eventTypes')).find(({ Name }) => Name.includes('Meeting'));
      await api.make('POST /api/v3/events', {
        Name: 'Delta: settlement',
        CaseId,
        TypeId: type.Id,
        StartDate: `${day(12)}T10:00:00Z`,
        EndDate: `${day(12)}T11:00:00Z`,
      });
      return [];
    },
    calls: [
      {
        tool: 'create_event',
        args: {
          Name: 'Delta: settlement',
          CaseId: 'Delta v. Romashka',
          TypeId: 'Meeting',
          StartDate: `${day(12)}T10:00:00Z`,
          EndDate: `${day(12)}T11:00:00Z`,
        },
      },
    ],
    effect: async (api) => {
      const { Id } = await caseOf(api, 'Delta v. Romashka');
      const events = await api.all(`GET /api/v2/events?CaseId=${Id}&StartDateFrom=${day(0)}T00:00:00Z`);
      return events.map(({ Name, StartDate, Type }) => `${Name} ${StartDate} ${Type.Id}`);
    },
  },
  {
    id: 'move a hearing',
    kind: 'change',
    language: 'ru',
    who: 'ivan',
    asked: `Апелляционное заседание по делу 02-1234/2026 перенесли на ${day(20)}, 14:00–15:00 UTC.`,
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
    ],
    effect: async (api) => {
      const events = await api.all(
        `GET /api/v2/events?StartDateFrom=${day(0)}T00:00:00Z&StartDateTo=${day(40)}T00:00:00Z`,
      );
      return events
        .filter(({ Name }) => Name.includes('Иванов: апелляционное'))
        .map(({ Name, StartDate, EndDate, Type, Case }) =>
          [Name, StartDate, EndDate, Type.Id, Case.Id].join(' '),
        );
    },
  },
];

/** Returns the call that creates the task for a user. */
function feeTask(whom: string): Call {
  return {
    tool: 'create_task',
    args: {
      Name: 'Оплатить госпошлину',
      CaseId: 'А41-22017/2026',
      Responsibles: [{ Id: whom, Type: 'User' }],
      ExecutionDate: `${day(10)}T15:00:00+03:00`,
    },
  };
}

/** Returns a function that reads the participants of a case and their roles. */
function partiesIn(words: string): NonNullable<Question['effect']> {
  return async (api) => {
    const { Participants } = await api.get(`/api/v2/objects/${(await caseOf(api, words)).Id}`);
    return Participants.map(({ Participant, Role }: any) => `${Participant.Id}: ${Role?.Id}`);
  };
}
