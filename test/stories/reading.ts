import { demand } from './letters.ts';
import { caseOf, day, nameOf, namesOf, openTasks, type Story, thisWeek, userOf } from './story.ts';

/** Requests that change nothing. */

const endOf = (date: string) => `${date}T23:59:59Z`;

const dueThisWeek: Story = {
  title: 'due this week',
  who: 'anna',
  asked: {
    en: 'What is due this week on the Smith case and who is responsible?',
    ru: 'Что на этой неделе по делу Delta против «Ромашки» и кто отвечает?',
  },
  words: { en: { case: 'Smith' }, ru: { case: 'Delta v. Romashka' } },
  plain: async (assistant, words) => {
    const { from, to } = thisWeek();
    const { Id: CaseId } = await caseOf(assistant, words.case ?? '');
    const tasks = await assistant.all('list_tasks', {
      CaseId,
      ExecutionDateFrom: `${from}T00:00:00Z`,
      ExecutionDateTo: endOf(to),
    });
    const events = await assistant.all('list_events', {
      CaseId,
      StartDateFrom: `${from}T00:00:00Z`,
      StartDateTo: endOf(to),
    });
    const people = new Set(
      tasks.flatMap(({ Responsibles }) =>
        Responsibles.filter(({ Type }: any) => Type === 'User').map(({ Id }: any) => Id),
      ),
    );
    const users = await Promise.all([...people].map((id) => assistant.json('get_user', { id })));
    return [...namesOf(await openTasks(assistant, tasks)), ...namesOf(events), ...namesOf(users)];
  },
  short: async (assistant, words) => {
    await assistant.read('agenda', { case: words.case, ...thisWeek() });
  },
};

const myDay: Story = {
  title: 'my day',
  who: 'anna',
  asked: {
    en: 'My overdue and today’s tasks, hearings first',
    ru: 'Мои просроченные и сегодняшние задачи, сначала заседания',
  },
  words: { en: {}, ru: {} },
  plain: async (assistant) => {
    const me = await userOf(assistant, 'anna');
    const until = { ExecutionDateTo: endOf(day()) };
    const own = await assistant.all('list_tasks', { ResponsibleIds: [me.Id], ...until });
    const ofGroups = [];
    for (const { Id } of me.Groups)
      ofGroups.push(...(await assistant.all('list_tasks', { ResponsibleIds: [Id], ...until })));
    const events = await assistant.all('list_events', {
      StartDateFrom: `${day()}T00:00:00Z`,
      StartDateTo: endOf(day()),
    });
    const mine = events.filter(({ Attendees }) => Attendees.some(({ EntityId }: any) => EntityId === me.Id));
    await assistant.json('get_non_working_days');
    await assistant.all('list_event_types');
    return [...namesOf(await openTasks(assistant, [...own, ...ofGroups])), ...namesOf(mine)];
  },
  short: async (assistant) => {
    await assistant.read('agenda', { person: 'me', to: day() });
  },
};

const whoIsInTheCase: Story = {
  title: 'who is in the case',
  who: 'oleg',
  isTimeless: true,
  asked: {
    en: 'Who are the parties in case CL-2026 of Smith and their counsel?',
    ru: 'Кто стороны по делу А40-123456/2026 и кто их представляет?',
  },
  words: { en: { case: 'Smith' }, ru: { case: 'А40-123456' } },
  plain: async (assistant, words) => {
    const { Id: id } = await caseOf(assistant, words.case ?? '');
    const { Participants } = await assistant.json('get_object', { id });
    const roles = await assistant.all('list_roles_in_case');
    const people = await Promise.all(
      Participants.map(({ Participant }: any) => assistant.json('get_participant', { id: Participant.Id })),
    );
    const used = Participants.map(({ Role }: any) => roles.find(({ Id }) => Id === Role.Id).Name);
    return [...namesOf(people), ...used];
  },
  short: async (assistant, words) => {
    await assistant.read('case_brief', { case: words.case });
  },
};

const brief: Story = {
  title: 'a brief of the matter',
  who: 'head',
  asked: {
    en: 'Brief me on Delta v. Romashka before the call',
    ru: 'Расскажи кратко о деле А40-123456 перед звонком',
  },
  words: { en: { case: 'Delta v. Romashka' }, ru: { case: 'А40-123456' } },
  plain: async (assistant, words) => {
    const { Id: id, DocumentFolderId } = await caseOf(assistant, words.case ?? '');
    const record = await assistant.json('get_object', { id });
    await assistant.json('get_object_type', { id: record.Type.Id });
    const events = await assistant.all('list_events', {
      CaseId: id,
      StartDateFrom: `${day(-30)}T00:00:00Z`,
      StartDateTo: endOf(day(30)),
    });
    const tasks = await openTasks(assistant, await assistant.all('list_tasks', { CaseId: id }));
    await assistant.all('list_documents', {
      FolderId: DocumentFolderId,
      EntityKind: 'File',
      CreationDateFrom: '2000-01-01T00:00:00Z',
    });
    const related = await assistant.all('list_related_objects', { objectId: id });
    const parties = record.Participants.map(({ Participant }: any) =>
      nameOf(assistant, 'get_participant', Participant),
    );
    const coming = events.filter(({ StartDate }) => Date.parse(StartDate) > Date.now()).slice(0, 3);
    return [
      record.Name,
      record.Number,
      await nameOf(assistant, 'get_user', record.Responsible),
      ...namesOf(tasks).slice(0, 3),
      ...namesOf(coming),
      ...namesOf(related),
      ...(await Promise.all<string>(parties)),
    ];
  },
  short: async (assistant, words) => {
    await assistant.read('case_brief', { case: words.case });
  },
};

const conflictCheck: Story = {
  title: 'a conflict check',
  who: 'oleg',
  isTimeless: true,
  asked: {
    en: 'Have we ever acted for or against Quill & Partners?',
    ru: 'Работали ли мы когда-нибудь против ИП Петрова?',
  },
  words: { en: { party: 'Quill & Partners' }, ru: { party: 'ИП Петров' } },
  plain: async (assistant, words) => {
    const people = await assistant.all('list_participants', { Name: words.party });
    const roles = await assistant.all('list_roles_in_case');
    const facts: string[] = [];
    for (const { Id } of people) {
      const { Cases } = await assistant.json('get_participant', { id: Id });
      for (const one of Cases) {
        const { Name: name, Participants } = await assistant.json('get_object', { id: one.Id });
        const its = Participants.filter(({ Participant }: any) => Participant.Id === Id);
        facts.push(name, ...its.map(({ Role }: any) => roles.find((role) => role.Id === Role.Id).Name));
      }
    }
    return facts;
  },
  short: async (assistant, words) => {
    await assistant.read('find_case', { party: words.party });
  },
};

const workload: Story = {
  title: 'the workload of lawyers',
  who: 'head',
  asked: {
    en: 'How many active cases and overdue tasks does each lawyer have?',
    ru: 'Сколько у каждого юриста дел в работе и просроченных задач?',
  },
  words: { en: {}, ru: {} },
  plain: async (assistant) => {
    const head = await userOf(assistant, 'head');
    const [group] = head.Groups;
    const cases = await assistant.all('search_cases', { ResponsibleIds: [group.Id], Status: 'InWork' });
    const facts: string[] = [];
    for (const user of await assistant.all('list_users', { IsClient: false })) {
      const { Groups } = await assistant.json('get_user', { id: user.Id });
      if (!Groups.some(({ Id }: any) => Id === group.Id)) continue;
      const due = await assistant.all('list_tasks', {
        ResponsibleIds: [user.Id],
        ExecutionDateTo: new Date().toISOString(),
      });
      await openTasks(assistant, due);
      const active = cases.filter(({ Responsible }) => Responsible.Id === user.Id);
      if (active.length > 0) facts.push(user.Name);
    }
    return facts;
  },
  short: async (assistant) => {
    await assistant.read('workload');
  },
};

const signedDocument: Story = {
  title: 'a signed document',
  who: 'anna',
  asked: {
    en: 'Give me the signed PDF of the settlement and who signed it',
    ru: 'Дай PDF мирового соглашения и скажи, кто подписал',
  },
  words: { en: { document: 'Settlement agreement' }, ru: { document: 'Settlement agreement' } },
  plain: async (assistant, words) => {
    const [item] = await assistant.all('list_documents', { Search: words.document, EntityKind: 'File' });
    const { Signatures, docID } = await assistant.json('get_document', { id: item.Id });
    await assistant.read('download_document_pdf', { docID });
    return Signatures.map(({ UserName }: any) => UserName);
  },
  short: async (assistant, words) => {
    await assistant.read('get_document', { id: words.document });
    await assistant.read('download_document_pdf', { docID: words.document });
  },
};

const operator: Story = {
  title: 'the service and its script',
  who: 'it',
  asked: {
    en: 'Is the service healthy? Why did the nightly script fail?',
    ru: 'Сервис в порядке? Почему упал ночной скрипт?',
  },
  words: { en: {}, ru: {} },
  plain: async (assistant) => {
    const health = await assistant.json('check_health');
    await assistant.json('check_health_v2');
    await assistant.read('download_script_log', { Date: day(-1), LogType: 'interpreter' });
    return [health.status];
  },
  short: async (assistant) => {
    await assistant.read('check_health');
    await assistant.read('download_script_log', { Date: day(-1), LogType: 'interpreter' });
  },
};

const newcomer: Story = {
  title: 'a newcomer',
  who: 'anna',
  asked: { en: 'Show me what you can do', ru: 'Покажи, что ты умеешь' },
  words: { en: {}, ru: {} },
  plain: async (assistant) => {
    const me = await userOf(assistant, 'anna');
    const mine = await assistant.all('search_cases', { ResponsibleIds: [me.Id], Status: 'InWork' });
    await assistant.all('list_tasks', { ResponsibleIds: [me.Id] });
    await assistant.all('list_events', { StartDateFrom: `${day()}T00:00:00Z`, StartDateTo: endOf(day(7)) });
    return [me.Name, ...namesOf(mine).slice(0, 3)];
  },
  short: async (assistant) => {
    await assistant.read('who_am_i');
    await assistant.read('find_case', { responsible: 'me', status: 'InWork' });
  },
};

export const reading: readonly Story[] = [
  dueThisWeek,
  myDay,
  whoIsInTheCase,
  brief,
  conflictCheck,
  workload,
  signedDocument,
  demand,
  operator,
  newcomer,
];
