import { documentId, participantId, sampleIds, userId } from '../support/sample-ids.ts';

type Arguments = Readonly<Record<string, unknown>>;
export type Call = readonly [tool: string, args: Arguments];

/** A change of many fields, and the reads that show its result. */
export interface ChangeQuestion {
  readonly tool: string;
  readonly args: Arguments;
  /** Calls that prepare the records. */
  readonly before?: readonly Call[];
  /** Reads of the changed records. For a created record, `madeShownBy` is the tool that reads it by id. */
  readonly shown: readonly Call[];
  readonly madeShownBy?: string;
}

const { smith, prepareBundle, hearing, northbridge, claimant, emptyCard, lawyerRole } = sampleIds;
const expert = participantId('expert');
const card: Call = ['get_object', { id: smith }];
const both = [card, ['get_object', { id: emptyCard }]] as const;
const span = { StartDate: '2026-03-31T09:00:00Z', EndDate: '2026-03-31T10:30:00Z' };
const day = '2026-04-01T09:00:00Z';

export const changeQuestions: readonly ChangeQuestion[] = [
  {
    tool: 'create_object',
    args: {
      ObjectTypeId: 'Арбитражное дело / Commercial litigation',
      Name: 'Harbour v. Ромашка',
      Number: 'N-1/2',
      Description: 'Lost cargo.',
      ResponsibleId: userId('ivan'),
      ClientId: northbridge,
      FolderId: 'Litigation',
      Stage: 'Intake',
      Fields: { CaseNumber: 'А40-1/2026', ClaimAmount: 1200.5 },
    },
    shown: [],
    madeShownBy: 'get_object',
  },
  {
    tool: 'edit_object',
    args: {
      id: smith,
      Name: 'Smith v. All',
      Description: 'Shorter.',
      ResponsibleId: userId('ivan'),
      Stage: 'Intake',
      Fields: { ClaimAmount: 5 },
    },
    shown: both,
  },
  {
    tool: 'update_object',
    args: { id: smith, Name: 'Smith v. Some', Fields: { CaseNumber: 'N-5', ClaimAmount: 7 } },
    shown: both,
  },
  {
    tool: 'create_task',
    args: {
      NameId: 'Draft witness statement',
      Description: 'Two pages.',
      CaseId: smith,
      Responsibles: [{ Id: userId('john'), Type: 'User' }],
      ExecutionDate: day,
      StatusId: 'In progress',
      Documents: [documentId('smithClaim')],
      Attributes: { Hours: 5 },
    },
    shown: [],
    madeShownBy: 'get_task',
  },
  {
    tool: 'update_task',
    args: {
      id: prepareBundle,
      NameId: 'Draft witness statement',
      Description: 'All of it',
      ExecutionDate: day,
      StatusId: 'Done',
    },
    shown: [['get_task', { id: prepareBundle }]],
  },
  {
    tool: 'create_event',
    args: {
      Name: 'Conference',
      ...span,
      Description: 'By video.',
      TypeId: 'Meeting',
      CaseId: smith,
      Location: 'Room 4',
    },
    shown: [],
    madeShownBy: 'get_event',
  },
  {
    tool: 'update_event',
    args: { id: hearing, Name: 'Moved', ...span, Location: 'Room 5' },
    shown: [['get_event', { id: hearing }]],
  },
  {
    tool: 'create_participant',
    args: {
      Type: 'Company',
      Name: 'АО «Новая верфь»',
      CompanyInfo: { IdNumber: '0000009099', KPP: '000001001' },
      ContactInfo: { EmailMain: 'wharf@example.org', PhoneMain: '+74950009999' },
      Attributes: { Segment: 'Новый' },
    },
    shown: [],
    madeShownBy: 'get_participant',
  },
  {
    tool: 'edit_participant',
    args: { id: northbridge, Name: 'Northbridge plc', ContactInfo: { EmailMain: 'new@example.org' } },
    shown: [['get_participant', { id: northbridge }]],
  },
  {
    tool: 'create_document',
    args: {
      Name: 'Settlement agreement',
      CaseId: smith,
      Date: day,
      File: { name: 'settlement.txt', text: 'Both agree.' },
    },
    shown: [],
    madeShownBy: 'get_document',
  },
  {
    tool: 'update_document',
    args: { Id: documentId('smithClaim'), Date: day, Attributes: { Court: 'Westmoor' } },
    shown: [['get_document', { id: documentId('smithClaim') }]],
  },
  {
    tool: 'add_case_participant',
    args: { id: smith, ParticipantId: expert, RoleId: claimant },
    shown: both,
  },
  {
    tool: 'exclude_participant',
    before: [['add_case_participant', { id: smith, ParticipantId: expert, RoleId: claimant }]],
    args: { ProjectId: smith, ParticipantId: expert, RoleId: claimant },
    shown: both,
  },
  { tool: 'archive_case', args: { id: smith }, shown: both },
  { tool: 'archive_object', args: { id: smith }, shown: both },
  { tool: 'restore_case', before: [['archive_case', { id: smith }]], args: { id: smith }, shown: both },
  { tool: 'delete_case', before: [['archive_case', { id: smith }]], args: { id: smith }, shown: both },
  { tool: 'delete_task', args: { id: prepareBundle }, shown: [['get_task', { id: prepareBundle }]] },
  { tool: 'delete_event', args: { id: hearing }, shown: [['get_event', { id: hearing }]] },
  {
    tool: 'delete_document',
    args: { docID: documentId('smithClaim') },
    shown: [['get_document', { id: documentId('smithClaim') }]],
  },
  {
    tool: 'add_related_objects',
    args: { objectId: smith, ObjectIds: [sampleIds.lyutik] },
    shown: [['list_related_objects', { objectId: smith }]],
  },
  {
    tool: 'remove_related_objects',
    before: [['add_related_objects', { objectId: smith, ObjectIds: [sampleIds.lyutik] }]],
    args: { objectId: smith, ids: [sampleIds.lyutik] },
    shown: [['list_related_objects', { objectId: smith }]],
  },
  {
    tool: 'update_role_permission',
    args: { RoleId: lawyerRole, Permissions: [{ Section: 'Documents', AccessLevel: 'View' }] },
    shown: [['list_role_permissions', { RoleId: lawyerRole }]],
  },
  {
    tool: 'update_non_working_days',
    args: { Dates: ['2026-12-31', '2026-12-30'], drop: ['all'] },
    shown: [['get_non_working_days', {}]],
  },
];
