import { fillCard, parties, planHearing, restore } from './cards.ts';
import {
  caseOf,
  day,
  named,
  nameIn,
  nameOf,
  namesOf,
  partiesOf,
  type Story,
  userOf,
  valuesOf,
} from './story.ts';

/** Requests to change records. */

const contract = { name: 'Subcontract 4.txt', text: 'Subcontract no. 4' };

const fileAndReview: Story = {
  title: 'filing a contract and asking for its review',
  who: 'john',
  asked: {
    en: 'File this contract into the Smith case and create a review task for Anna by Friday',
    ru: 'Положи договор в дело Delta и поставь Анне задачу проверить его к пятнице',
  },
  words: { en: { case: 'Smith v. Northbridge Ltd' }, ru: { case: 'Delta v. Romashka' } },
  plain: async (assistant, words) => {
    const { Id: CaseId, DocumentFolderId } = await caseOf(assistant, words.case ?? '');
    const { Id: TypeId } = named(await valuesOf(assistant, 'DocumentType'), 'Contract');
    const { docID } = await assistant.json('create_document', {
      File: contract,
      FolderId: DocumentFolderId,
      CaseId,
      TypeId,
    });
    const anna = await userOf(assistant, 'anna');
    const names = await valuesOf(assistant, 'TaskName');
    if (!namesOf(names).includes('Review contract')) throw new Error('no such task name');
    const priority = named(await assistant.all('list_task_priorities'), 'High');
    const type = named(await assistant.all('list_task_types'), 'Approval');
    await assistant.json('create_task', {
      Name: 'Review contract',
      CaseId,
      TypeId: type.Id,
      PriorityId: priority.Id,
      Responsibles: [{ Id: anna.Id, Type: 'User' }],
      ExecutionDate: `${day(2)}T15:00:00Z`,
      Documents: [docID],
    });
    return [];
  },
  short: async (assistant, words) => {
    const { docID } = await assistant.json('create_document', {
      File: contract,
      CaseId: words.case,
      TypeId: 'Договор / Contract',
    });
    await assistant.json('create_task', {
      Name: 'Review contract',
      CaseId: words.case,
      TypeId: 'Согласование / Approval',
      PriorityId: 'Высокий / High',
      Responsibles: [{ Id: 'Anna Petrova', Type: 'User' }],
      ExecutionDate: `${day(2)}T15:00:00Z`,
      Documents: [docID],
    });
  },
  effect: async (assistant, words) => {
    const { Id: CaseId } = await caseOf(assistant, words.case ?? '');
    const tasks = await assistant.all('list_tasks', {
      CaseId,
      ExecutionDateFrom: `${day(2)}T00:00:00Z`,
      ExecutionDateTo: `${day(2)}T23:59:59Z`,
    });
    const filed = tasks.filter(({ Name, Documents }) => Name === 'Review contract' && Documents.length === 1);
    return Promise.all(
      filed.map(async ({ Name, Responsibles, Type, Priority, Documents }) => {
        const who = await nameOf(assistant, 'get_user', Responsibles[0]);
        const what = await nameIn(assistant, 'list_task_types', Type);
        const urgency = await nameIn(assistant, 'list_task_priorities', Priority);
        return [Name, who, what, urgency, Documents[0].Name].join(', ');
      }),
    );
  },
};

const draft: Story = {
  title: 'drafting from a template',
  who: 'john',
  asked: {
    en: 'Make the reply to the claim from our template in the Delta case',
    ru: 'Сделай ответ на претензию по нашему шаблону в деле Delta',
  },
  words: {
    en: { case: 'Delta v. Romashka', template: 'Reply to claim (template)' },
    ru: { case: 'Delta v. Romashka', template: 'Reply to claim (template)' },
  },
  plain: async (assistant, words) => {
    const { Id: CaseId } = await caseOf(assistant, words.case ?? '');
    const [{ Id: TemplateId }] = await assistant.all('list_documents', { Search: words.template });
    await assistant.json('create_document_from_template', { TemplateId, CaseId });
    return [];
  },
  short: async (assistant, words) => {
    const { Items } = await assistant.json('list_documents', { Search: words.template });
    await assistant.read('create_document_from_template', { TemplateId: Items[0].Id, CaseId: words.case });
  },
  effect: async (assistant, words) => {
    const { DocumentFolderId } = await caseOf(assistant, words.case ?? '');
    const made = await assistant.all('list_documents', {
      FolderId: DocumentFolderId,
      EntityKind: 'File',
      CreationDateFrom: new Date(Date.now() - 600_000).toISOString(),
    });
    return namesOf(made);
  },
};

const intake: Story = {
  title: 'intake of a claim',
  who: 'oleg',
  asked: {
    en: 'Open a claim case for a new company with this tax number, loss on 1 March',
    ru: 'Заведи страховой случай для нового общества с этим ИНН, убыток 1 марта',
  },
  words: {
    en: { party: 'LLC Newcomer', inn: '0000009099', name: 'Newcomer: loss at the warehouse' },
    ru: { party: 'ООО «Новое»', inn: '0000009099', name: 'ООО «Новое»: убыток на складе' },
  },
  plain: async (assistant, words) => {
    const found = await assistant.all('list_participants', { INN: words.inn });
    if (found.length > 0) throw new Error('the company is there already');
    const company = await assistant.json('create_participant', {
      Type: 'Company',
      CompanyInfo: { Name: words.party, IdNumber: words.inn, KPP: '000001001' },
      CheckForDuplicates: true,
    });
    const type = named(await assistant.all('list_case_types'), 'InsuranceClaim');
    await assistant.json('get_case_type', { id: type.Id });
    const made = await assistant.json('create_object', {
      ObjectTypeId: type.Id,
      Name: words.name,
      Fields: { PolicyNumber: 'П-000-777', LossDate: '2026-03-01' },
      CheckForDuplicates: true,
    });
    const role = named(await assistant.all('list_roles_in_case'), 'Claimant');
    await assistant.json('add_case_participant', { id: made.Id, ParticipantId: company.Id, RoleId: role.Id });
    const me = await userOf(assistant, 'oleg');
    await assistant.json('create_task', {
      Name: 'Call client',
      CaseId: made.Id,
      Responsibles: [{ Id: me.Id, Type: 'User' }],
      ExecutionDate: `${day(1)}T12:00:00Z`,
    });
    return [];
  },
  short: async (assistant, words) => {
    await assistant.read('open_case_intake', intakeArguments(words));
  },
  effect: async (assistant, words) => {
    const { Id: id } = await caseOf(assistant, words.name ?? '');
    const card = await assistant.json('get_object', { id });
    const tasks = await assistant.all('list_tasks', { CaseId: id });
    const people = tasks.map(({ Responsibles }) => nameOf(assistant, 'get_user', Responsibles[0]));
    return [
      card.Name,
      card.Fields.PolicyNumber,
      ...(await partiesOf(assistant, card)),
      ...namesOf(tasks),
      ...(await Promise.all(people)),
    ];
  },
};

/** Returns the arguments of the workflow. */
const intakeArguments = (words: Readonly<Record<string, string>>) => ({
  type: 'InsuranceClaim',
  name: words.name,
  fields: { PolicyNumber: 'П-000-777', LossDate: '2026-03-01' },
  party: words.party,
  inn: words.inn,
  role: 'Claimant',
  task: 'Call client',
  responsible: 'me',
  due: day(1),
});

const archiveClosed: Story = {
  title: 'archiving what is closed',
  who: 'head',
  asked: {
    en: 'Archive all cases that were closed before this year',
    ru: 'Отправь в архив все дела, закрытые до этого года',
  },
  words: { en: {}, ru: {} },
  plain: async (assistant) => {
    for (const { Id: id } of await closedCases(assistant))
      await assistant.json('archive_case', { id, CheckForDuplicates: true });
    return [];
  },
  short: async (assistant) => {
    const { cases } = await assistant.data('find_case', { status: 'InWork', changed_before: day(-60) });
    for (const { id, stage } of cases)
      if (['Closed', 'Закрыто'].includes(stage))
        await assistant.read('archive_case', { id, CheckForDuplicates: true });
  },
  effect: async (assistant) => namesOf(await assistant.all('search_cases', { Status: 'Archived' })).sort(),
};

const closedCases = (assistant: Parameters<Story['plain']>[0]) =>
  assistant.all('search_cases', {
    Status: 'InWork',
    LastChangeDateTo: `${day(-60)}T00:00:00Z`,
    Filters: [{ FieldTag: 'Project_Stage_Name', SearchValues: ['Closed', 'Закрыто'] }],
  });

const notify: Story = {
  title: 'a hearing that was moved',
  who: 'oleg',
  asked: {
    en: 'Tell the responsible lawyer of Smith that the court moved the hearing',
    ru: 'Сообщи ответственному по делу Смита, что суд перенёс заседание',
  },
  words: { en: { text: 'The hearing was moved' }, ru: { text: 'Заседание перенесено' } },
  plain: async (assistant, words) => {
    const { Id: CaseId, Url } = await caseOf(assistant, 'Smith');
    const { Responsible } = await assistant.json('get_object', { id: CaseId });
    const events = await assistant.all('list_events', { CaseId, StartDateFrom: `${day()}T00:00:00Z` });
    const type = named(await assistant.all('list_event_types'), 'Hearing');
    const hearing = events.find(({ Type }) => Type.Id === type.Id);
    await assistant.json('update_event', {
      id: hearing.Id,
      StartDate: `${day(14)}T10:00:00Z`,
      EndDate: `${day(14)}T11:30:00Z`,
    });
    await assistant.json('notify_user', {
      id: Responsible.Id,
      Text: words.text,
      Buttons: [{ Text: 'Open the case', Link: Url.replace('http:', 'https:') }],
    });
    return [];
  },
  short: async (assistant, words) => {
    const found = await assistant.data('case_brief', { case: 'Smith' });
    const events = [...found.coming, ...found.recent];
    const hearing = events.find(({ type }) => type.endsWith('/ Hearing'));
    await assistant.read('update_event', {
      id: hearing.id,
      StartDate: `${day(14)}T10:00:00Z`,
      EndDate: `${day(14)}T11:30:00Z`,
    });
    await assistant.read('notify_user', {
      id: found.case.responsible,
      Text: words.text,
      Buttons: [{ Text: 'Open the case', Link: `https://cases.example.com/#/case/${found.case.id}` }],
    });
  },
  effect: async (assistant) => {
    const { Id: CaseId } = await caseOf(assistant, 'Smith');
    const events = await assistant.all('list_events', {
      CaseId,
      StartDateFrom: `${day(14)}T00:00:00Z`,
      StartDateTo: `${day(14)}T23:59:59Z`,
    });
    return events.map(({ Name, StartDate }) => `${Name} ${StartDate}`);
  },
};

export const changing: readonly Story[] = [
  fileAndReview,
  draft,
  intake,
  archiveClosed,
  restore,
  notify,
  parties,
  fillCard,
  planHearing,
];
