import type { Quirks } from '../quirks/quirks.ts';
import { accessLevels } from '../state/entities/access.ts';
import { array, type Components, dateTime, type Json, object, text, uuid } from './components.ts';
import { baseReference, type Refer } from './references.ts';

/** Context on which the properties of a record depend. */
export interface Shown {
  /** Version of the document. */
  readonly version: number;
  readonly components: Components;
  readonly refer: Refer;
  readonly wholeLists: Quirks['wholeLists'];
}
type Properties = Record<string, Json>;

export const flag: Json = { type: 'boolean' };
const count: Json = { type: 'integer', format: 'int32', nullable: true };
const bytes: Json = { type: 'integer', format: 'int64', nullable: true };
const values: Json = { type: 'object', additionalProperties: true };
const moment: Json = { ...dateTime, nullable: true };
const optionalId: Json = { ...uuid, nullable: true };
export const oneOf = (...words: readonly string[]): Json => ({ type: 'string', enum: words });

const named: Properties = { Name: text, SysName: text, IsSystem: flag };

/** Properties of each kind of record, without its base fields. They must match the responses of the routes. */
const kinds = {
  'Object/Case': ({ refer }) => ({
    ...{ Name: text, Number: text, Description: text },
    Type: refer('id and name'),
    Class: refer('with its system name'),
    Status: oneOf('InWork', 'Archived'),
    Stage: text,
    Responsible: refer('id and name'),
    ...{ Project: refer('nameless'), Folder: refer('nameless'), Client: refer('nameless') },
    DocumentFolderId: uuid,
    Version: { type: 'integer', format: 'int64' },
    Fields: values,
    Participants: array(object({ Participant: refer('id and name'), Role: refer('id and name') })),
  }),
  ObjectType: (shown): Properties => ({
    ...named,
    Status: oneOf('Active', 'Deleted'),
    ObjectClass: recordSchema('ObjectClass', shown, 'nullable'),
    Blocks: array(
      object({
        ...{ Id: uuid, Name: text, Tag: text },
        Kind: oneOf('Single', 'Multi', 'Table'),
        Fields: array(fieldOf(shown)),
      }),
    ),
  }),
  ObjectClass: () => ({ ...named, Section: text, Icon: text }),
  Folder: (shown): Properties => ({
    Name: text,
    ObjectClass: recordSchema('ObjectClass', shown, 'nullable'),
    Permissions: array(oneOf(...accessLevels.slice(1))),
    ...(shown.version >= 2
      ? { Items: array(recordSchema('Folder', shown)), IsLeaf: flag, Opened: flag }
      : {}),
  }),
  Project: ({ refer }) => ({
    Name: text,
    Folder: refer('nameless'),
    ObjectClass: refer('nameless'),
    Position: text,
  }),
  RoleInCase: () => named,
  Event: ({ version, refer, components }) => ({
    ...{ Name: text, Description: text },
    ...{ StartDate: dateTime, EndDate: dateTime, AllDay: flag },
    ...{ Type: refer('with its name'), Case: refer('with its name'), Calendar: refer('value') },
    Location: text,
    Reminder: {
      ...object({ Value: { type: 'integer', format: 'int32' }, Unit: oneOf('Minute', 'Hour', 'Day') }),
      nullable: true,
    },
    Attendees: array(attendeeOf(components)),
    ...(version >= 3 ? { Attributes: values } : {}),
  }),
  EventType: () => named,
  Task: ({ version, refer }) => ({
    ...{ Name: text, Description: text },
    ...{
      Case: refer('id and name'),
      Type: refer('id and name'),
      Status: refer('id and name'),
      Priority: refer('id and name'),
    },
    Responsibles: array(refer('responsible')),
    ExecutionDate: moment,
    ...{ Author: refer('id and name'), Parent: refer('nameless') },
    Documents: array(object({ Id: uuid, Name: text })),
    History: array(
      object({ Date: dateTime, User: refer('id and name'), Action: oneOf('Created', 'Changed') }),
    ),
    ...(version >= 3 ? { Attributes: values } : {}),
  }),
  TaskType: () => named,
  TaskStatus: () => named,
  TaskPriority: () => named,
  Document: ({ refer }) => ({
    ...{ docID: uuid, Name: text },
    EntityKind: oneOf('File', 'Folder'),
    ...{
      Type: refer('value'),
      Date: moment,
      Case: refer('id and name'),
      Folder: refer('nameless'),
      Author: refer('id and name'),
    },
    ...{ FileId: optionalId, FileName: text, Size: bytes, Extension: text, Version: count },
    Signatures: array(
      object({
        ...{ UserId: uuid, UserName: text, Date: dateTime },
        Status: oneOf('Valid', 'Revoked'),
        FileId: uuid,
      }),
    ),
    Attributes: values,
  }),
  Participant: ({ version, refer }) => ({
    Name: text,
    Type: oneOf('Individual', 'Company'),
    IndividualInfo: {
      ...object({
        ...{ LastName: text, FirstName: text, MiddleName: text, Company: refer('nameless') },
        ...{ JobTitle: text, DateOfBirth: moment, SSN: text },
      }),
      nullable: true,
    },
    CompanyInfo: {
      ...object({
        ...{ Name: text, IdNumber: text, KPP: text, OGRN: text, OKPO: text },
        LegalForm: refer('nameless'),
      }),
      nullable: true,
    },
    ContactInfo: object({
      ...{ Email: text, Phone: text, Site: text, Address: text },
      ...(version >= 2 ? { EmailMain: text, PhoneMain: text } : {}),
    }),
    ...{ INN: text, LEDESClientId: text },
    ...(version >= 2 ? { Attributes: values } : {}),
    Cases: array(refer('id and name')),
  }),
  LegalForm: () => named,
  User: ({ refer }) => ({
    ...{ Name: text, Email: text },
    Type: oneOf('Client', 'User'),
    Status: oneOf('Active', 'Blocked'),
    ...{ ExternalId: text, FirstName: text, LastName: text, MiddleName: text, Initials: text },
    ...{ IsClient: flag, IsLocked: flag },
    WorkingStatus: { ...object({ Id: uuid, Name: text, SysName: text }), nullable: true },
    LastLoginDate: moment,
    ...{ Groups: array(refer('value')), Roles: array(refer('value')), TimeZone: text },
    WorkInfo: object({ Phone: text, Position: text, Department: text, Organization: text, Site: text }),
    Attributes: values,
  }),
  Dictionary: () => ({ ...named, ValuesCount: { type: 'integer', format: 'int32' } }),
  DictionaryValue: ({ refer }) => ({
    ...named,
    ...{ Order: { type: 'integer', format: 'int32' }, Parent: refer('nameless'), IsDisabled: flag },
  }),
  Call: ({ refer }) => ({
    ...{ From: text, To: text },
    Direction: oneOf('Incoming', 'Outgoing'),
    ...{ StartDate: dateTime, Duration: count },
    ...{ User: refer('nameless'), Participant: refer('nameless'), Case: refer('nameless') },
    ...{ RecordingUrl: text, RecordingFileId: optionalId },
  }),
} satisfies Record<string, (shown: Shown) => Properties>;

export type RecordName = keyof typeof kinds;

/**
 * Returns the schema of a record in a version: base fields and other fields. A response may lack fields that the caller
 * may not see.
 */
export function recordSchema(name: RecordName, shown: Shown, isNullable?: 'nullable'): Json {
  const schema = shown.components.ref(name, () => ({
    allOf: [baseReference(shown.components)],
    type: 'object',
    properties: (kinds[name] as (shown: Shown) => Properties)(shown),
  }));
  return isNullable ? { allOf: [schema], nullable: true } : schema;
}

/** Returns the schema of a table row. Its columns depend on the table. */
export const rowSchema = (components: Components): Json =>
  components.ref('TableRow', () => ({ ...object({ Id: uuid }), additionalProperties: true }));

const fieldOf = ({ version }: Shown): Json =>
  object({
    ...{ Id: uuid, Tag: text, Name: text, Format: { type: 'string' }, IsRequired: flag, IsMulti: flag },
    DictionaryId: optionalId,
    ...(version === 1 ? { DefaultValue: moment } : {}),
  });

const attendeeOf = (components: Components): Json =>
  components.ref('Attendee', () => ({
    allOf: [baseReference(components)],
    type: 'object',
    properties: {
      Type: oneOf('Email', 'Participant', 'User'),
      EntityId: optionalId,
      Email: text,
    },
  }));
