import type { OperationName } from '../operations/operation-client.ts';
import type { RecordKind } from './record-ref.ts';

/**
 * Source of a field name: `stated` in the API description, or `presumed` (guessed). Deployments may use a different
 * name from the presumed one.
 */
type Known = 'stated' | 'presumed';

/** A field that contains a record, a list or a map. */
interface Held {
  readonly from: Known;
  /** Type of the record in the field, or of each entry in its list. */
  readonly shape: ShapeName;
  readonly holds: 'one' | 'list' | 'map';
  /** Kind of record that the field refers to. If this is a map, the `Type` of the reference selects the kind. */
  readonly to?: RecordKind | Readonly<Record<string, RecordKind | undefined>>;
}

export type AnswerField = Known | Held;

/** Returns the kind that a reference points to. Default for an unknown type: the first kind. */
export function kindReferredTo({ to }: Held, type: string | undefined): RecordKind | undefined {
  if (to === undefined || typeof to === 'string') return to;
  return type !== undefined && Object.hasOwn(to, type) ? to[type] : Object.values(to)[0];
}
export type AnswerShape = Readonly<Record<string, AnswerField>>;

const stated = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, 'stated'])) as Record<string, Known>;
const presumed = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, 'presumed'])) as Record<string, Known>;
const one = (shape: ShapeName, from: Known = 'presumed'): Held => ({ from, shape, holds: 'one' });
const list = (shape: ShapeName, from: Known = 'presumed'): Held => ({ from, shape, holds: 'list' });
const to = (kind: Held['to'], from: Known = 'presumed'): Held => ({ ...one('reference', from), to: kind });
const several = (kind: Held['to'], from: Known = 'presumed'): Held => ({
  ...list('reference', from),
  to: kind,
});

/** Fields of any record (API description, Entity reference). */
const base = stated('Id', 'CreationDate', 'LastChangeDate', 'Url');

export type ShapeName =
  | ('page' | 'reference' | 'term' | 'case' | 'party' | 'task' | 'event' | 'attendee' | 'document' | 'user')
  | ('workInfo' | 'participant' | 'individual' | 'company' | 'contacts' | 'type' | 'block' | 'field')
  | ('folder' | 'project' | 'calendar' | 'interval');

/**
 * Response fields that workflows and name search read, by record type. Each is marked as stated or presumed. When
 * casebridge reads a response, it replaces a deployment's names with these.
 */
export const answerShapes: Readonly<Record<ShapeName, AnswerShape>> = {
  page: { ...stated('Items'), ...presumed('NextPageUrl') },
  /** The API description states only the base fields. Some services add a name and a type. */
  reference: { ...base, ...presumed('Name', 'Type') },
  /** A status, type, role, or dictionary value. */
  term: {
    ...base,
    ...presumed('Name', 'SysName', 'Section'),
    ...presumed('IsFinal', 'IsFinished', 'IsCompleted', 'IsClosed', 'IsClosing', 'IsDone'),
  },
  case: {
    ...base,
    ...stated('DocumentFolderId', 'Version'),
    ...presumed('Name', 'Number', 'Description', 'Status', 'IsArchive'),
    Type: to('object type'),
    Class: to('object class'),
    Folder: to('folder'),
    Project: to('project'),
    Stage: to('stage'),
    Responsible: to('user'),
    Client: to('participant'),
    Participants: list('party'),
    Fields: { from: 'presumed', shape: 'reference', holds: 'map' },
  },
  party: { Participant: to('participant'), Role: to('role in case') },
  task: {
    ...base,
    ...presumed('Name', 'ExecutionDate'),
    Case: to('object'),
    Type: to('task type'),
    Status: to('task status'),
    Priority: to('task priority'),
    Responsibles: several({ User: 'user', Group: undefined }),
  },
  event: {
    ...base,
    ...stated('Name', 'Description', 'StartDate', 'EndDate', 'AllDay'),
    ...presumed('Location'),
    Case: to('object', 'stated'),
    Type: to('event type', 'stated'),
    Attendees: list('attendee', 'stated'),
  },
  attendee: { ...base, ...stated('EntityId', 'Type', 'Email'), ...presumed('Name') },
  document: {
    ...base,
    ...presumed('Name', 'FileName', 'EntityKind', 'Date', 'Extension', 'Size'),
    Case: to('object'),
    Folder: to('document folder'),
    Type: to('document type'),
    Author: to('user'),
  },
  user: {
    ...base,
    ...presumed('Name', 'Email', 'ExternalId', 'FirstName', 'LastName', 'Type', 'Status', 'TimeZone'),
    ...presumed('IsClient', 'IsLocked'),
    Groups: several(undefined),
    Roles: several(undefined),
    WorkInfo: one('workInfo'),
    WorkingStatus: one('term'),
  },
  workInfo: presumed('Position', 'Department', 'Phone'),
  participant: {
    ...base,
    ...stated('Type', 'Name', 'INN', 'KPP', 'Email', 'Phone', 'LastName', 'FirstName'),
    ...stated('EmailMain', 'PhoneMain'),
    IndividualInfo: one('individual'),
    CompanyInfo: one('company'),
    ContactInfo: one('contacts'),
    Cases: several('object'),
  },
  individual: presumed('LastName', 'FirstName', 'MiddleName', 'INN'),
  company: presumed('Name', 'IdNumber', 'KPP'),
  contacts: { ...stated('EmailMain', 'PhoneMain'), ...presumed('Email', 'Phone') },
  type: {
    ...base,
    ...presumed('Name', 'SysName', 'Status'),
    ObjectClass: to('object class'),
    Blocks: list('block'),
  },
  block: { ...presumed('Id', 'Name'), Fields: list('field') },
  field: presumed('Id', 'Tag', 'Name', 'Format', 'DictionaryId'),
  folder: {
    ...base,
    ...presumed('Name'),
    Parent: to('folder'),
    ObjectClass: to('object class'),
    Items: list('folder'),
  },
  project: { ...base, ...presumed('Name'), Folder: to('folder'), ObjectClass: to('object class') },
  calendar: { ...presumed('Dates'), Intervals: list('interval') },
  interval: presumed('Start', 'End'),
};

export const answersOf: Readonly<Partial<Record<OperationName, ShapeName | readonly [ShapeName]>>> = {
  get_object: 'case',
  create_object: 'case',
  search_objects: ['case'],
  search_cases: ['case'],
  list_objects: ['case'],
  list_cases: ['case'],
  list_related_objects: ['case'],
  list_tasks: ['task'],
  get_task: 'task',
  create_task: 'task',
  list_events: ['event'],
  get_event: 'event',
  list_documents: ['document'],
  get_document: 'document',
  list_users: ['user'],
  list_users_v1: ['user'],
  get_user: 'user',
  list_participants: ['participant'],
  get_participant: 'participant',
  create_participant: 'participant',
  list_object_types: ['type'],
  list_case_types: ['type'],
  get_object_type: 'type',
  list_object_classes: ['term'],
  list_task_types: ['term'],
  list_task_statuses: ['term'],
  list_task_priorities: ['term'],
  list_event_types: ['term'],
  list_roles_in_case: ['term'],
  list_legal_forms: ['term'],
  list_dictionaries: ['term'],
  list_dictionary_values: ['term'],
  list_folders: ['folder'],
  list_projects: ['project'],
  get_non_working_days: 'calendar',
};

/** Returns the type of record that any version of a read operation returns, if it is known. */
export function shapeShownBy(tool: string): ShapeName | undefined {
  const shapes: Readonly<Record<string, ShapeName | readonly [ShapeName] | undefined>> = answersOf;
  const shape = shapes[tool] ?? shapes[tool.replace(/_v\d+$/, '')];
  return typeof shape === 'string' ? shape : undefined;
}
