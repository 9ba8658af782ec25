/** One call of an assistant: what came back, as data. */
export type Call = (name: string, args?: Record<string, unknown>) => Promise<any>;

/** What a user wants, told twice: with nothing but operations, and with lookups and names. */
export interface Story {
  readonly title: string;
  readonly login: string;
  readonly plain: (call: Call) => Promise<void>;
  readonly short: (call: Call) => Promise<void>;
}

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const moment = (days: number, time = '00:00') => `${day(days)}T${time}:00Z`;

/** Without names an assistant looks ids up in lists. */
const caseNamed = async (call: Call, Name: string) => (await call('search_cases', { Name })).Items[0];
const userNamed = async (call: Call, part: string) =>
  (await call('list_users')).Items.find(({ Name }: any) => Name.includes(part));
const roleNamed = async (call: Call, SysName: string) =>
  (await call('list_roles_in_case')).Items.find((one: any) => one.SysName === SysName);

async function taskNames(call: Call) {
  const { Items } = await call('list_dictionaries');
  const { Id } = Items.find(({ SysName }: any) => SysName === 'TaskName');
  return call('list_dictionary_values', { id: Id });
}

const me = async (call: Call) => {
  const { Id } = await userNamed(call, 'Anna Petrova');
  return call('get_user', { id: Id });
};
const hearing = { Name: 'Hearing moved', StartDate: moment(9, '10:00'), EndDate: moment(9, '11:00') };
const text = (name: string) => ({ name, text: 'Draft' });

/** What users of such systems ask for. */
export const stories: readonly Story[] = [
  {
    title: 'due this week',
    login: 'anna',
    plain: async (call) => {
      const { Id } = await caseNamed(call, 'Smith');
      const tasks = await call('list_tasks', {
        CaseId: Id,
        ExecutionDateFrom: moment(0),
        ExecutionDateTo: moment(7),
      });
      await call('list_events', { CaseId: Id, StartDateFrom: moment(0), StartDateTo: moment(7) });
      await call('list_task_statuses');
      const people = tasks.Items.flatMap(({ Responsibles }: any) => Responsibles);
      const users = new Set<string>(
        people.filter(({ Type }: any) => Type === 'User').map((one: any) => one.Id),
      );
      for (const id of users) await call('get_user', { id });
    },
    short: async (call) => {
      await call('agenda', { case: 'Smith' });
    },
  },
  {
    title: 'my day',
    login: 'anna',
    plain: async (call) => {
      const { Id, Groups } = await me(call);
      await call('list_tasks', { ResponsibleIds: [Id], ExecutionDateTo: moment(1) });
      for (const group of Groups)
        await call('list_tasks', { ResponsibleIds: [group.Id], ExecutionDateTo: moment(1) });
      await call('list_events', { StartDateFrom: moment(0), StartDateTo: moment(1) });
      await call('list_task_statuses');
      await call('get_non_working_days');
    },
    short: async (call) => {
      await call('agenda', { to: day(0) });
    },
  },
  {
    title: 'who is in the case',
    login: 'oleg',
    plain: async (call) => {
      const { Id } = await caseNamed(call, 'А40-123456');
      const { Participants } = await call('get_object', { id: Id });
      await call('list_roles_in_case');
      for (const { Participant } of Participants) await call('get_participant', { id: Participant.Id });
    },
    short: async (call) => {
      await call('case_brief', { case: 'А40-123456' });
    },
  },
  {
    title: 'matter brief',
    login: 'head',
    plain: async (call) => {
      const found = await caseNamed(call, 'Delta v. Romashka');
      const CaseId = found.Id;
      await call('get_object', { id: CaseId });
      await call('list_events', { CaseId, StartDateFrom: moment(-30), StartDateTo: moment(30) });
      await call('list_tasks', { CaseId });
      await call('list_task_statuses');
      const { Items } = await call('list_documents', { FolderId: found.DocumentFolderId });
      for (const { Id, EntityKind } of Items)
        if (EntityKind === 'Folder') await call('list_documents', { FolderId: Id });
      await call('list_related_objects', { objectId: CaseId });
    },
    short: async (call) => {
      await call('case_brief', { case: 'Delta v. Romashka' });
    },
  },
  {
    title: 'file and review',
    login: 'anna',
    plain: async (call) => {
      const { Id, DocumentFolderId } = await caseNamed(call, 'Smith');
      await call('list_documents', { FolderId: DocumentFolderId });
      const { Id: document } = await call('create_document', {
        File: text('contract.txt'),
        FolderId: DocumentFolderId,
      });
      const { Id: john } = await userNamed(call, 'John Hale');
      await call('list_task_types');
      await call('list_task_priorities');
      await taskNames(call);
      await call('create_task', {
        ...{ Name: 'Review contract', CaseId: Id, Documents: [document], ExecutionDate: moment(5) },
        Responsibles: [{ Id: john, Type: 'User' }],
      });
    },
    short: async (call) => {
      const { Id } = await call('create_document', { File: text('contract.txt'), CaseId: 'CL-2026-000123' });
      await call('create_task', {
        ...{ Name: 'Review contract', CaseId: 'Smith v. Northbridge Ltd', Documents: [Id] },
        ...{ ExecutionDate: moment(5), Responsibles: [{ Id: 'John Hale', Type: 'User' }] },
      });
    },
  },
  {
    title: 'draft from a template',
    login: 'anna',
    plain: async (call) => {
      const { Id } = await caseNamed(call, 'Smith');
      const { Items } = await call('list_documents');
      const folder = Items.find(({ Name }: any) => Name.includes('Templates'));
      const templates = await call('list_documents', { FolderId: folder.Id });
      const { Id: TemplateId } = templates.Items.find(({ Name }: any) => Name.startsWith('Reply'));
      await call('create_document_from_template', { TemplateId, CaseId: Id });
    },
    short: async (call) => {
      const { Items } = await call('list_documents', { Search: 'Reply to claim (template)' });
      await call('create_document_from_template', {
        TemplateId: Items[0].Id,
        CaseId: 'Smith v. Northbridge Ltd',
      });
    },
  },
  {
    title: 'intake',
    login: 'anna',
    plain: async (call) => {
      await call('list_participants', { INN: '0000009990' });
      const party = await call('create_participant', {
        ...{ Type: 'Company', Name: 'ООО Новая сторона', CheckForDuplicates: true },
        CompanyInfo: { IdNumber: '0000009990' },
      });
      const { Items } = await call('list_object_types');
      const type = Items.find(({ SysName }: any) => SysName === 'InsuranceClaim');
      await call('get_object_type', { id: type.Id });
      const role = await roleNamed(call, 'Claimant');
      const made = await call('create_object', {
        ...{ ObjectTypeId: type.Id, Name: 'Loss on 12 March', CheckForDuplicates: true },
      });
      await call('add_object_participant', { id: made.Id, ParticipantId: party.Id, RoleId: role.Id });
      await taskNames(call);
      await call('create_task', { Name: 'Call client', CaseId: made.Id, ExecutionDate: moment(3) });
    },
    short: async (call) => {
      await call('open_case_intake', {
        ...{ name: 'Loss on 12 March', type: 'Insurance claim', role: 'Claimant', task: 'Call client' },
        ...{ party: 'ООО Новая сторона', inn: '0000009990', due: day(3) },
      });
    },
  },
  {
    title: 'conflict check',
    login: 'head',
    plain: async (call) => {
      const { Items } = await call('list_participants', { Name: 'Петров' });
      const cases = new Set<string>(Items.flatMap(({ Cases }: any) => Cases.map(({ Id }: any) => Id)));
      for (const id of cases) await call('get_object', { id });
    },
    short: async (call) => {
      await call('find_case', { party: 'Петров' });
    },
  },
  {
    title: 'archive what is closed',
    login: 'head',
    plain: async (call) => {
      const { Items } = await call('search_cases', { Status: 'InWork', LastChangeDateTo: moment(-20) });
      for (const { Id, Stage } of Items) if (Stage === 'Закрыто') await call('archive_case', { id: Id });
    },
    short: async (call) => {
      const { cases } = await call('find_case', {
        ...{ status: 'InWork', stage: 'Закрыто', changed_before: day(-20) },
      });
      for (const { id } of cases) await call('archive_case', { id });
    },
  },
  {
    title: 'restore',
    login: 'head',
    plain: async (call) => {
      const { Items } = await call('search_cases', { Name: 'Ёлкина', Status: 'Archived' });
      await call('restore_case', { id: Items[0].Id });
    },
    short: async (call) => {
      await call('restore_case', { id: 'Ёлкина к ООО «Лютик»' });
    },
  },
  {
    title: 'tell the responsible lawyer',
    login: 'oleg',
    plain: async (call) => {
      const { Id } = await caseNamed(call, 'Smith');
      const { Responsible, Url } = await call('get_object', { id: Id });
      await call('list_event_types');
      await call('create_event', { ...hearing, CaseId: Id });
      await call('get_user', { id: Responsible.Id });
      await call('notify_user', {
        ...{ id: Responsible.Id, Text: 'The hearing was moved.' },
        Buttons: [{ Text: 'Case', Link: Url }],
      });
    },
    short: async (call) => {
      const [found] = (await call('find_case', { query: 'Smith' })).cases;
      await call('create_event', { ...hearing, CaseId: found.id });
      await call('notify_user', {
        ...{ id: found.responsible, Text: 'The hearing was moved.' },
        Buttons: [{ Text: 'Case', Link: found.url }],
      });
    },
  },
  {
    title: 'workload',
    login: 'head',
    plain: async (call) => {
      await call('list_users', { IsClient: false, IsLocked: false });
      await call('search_cases', { Status: 'InWork' });
      await call('list_tasks', { ExecutionDateTo: moment(0) });
      await call('list_task_statuses');
    },
    short: async (call) => {
      await call('workload');
    },
  },
  {
    title: 'add a party and drop another',
    login: 'anna',
    plain: async (call) => {
      const { Id } = await caseNamed(call, 'Smith');
      const { Items } = await call('list_participants', { Name: 'Лютик' });
      const role = await roleNamed(call, 'ThirdParty');
      await call('add_case_participant', { id: Id, ParticipantId: Items[0].Id, RoleId: role.Id });
      const { Participants } = await call('get_object', { id: Id });
      const { Participant } = Participants.find((one: any) => one.Role?.Name.includes('Expert'));
      await call('exclude_participant', { ProjectId: Id, ParticipantId: Participant.Id });
    },
    short: async (call) => {
      await call('add_case_participant', {
        ...{ id: 'Smith v. Northbridge Ltd', ParticipantId: 'ООО «Лютик»', RoleId: 'Third party' },
      });
      await call('exclude_participant', {
        ...{ ProjectId: 'Smith v. Northbridge Ltd', ParticipantId: 'Alan Whitcombe' },
      });
    },
  },
  {
    title: 'fill the card safely',
    login: 'anna',
    plain: async (call) => {
      const found = await caseNamed(call, 'Smith');
      const { Version } = await call('get_object', { id: found.Id });
      await call('get_object_type', { id: found.Type.Id });
      const change = { Stage: 'Trial', Fields: { ClaimAmount: 1_250_000 } };
      await call('edit_object', { id: found.Id, ...change, Version, IsVersionEnabled: true });
      await call('get_object', { id: found.Id });
    },
    short: async (call) => {
      const { case: found } = await call('case_brief', { case: 'Smith' });
      const change = { Stage: 'Trial', Fields: { ClaimAmount: 1_250_000 } };
      // Its answer is the case as it was saved.
      await call('edit_object', { id: found.id, ...change, Version: found.version, IsVersionEnabled: true });
    },
  },
  {
    title: 'a signed document',
    login: 'anna',
    plain: async (call) => {
      const { DocumentFolderId } = await caseNamed(call, 'Smith');
      const { Items } = await call('list_documents', { FolderId: DocumentFolderId });
      const document = Items.find(({ Name }: any) => Name.startsWith('Settlement')) ?? Items.at(-1);
      await call('get_document', { id: document.Id });
      await call('download_document', { docID: document.Id });
    },
    short: async (call) => {
      const { Id } = await call('get_document', { id: 'Settlement agreement (draft)' });
      await call('download_document', { docID: Id });
    },
  },
  {
    title: 'health and the nightly script',
    login: 'admin',
    plain: async (call) => {
      await call('check_health_v2');
      await call('check_health');
      await call('download_script_log', { Date: day(-1) });
    },
    short: async (call) => {
      await call('check_health_v2');
      await call('download_script_log', { Date: day(-1) });
    },
  },
  {
    title: 'calendar planning',
    login: 'anna',
    plain: async (call) => {
      await call('get_non_working_days');
      const { Id } = await caseNamed(call, 'Smith');
      await call('list_events', { StartDateFrom: moment(9), StartDateTo: moment(10) });
      const { Items } = await call('list_participants', { Name: 'Quill' });
      await call('list_event_types');
      const Attendees = [{ Type: 'Participant', EntityId: Items[0].Id }];
      await call('create_event', { ...hearing, CaseId: Id, Attendees });
    },
    short: async (call) => {
      await call('agenda', { from: day(9), to: day(9) });
      const Attendees = [{ Type: 'Participant', EntityId: 'Quill & Partners LLP' }];
      await call('create_event', { ...hearing, CaseId: 'Smith v. Northbridge Ltd', Attendees });
    },
  },
  {
    title: 'what is there',
    login: 'newcomer',
    plain: async (call) => {
      await call('list_object_types');
      await call('list_cases');
      await call('list_tasks');
      await call('list_events');
      await call('list_users');
    },
    short: async (call) => {
      await call('who_am_i');
      await call('find_case', {});
    },
  },
];
