/** The records that the embedded service keeps, as plain data. The wire shape is made in `areas/`. */

/** Access levels from weakest to strongest; the same scale for cases, blocks and sections. */
export const accessLevels = ['None', 'View', 'Commenting', 'Edit', 'Administration'] as const;
export type AccessLevel = (typeof accessLevels)[number];

export const sections = [
  'Cases',
  'Events',
  'Tasks',
  'Documents',
  'Participants',
  'Users',
  'Dictionaries',
  'Scripts',
] as const;
export type Section = (typeof sections)[number];

/** Values of custom fields: tag, or field id where there is no tag, to value. A multi-field holds an array. */
export type FieldValues = Record<string, unknown>;

/** Dates are ISO strings in UTC with milliseconds, as they go over the wire. */
export interface Entity {
  id: string;
  createdAt: string;
  changedAt: string;
}

/** A small named record: legal form, event type, task status, priority, task type, project role and the like. */
export interface ResolvedRecord extends Entity {
  name: string;
  sysName: string;
  isSystem: boolean;
}

export interface ObjectClass extends ResolvedRecord {
  section: string;
  icon: string;
}

export type FieldFormat =
  | 'Text'
  | 'Number'
  | 'Date'
  | 'DateTime'
  | 'Boolean'
  | 'Hyperlink'
  | 'Dictionary'
  | 'User'
  | 'Participant'
  | 'Document'
  | 'Object';

export interface Field {
  id: string;
  /** Absent: the field id serves as the tag (`api.md`, Conventions). */
  tag?: string;
  /** Other systems may fill the field under this key (`api.md`, Object: External ID). */
  externalId?: string;
  name: string;
  format: FieldFormat;
  isRequired?: boolean;
  /** A multi-row field: its value is an array. */
  isMulti?: boolean;
  /** For the format Dictionary. */
  dictionaryId?: string;
  /** v1 of the type reports the current date as the default value. */
  defaultsToToday?: boolean;
}

export interface Block {
  id: string;
  name: string;
  tag?: string;
  /** Multi: every field holds an array, one entry a block instance. Table: lists other objects. */
  kind: 'Single' | 'Multi' | 'Table';
  /** For a Table block: the fields of the listed objects that the table shows. */
  fields: Field[];
}

export interface ObjectType extends ResolvedRecord {
  objectClassId: string;
  status: 'Active' | 'Deleted';
  blocks: Block[];
  /** Field ids (or `Name`, `Number`) that together must be unique; a rule naming a deleted field is invalid and not run. */
  duplicateRule?: string[];
  /** Block access that a new object of the type starts with: user id to block id to level. */
  blockAccess?: Record<string, Record<string, AccessLevel>>;
}

export interface Folder extends Entity {
  name: string;
  parentId?: string;
  objectClassId: string;
  /** Users who do not see the folder (and nothing below it). */
  hiddenFrom?: string[];
}

export interface Project extends Entity {
  name: string;
  folderId: string;
  objectClassId: string;
}

export interface CaseParticipant {
  participantId: string;
  /** Several entries of one participant: one for each role. */
  roleId?: string;
}

/** An object of any class; a case is an object whose class has the system name `Case`. */
export interface CaseObject extends Entity {
  name: string;
  number: string;
  description: string;
  typeId: string;
  projectId?: string;
  folderId?: string;
  responsibleId?: string;
  clientId?: string;
  /** Name of the stage. */
  stage?: string;
  isArchived: boolean;
  documentFolderId: string;
  /** Grows by one with every change. */
  version: number;
  /** Keyed by field id. */
  fields: FieldValues;
  /** Table block id to the ids of the objects listed there. */
  tables: Record<string, string[]>;
  participants: CaseParticipant[];
  relatedIds: string[];
  /** Access that differs from the user's section level: user id to level. */
  access: Record<string, AccessLevel>;
  /** Block access that differs from the case's: user id to block id to level. */
  blockAccess: Record<string, Record<string, AccessLevel>>;
}

export interface Participant extends Entity {
  name: string;
  type: 'Individual' | 'Company';
  individual?: {
    lastName: string;
    firstName: string;
    middleName?: string;
    companyId?: string;
    jobTitle?: string;
    dateOfBirth?: string;
    ssn?: string;
  };
  company?: {
    name: string;
    idNumber?: string;
    kpp?: string;
    ogrn?: string;
    okpo?: string;
    legalFormId?: string;
  };
  contact: {
    email?: string;
    phone?: string;
    site?: string;
    address?: string;
    emailMain?: string;
    phoneMain?: string;
  };
  /** Tax number of an individual; a company's is `company.idNumber`. */
  inn?: string;
  ledesClientId?: string;
  attributes: FieldValues;
}

export interface Attendee {
  id: string;
  type: 'Email' | 'Participant' | 'User';
  entityId?: string;
  email?: string;
}

export interface CalendarEvent extends Entity {
  name: string;
  description: string;
  startDate: string;
  endDate: string;
  allDay: boolean;
  typeId: string;
  caseId?: string;
  calendarId: string;
  location?: string;
  reminder?: { value: number; unit: 'Minute' | 'Hour' | 'Day' };
  attendees: Attendee[];
  attributes: FieldValues;
}

export interface Responsible {
  id: string;
  type: 'User' | 'Group';
}

export interface HistoryEntry {
  at: string;
  userId: string;
  action: 'Created' | 'Changed';
}

export interface Task extends Entity {
  name: string;
  description: string;
  caseId?: string;
  typeId: string;
  statusId: string;
  priorityId: string;
  responsibles: Responsible[];
  /** When the task is due. */
  executionDate?: string;
  parentId?: string;
  authorId: string;
  documentIds: string[];
  attributes: FieldValues;
  history: HistoryEntry[];
}

export interface Signature {
  userId: string;
  signedAt: string;
  status: 'Valid' | 'Revoked';
  /** Id of the stored file that holds the signature. */
  fileId: string;
}

/** A document, or a folder of the Documents section. */
export interface DocumentItem extends Entity {
  kind: 'File' | 'Folder';
  name: string;
  parentId?: string;
  caseId?: string;
  typeId?: string;
  date?: string;
  authorId: string;
  fileId?: string;
  isTemplate?: boolean;
  /** Document version, from 1. */
  version: number;
  signatures: Signature[];
  attributes: FieldValues;
}

export interface StoredFile extends Entity {
  name: string;
  mediaType: string;
  bytes: Uint8Array;
  /** Extracted files vanish after `ExtractedFileLifetime`. */
  expiresAt?: string;
}

export interface UserGroup extends Entity {
  name: string;
  memberIds: string[];
}

export interface User extends Entity {
  name: string;
  lastName: string;
  firstName: string;
  middleName: string;
  initials: string;
  email: string;
  /** Login name; also the external id of domain sign-in. */
  login: string;
  password: string;
  passwordExpiresAt?: string;
  isClient: boolean;
  isLocked: boolean;
  /** Never listed. */
  isSystem: boolean;
  isAdministrator: boolean;
  lastLoginAt?: string;
  workingStatusId: string;
  roleIds: string[];
  work: {
    phone: string;
    timeZone: string;
    position: string;
    department: string;
    organization: string;
    site: string;
  };
  attributes: FieldValues;
  /** Own access to each section; absent: what the roles give. */
  sections: Partial<Record<Section, AccessLevel>>;
  /** What the system roles of the user give; `applyRoles` keeps it. */
  roleSections: Partial<Record<Section, AccessLevel>>;
  /** Whether this user sees the work-information block of other users. */
  seesWorkBlock: boolean;
  /** Language of the account: decides the default charset of archive names. */
  language: 'ru' | 'en';
}

export interface Dictionary extends ResolvedRecord {
  values: DictionaryValue[];
}

export interface DictionaryValue extends ResolvedRecord {
  order: number;
  parentId?: string;
  isDisabled?: boolean;
}

export interface Permission {
  section: Section;
  accessLevel: AccessLevel | 'Creator';
}

/** A system role with its permissions on system sections. */
export interface SystemRole extends Entity {
  name: string;
  permissions: Permission[];
}

export interface Call extends Entity {
  from: string;
  to: string;
  direction: 'Incoming' | 'Outgoing';
  startDate: string;
  duration: number;
  userId?: string;
  participantId?: string;
  caseId?: string;
  recordingFileId?: string;
  recordingUrl?: string;
}

export interface Script extends Entity {
  name: string;
  /** How long a run takes. */
  durationMs: number;
}

export interface Notice extends Entity {
  kind: 'Notification' | 'Dialog' | 'Call';
  userId: string;
  senderId: string;
  text: string;
  title?: string;
  objectId?: string;
  buttons: { text: string; link: string; openInNewWindow?: boolean }[];
  closeOnClick: boolean;
  onlyInObjectCard?: boolean;
}

export interface LogFile {
  date: string;
  type: 'console' | 'WorkflowTrace' | 'interpreter';
  scriptId?: string;
  text: string;
}
