import type { RecordKindData, RecordSource, RecordSources } from '../src/contract/records/record-source.ts';
import { dictionaryTerms, entityKind, participantType } from '../src/contract/records/vocabulary.ts';

const kinds = [
  'object',
  'case',
  'object class',
  'object type',
  'case type',
  'folder',
  'project',
  'stage',
  'role in case',
  'user',
  'system role',
  'user group',
  'participant',
  'task',
  'task type',
  'task status',
  'task priority',
  'task name',
  'event',
  'event type',
  'document',
  'document folder',
  'template',
  'file',
  'document type',
  'dictionary',
  'dictionary value',
  'legal form',
  'field',
] as const;
declare module '../src/contract/records/record-ref.ts' {
  interface RecordKinds extends Record<(typeof kinds)[number], true> {}
}

const objects = {
  isFiltered: true,
  isPaged: true,
  names: ['{Number}'],
  detail: ['{Number}', '{Type.Name}', '{Status}'],
  facts: ['{Stage.Name|Stage}', '{Responsible.Name}', 'client {Client.Name}', '{Project.Name}'],
  changedBy: ['objects', 'cases'],
} as const satisfies Partial<RecordSource>;

const types = { detail: ['{ObjectClass.Name}', '{Status}'] } as const satisfies Partial<RecordSource>;

const documents = {
  list: 'list_documents',
  search: 'Search',
  isPaged: true,
  detail: ['{Case.Name}', '{Type.Name}', '{Date}'],
  facts: ['{FileName}', 'by {Author.Name}'],
  changedBy: ['documents', 'objects', 'cases'],
} as const satisfies Partial<RecordSource>;

const tree = { folder: 'FolderId', parent: 'Folder', folders: { EntityKind: entityKind.folder } } as const;
/**
 * Date filter that matches all documents. It excludes folders (API description, Documents), and makes services include
 * files in subfolders.
 */
const inAllFolders = { CreationDateFrom: '2000-01-01T00:00:00Z' } as const;

const values = { list: 'list_dictionary_values' } as const;

const files = {
  ...documents,
  args: { EntityKind: entityKind.file },
  tree: { ...tree, all: inAllFolders },
  names: ['{FileName}'],
} as const satisfies Partial<RecordSource>;

const sources: RecordSources = {
  object: { ...objects, list: 'search_objects', many: 'objects' },
  case: { ...objects, list: 'search_cases', or: 'object', many: 'cases' },
  'object class': { list: 'list_object_classes', detail: ['{Section}'], many: 'object classes' },
  'object type': { ...types, list: 'list_object_types', many: 'object types' },
  'case type': { ...types, list: 'list_case_types', many: 'case types' },
  folder: {
    list: 'list_folders',
    search: 'Name',
    isNested: true,
    isPaged: true,
    detail: ['{ObjectClass.Name}'],
    many: 'folders',
  },
  project: {
    list: 'list_projects',
    isPaged: true,
    detail: ['{Folder.Name}', '{ObjectClass.Name}'],
    many: 'projects',
  },
  stage: {
    ...values,
    dictionary: dictionaryTerms.stage,
    shown: { list: 'search_objects', of: '{Stage.Id|Stage.Name}' },
    many: 'stages',
  },
  'role in case': { list: 'list_roles_in_case', many: 'roles in a case' },
  user: {
    list: 'list_users',
    isPaged: true,
    codesOf: ['{Email}'],
    login: '{ExternalId}',
    aliases: ['{FirstName} {LastName}', '{LastName} {FirstName}'],
    person: { last: '{LastName}', first: '{FirstName}', middle: '{MiddleName}', byFirstName: true },
    detail: ['{Email}', '{Type}', '{Status}'],
    many: 'users',
  },
  'system role': {
    list: 'list_users',
    isPaged: true,
    inside: { read: 'get_user', lists: [['Roles', 'User']] },
    isUnlisted: true,
    detail: ['of {User.Name}'],
    changedBy: ['UserManagment', 'RolePermissions'],
    many: 'system roles that users have',
  },
  'user group': {
    list: 'list_users',
    isPaged: true,
    inside: { read: 'get_user', lists: [['Groups', 'User']] },
    isUnlisted: true,
    changedBy: ['UserManagment'],
    many: 'groups that users are in',
  },
  participant: {
    list: 'list_participants',
    search: 'Name',
    codes: [
      [/^\d{10}(?:\d\d)?$/, 'INN'],
      [/^[^\s@]+@\S+$/, 'Email'],
    ],
    isPaged: true,
    codesOf: ['{CompanyInfo.IdNumber|INN}', '{ContactInfo.EmailMain}', '{ContactInfo.Email}'],
    aliases: [
      '{IndividualInfo.FirstName} {IndividualInfo.LastName}',
      '{IndividualInfo.LastName} {IndividualInfo.FirstName}',
      '{CompanyInfo.Name}',
    ],
    person: {
      last: '{IndividualInfo.LastName|LastName}',
      first: '{IndividualInfo.FirstName|FirstName}',
      middle: '{IndividualInfo.MiddleName|MiddleName}',
      type: participantType.individual,
    },
    companyType: participantType.company,
    detail: [
      'INN {CompanyInfo.IdNumber|INN}',
      '{Type}',
      '{ContactInfo.EmailMain|ContactInfo.Email}',
      // If nothing else distinguishes people with the same name, show one of their cases.
      'in {Cases.Name}',
    ],
    changedBy: ['participants'],
    many: 'participants',
  },
  'task type': { list: 'list_task_types', many: 'task types' },
  'task status': { list: 'list_task_statuses', many: 'task statuses' },
  'task priority': { list: 'list_task_priorities', many: 'task priorities' },
  'task name': {
    ...values,
    dictionary: dictionaryTerms.taskName,
    shown: { list: 'list_tasks', of: '{Name}' },
    many: 'task names',
  },
  'event type': { list: 'list_event_types', many: 'event types' },
  document: { ...files, many: 'documents' },
  template: {
    ...files,
    usuallyIn: { kind: 'document folder', words: ['templat', 'шаблон'] },
    many: 'templates',
  },
  'document folder': { ...documents, args: tree.folders, tree, many: 'document folders' },
  'document type': {
    ...values,
    dictionary: dictionaryTerms.documentType,
    shown: {
      list: 'list_documents',
      args: { EntityKind: entityKind.file, ...inAllFolders },
      of: '{Type.Id|Type.Name}',
    },
    many: 'document types',
  },
  dictionary: { list: 'list_dictionaries', many: 'dictionaries' },
  'dictionary value': { ...values, within: 'id', many: 'dictionary values' },
  'legal form': { list: 'list_legal_forms', many: 'legal forms' },
  field: {
    list: 'list_object_types',
    inside: {
      read: 'get_object_type',
      lists: [
        ['Blocks', 'Of'],
        ['Fields', 'Block'],
      ],
    },
    key: '{Tag|Id}',
    aliases: ['{Tag}', '{Id}'],
    detail: ['{Block.Name}', '{Of.Name}'],
    many: 'fields',
  },
};

/** All kinds of records, and how casebridge finds them by name. */
export const recordKinds: RecordKindData = { kinds, sources };
