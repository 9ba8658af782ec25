import { caseId, groupId, userId } from '../support/sample-ids.ts';

/** Tool call with one right result, however the service differs. */
export interface Question {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Words that distinguish it from other calls of the same tool. */
  readonly about: string;
}

const smith = caseId('smith');
const dayMs = 86_400_000;
const days = (count: number) =>
  new Date(Math.floor(Date.now() / dayMs) * dayMs + count * dayMs).toISOString();
const day = (count: number) => days(count).slice(0, 10);

/** Calls of workflows. */
export const lookupQuestions: readonly Question[] = [
  { tool: 'find_case', about: 'words', args: { query: 'Smith' } },
  { tool: 'find_case', about: 'number', args: { query: 'CL-2026-000123' } },
  { tool: 'find_case', about: 'nothing', args: { query: 'Quetzalcoatl' } },
  { tool: 'find_case', about: 'party', args: { party: 'Northbridge' } },
  { tool: 'find_case', about: 'responsible', args: { responsible: 'me' } },
  { tool: 'find_case', about: 'status', args: { status: 'Archived' } },
  { tool: 'find_case', about: 'changed', args: { changed_before: day(-20) } },
  { tool: 'find_case', about: 'words, status', args: { query: 'Ltd', status: 'Archived' } },
  { tool: 'case_brief', about: 'name', args: { case: 'Smith v. Northbridge' } },
  { tool: 'case_brief', about: 'number', args: { case: 'CL-2026-000123' } },
  { tool: 'case_timeline', about: 'name', args: { case: 'Smith v. Northbridge' } },
  { tool: 'case_timeline', about: 'id', args: { case: smith } },
  { tool: 'agenda', about: 'me', args: {} },
  { tool: 'agenda', about: 'person', args: { person: 'John Hale' } },
  { tool: 'agenda', about: 'group', args: { group: groupId('Litigation') } },
  { tool: 'agenda', about: 'case', args: { case: 'Smith v. Northbridge' } },
  { tool: 'find_person', about: 'INN', args: { query: '0000001011' } },
  { tool: 'find_person', about: 'name', args: { query: 'Smith' } },
  { tool: 'find_person', about: 'phone', args: { query: '+7 495 000-11-11' } },
  { tool: 'find_person', about: 'e-mail', args: { query: 'vector@example.org' } },
  { tool: 'find_person', about: 'nobody', args: { query: 'Quetzalcoatl' } },
  { tool: 'workload', about: 'all', args: {} },
  { tool: 'workload', about: 'group', args: { group: groupId('Litigation') } },
];

/** Values by which the filters of each list are tested, one after the other. */
const filters: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  search_cases: {
    Name: 'Smith',
    Status: 'Archived',
    FolderId: 'Litigation',
    ProjectId: 'Northbridge',
    ObjectTypeId: 'Bankruptcy',
    ResponsibleIds: [userId('anna')],
    MinDate: days(-60),
    MaxDate: days(-60),
    LastChangeDateFrom: days(-10),
    LastChangeDateTo: days(-20),
    Filters: [{ FieldTag: 'Project_Name', SearchValues: ['Smith'] }],
  },
  list_objects: {
    Name: 'Smith',
    Status: 'InWork',
    ObjectClassId: 'Contract',
    FolderId: 'Commercial Court',
    ResponsibleId: userId('anna'),
    CreationDateFrom: days(-60),
    CreationDateTo: days(-60),
    LastChangeDateFrom: days(-10),
    LastChangeDateTo: days(-20),
  },
  list_tasks: {
    CaseId: smith,
    ResponsibleIds: [userId('anna')],
    ExecutionDateFrom: days(0),
    ExecutionDateTo: days(0),
  },
  list_events: { CaseId: smith, StartDateFrom: days(0), StartDateTo: days(0) },
  list_participants: {
    Type: 'Individual',
    Name: 'Northbridge',
    Phone: '+7 495 000-11-11',
    Email: 'vector@example.org',
    INN: '0000001011',
    LastName: 'Smith',
    FirstName: 'Jane',
    KPP: '000001001',
  },
  list_documents: {
    EntityKind: 'Folder',
    CreationDateFrom: days(-30),
    CreationDateTo: days(-30),
    AuthorId: userId('anna'),
    TypeId: 'Statement of claim',
    Search: 'claim',
  },
  list_users: { IsClient: true, IsLocked: true },
  list_folders: { Name: 'Litigation', ParentId: 'Litigation', ObjectClassId: 'Contract' },
  list_projects: { FolderId: 'Commercial Court', ObjectClassId: 'Contract' },
  list_object_types: { ObjectClassId: 'Contract' },
  list_case_types: { ObjectClassId: 'Contract' },
  list_object_classes: { ObjectClassId: 'Contract' },
};

export const listQuestions: readonly Question[] = [
  ...Object.entries(filters).flatMap(([tool, values]) =>
    Object.entries(values).map(([name, value]) => ({ tool, about: name, args: { [name]: value } })),
  ),
  {
    tool: 'list_tasks',
    about: 'CaseId, ExecutionDateFrom',
    args: { CaseId: smith, ExecutionDateFrom: days(-30) },
  },
  { tool: 'list_tasks', about: 'CaseId, all', args: { CaseId: smith, PageSize: 5, all: true } },
  { tool: 'list_participants', about: 'INN, all', args: { INN: '0000001011', PageSize: 5, all: true } },
  { tool: 'list_tasks', about: 'a page of CaseId', args: { CaseId: smith, PageSize: 2 } },
];
