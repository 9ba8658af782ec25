/**
 * This file defines the records of the service in `service.ts`, in the internal form of that service. It shares no code
 * with casebridge or the embedded service.
 */

export type Kind =
  | 'text'
  | 'moment'
  | 'number'
  | 'flag'
  | 'ref'
  | 'ids'
  | 'people'
  | 'guests'
  | 'group'
  | 'open'
  | 'word';

export interface Field {
  readonly name: string;
  readonly kind: Kind;
  /** Fields of a group. */
  readonly inside?: readonly string[];
  readonly words?: readonly string[];
  /** Whether only the newest API version returns the field. All versions accept it in requests. */
  readonly isNew?: true;
}

const f = (name: string, kind: Kind, more: Partial<Field> = {}): Field => ({ name, kind, ...more });

export interface Resource {
  readonly name: string;
  readonly read: string;
  readonly write: string;
  /** Whether the id of the record is in the request body instead of the path. */
  readonly idInBody?: true;
  /**
   * Whether an update keeps the values of fields that it omits, even if the service replaces whole records of other
   * types.
   */
  readonly patches?: true;
  readonly fields: readonly Field[];
}

/** Returns the fields that a read of the resource returns. */
export const fieldsShown = ({ name, read, fields }: Resource): readonly Field[] => {
  const isNewest = resources.findLast((one) => one.name === name)?.read === read;
  return isNewest ? fields : fields.filter(({ isNew }) => isNew === undefined);
};

const task = [
  f('Name', 'text'),
  f('Description', 'text'),
  f('Case', 'ref'),
  f('Type', 'ref'),
  f('Status', 'ref'),
  f('Priority', 'ref'),
  f('Parent', 'ref'),
  f('Responsibles', 'people'),
  f('ExecutionDate', 'moment'),
  f('StartsAt', 'moment'),
  f('Budget', 'number'),
  f('Confidential', 'flag', { isNew: true }),
  f('Watchers', 'ids'),
  f('Attributes', 'open'),
];
const event = [
  f('Name', 'text'),
  f('Description', 'text'),
  f('StartDate', 'moment'),
  f('EndDate', 'moment'),
  f('AllDay', 'flag'),
  f('Type', 'ref'),
  f('Case', 'ref'),
  f('Attendees', 'guests'),
  f('Location', 'text'),
  f('Color', 'text', { isNew: true }),
  f('Visibility', 'word', { words: ['Public', 'Private'] }),
  f('Attributes', 'open'),
];
const participant = [
  f('Type', 'word', { words: ['Individual', 'Company'] }),
  f('Name', 'text'),
  f('INN', 'text'),
  f('IndividualInfo', 'group', { inside: ['LastName', 'FirstName', 'MiddleName', 'Nickname'] }),
  f('ContactInfo', 'group', { inside: ['Email', 'Phone', 'Site', 'Fax'] }),
  f('Attributes', 'open'),
  f('Remark', 'text', { isNew: true }),
];
const object = [
  f('Name', 'text'),
  f('Number', 'text'),
  f('Description', 'text'),
  f('Project', 'ref'),
  f('Folder', 'ref'),
  f('Responsible', 'ref'),
  f('Client', 'ref'),
  f('Stage', 'text'),
  f('Court', 'text'),
  f('Fields', 'open'),
];
const document = [
  f('Date', 'moment'),
  f('Type', 'ref'),
  f('Folder', 'ref'),
  f('Note', 'text'),
  f('Attributes', 'open'),
];

export const resources: readonly Resource[] = [
  ...['v2', 'v3'].map((version) => ({
    ...{
      name: 'tasks',
      read: `/api/${version}/tasks/{id}`,
      write: `PUT /api/${version}/tasks/{id}`,
      fields: task,
    },
  })),
  ...['v2', 'v3'].map((version) => ({
    ...{
      name: 'events',
      read: `/api/${version}/events/{id}`,
      write: `PUT /api/${version}/events/{id}`,
      fields: event,
    },
  })),
  ...['v3', 'v4'].map((version) => ({
    name: 'participants',
    read: `/api/${version}/participants/{id}`,
    write: `PUT /api/${version}/participants/{id}`,
    fields: participant,
  })),
  {
    ...{ name: 'participants', read: '/api/v4/participants/{id}', fields: participant },
    ...{ write: 'PATCH /api/v2/participants/{id}', patches: true as const },
  },
  { name: 'objects', read: '/api/v2/objects/{id}', write: 'PUT /api/v2/objects/{id}', fields: object },
  {
    ...{ name: 'objects', read: '/api/v2/objects/{id}', write: 'PATCH /api/v2/objects/{id}', fields: object },
    patches: true,
  },
  {
    ...{ name: 'documents', read: '/api/v3/documents/{id}', write: 'PUT /api/v3/documents/Update' },
    ...{ idInBody: true as const, fields: document },
  },
];

/** Record in internal form: ids are plain UUIDs, dates are milliseconds. */
export type Record_ = Record<string, unknown>;

export const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
export const groupId = uuid(21);
export const recordIds = {
  tasks: uuid(1),
  events: uuid(2),
  participants: uuid(3),
  objects: uuid(4),
  documents: uuid(5),
};
const day = Date.UTC(2026, 2, 31, 9);

/** Returns sample records with a value in every field. */
export const sampleRecords = (): Record<string, Record_> => ({
  tasks: {
    ...{
      Name: 'Prepare bundle',
      Description: 'Two copies.',
      Case: uuid(10),
      Type: uuid(11),
      Status: uuid(12),
    },
    ...{ Priority: uuid(13), Parent: uuid(14), ExecutionDate: day, StartsAt: day - 86_400_000, Budget: 12.5 },
    Responsibles: [
      { id: uuid(20), kind: 'User' },
      { id: groupId, kind: 'Group' },
    ],
    ...{ Confidential: true, Watchers: [uuid(22), uuid(23)], Attributes: { Hours: 5, Court: 'Leeds' } },
  },
  events: {
    ...{ Name: 'Hearing', Description: 'By video.', StartDate: day, EndDate: day + 3_600_000, AllDay: false },
    ...{ Type: uuid(11), Case: uuid(10), Location: 'Room 4', Color: 'teal', Visibility: 'Private' },
    Attendees: [
      { type: 'User', entity: uuid(20) },
      { type: 'Email', email: 'clerk@example.org' },
    ],
    Attributes: { Remote: true },
  },
  participants: {
    ...{ Type: 'Individual', Name: 'Smith Ann', INN: '500100732259', Remark: 'Prefers letters.' },
    IndividualInfo: { LastName: 'Smith', FirstName: 'Ann', MiddleName: 'J.', Nickname: 'Annie' },
    ContactInfo: { Email: 'ann@example.org', Phone: '+44 20 7946 0000', Site: 'example.org', Fax: '0001' },
    Attributes: { Vip: 'yes' },
  },
  objects: {
    ...{ Name: 'Smith v. Northbridge', Number: 'CL-1', Description: 'Lost cargo.', Project: uuid(30) },
    ...{ Folder: uuid(31), Responsible: uuid(20), Client: uuid(32), Stage: 'Intake', Court: 'Leeds' },
    Fields: { Judge: 'E. Marlow', ClaimAmount: 1200 },
  },
  documents: {
    ...{ Date: day, Type: uuid(11), Folder: uuid(31), Note: 'Signed copy.', Attributes: { Pages: 4 } },
  },
});
