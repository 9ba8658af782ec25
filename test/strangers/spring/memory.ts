/** State of the service, and references between records. */
import { createHash } from 'node:crypto';
import type { CalendarEvent, LegalCase, Participant, StoredDocument, Task, User, World } from '../world.ts';
import { instant, oneOf, opt, record, text, uuid } from './schema.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** Types of card fields. */
export const FIELD_TYPES = ['TEXT', 'NUMBER', 'DATE', 'CHECKBOX', 'DICTIONARY', 'USER'] as const;

export interface FieldDef extends Named {
  readonly tag?: string;
  readonly externalId: string;
  readonly type: (typeof FIELD_TYPES)[number];
  readonly required: boolean;
  readonly dictionaryId?: string;
  readonly defaultsToToday: boolean;
}

/** Card block. Every field of a MULTI_ROW block is a list. A TABLE block contains related objects. */
export interface BlockDef extends Named {
  readonly kind: 'SINGLE' | 'MULTI_ROW' | 'TABLE';
  readonly access: 'EDIT' | 'VIEW';
  readonly fields: FieldDef[];
}

/** Object type with its card. */
export interface ObjectType extends Named {
  readonly code: string;
  readonly classId: string;
  readonly status: 'ACTIVE' | 'DELETED';
  readonly blocks: BlockDef[];
  /** Key of the field that the duplicate rule compares. */
  readonly uniqueKey?: string;
}

/** Dictionary value. Tasks with a closed status are finished. */
export interface DictionaryValue extends Named {
  readonly code?: string;
  readonly closed?: boolean;
}

export interface Dictionary extends Named {
  readonly code: string;
  readonly system: boolean;
  readonly values: DictionaryValue[];
}

export interface Folder extends Named {
  readonly parentId?: string;
  readonly classId: string;
}

export interface Project extends Named {
  readonly folderId?: string;
  readonly classId: string;
}

/** Reference tables of the firm. */
export interface Catalogue {
  readonly objectClasses: Named[];
  readonly objectTypes: ObjectType[];
  readonly roles: Named[];
  readonly folders: Folder[];
  readonly projects: Project[];
  readonly eventTypes: DictionaryValue[];
  readonly legalForms: DictionaryValue[];
  readonly dictionaries: Dictionary[];
}

/** Folder of the Documents section. The folder of a case contains the id of the case. */
export interface DocFolder {
  readonly id: string;
  name: string;
  readonly parentId?: string;
  readonly caseId?: string;
  readonly createdAt: Date;
}

/** File of a document. */
export interface StoredFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Non-working days of the firm. */
export interface NonWorking {
  dates: { date: string; name: string | null }[];
  intervals: { startDate: string; endDate: string; name: string | null }[];
}

/** State of the service. */
export interface Memory {
  readonly world: World;
  readonly catalogue: Catalogue;
  readonly docFolders: DocFolder[];
  readonly files: Map<string, StoredFile>;
  readonly nonWorking: NonWorking;
  baseUrl: string;
  now(): Date;
  newId(): string;
}

interface Stamped {
  createdAt: Date;
  changedAt: Date;
  version: number;
  additional: Record<string, unknown>;
}
interface Person {
  lastName?: string;
  firstName?: string;
  middleName?: string;
}
interface UserExtra extends Stamped, Person {
  lastLoginAt?: Date;
  phone?: string;
  position?: string;
  department?: string;
  organization?: string;
  site?: string;
  timeZone: string;
  roles: Named[];
  participantId?: string;
  notifications: unknown[];
  dialogs: unknown[];
}
interface ParticipantExtra extends Stamped, Person {
  kpp?: string;
  ogrn?: string;
  legalFormId?: string;
}
interface CaseExtra {
  version: number;
  description?: string;
  projectId?: string;
  folderId?: string;
  stageId?: string;
  documentFolderId: string;
  tableBlockIds: string[];
}
interface TaskExtra extends Stamped {
  authorId: string;
  endedAt?: Date;
  history: { at: Date; by: string; what: string }[];
}
interface EventExtra extends Stamped {
  calendar: Named;
  location?: string;
  reminders: number[];
}
interface Signature {
  id: string;
  userId: string;
  signedAt: Date;
  fileId: string;
}
interface DocumentExtra extends Omit<Stamped, 'createdAt'> {
  folderId?: string;
  fileId?: string;
  signatures: Signature[];
}

/** Returns the service's own fields of a record, with their type. */
export const more = {
  user: (one: User) => one.extra as unknown as UserExtra,
  participant: (one: Participant) => one.extra as unknown as ParticipantExtra,
  case: (one: LegalCase) => one.extra as unknown as CaseExtra,
  task: (one: Task) => one.extra as unknown as TaskExtra,
  event: (one: CalendarEvent) => one.extra as unknown as EventExtra,
  document: (one: StoredDocument) => one.extra as unknown as DocumentExtra,
};

/** Converts the service's own fields of a new record to the untyped `extra`. */
export const extra = {
  user: (of: UserExtra) => of as unknown as Record<string, unknown>,
  participant: (of: ParticipantExtra) => of as unknown as Record<string, unknown>,
  case: (of: CaseExtra) => of as unknown as Record<string, unknown>,
  task: (of: TaskExtra) => of as unknown as Record<string, unknown>,
  event: (of: EventExtra) => of as unknown as Record<string, unknown>,
  document: (of: DocumentExtra) => of as unknown as Record<string, unknown>,
};

/** Sets or deletes a property, because the state distinguishes missing from undefined properties. */
export function assign<T extends object, K extends keyof T>(
  target: T,
  key: K,
  value: T[K] | null | undefined,
) {
  if (value === null || value === undefined) delete target[key];
  else target[key] = value;
}

export function byId<T extends { readonly id: string }>(
  records: readonly T[],
  id: string | undefined,
): T | undefined {
  return id === undefined ? undefined : records.find((one) => one.id === id);
}

export function byName<T extends { readonly name: string }>(
  records: readonly T[],
  name: string | undefined,
): T | undefined {
  return name === undefined ? undefined : records.find((one) => one.name === name);
}

export function dictionary(catalogue: Catalogue, code: string): Dictionary {
  const found = catalogue.dictionaries.find((one) => one.code === code);
  if (!found) throw new Error(`No dictionary ${code}`);
  return found;
}

/** Returns the UUID that Java's UUID.nameUUIDFromBytes creates from a name. */
export function namedUuid(name: string): string {
  const hash = createHash('md5').update(name).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x30;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Formats a date as Java's Instant. */
export function iso(moment: Date | undefined): string | null {
  return moment ? moment.toISOString().replace('.000Z', 'Z') : null;
}

/** Formats a day as Java's LocalDate. */
export function isoDay(moment: Date | undefined): string | null {
  return moment ? moment.toISOString().slice(0, 10) : null;
}

/** Reference with id and name. */
export const reference = record('EntityReference', { id: uuid, name: text() });

/** User or group that is responsible for a record. */
export const responsible = record('ResponsibleDto', {
  type: oneOf('USER', 'GROUP'),
  id: uuid,
  fullName: text(),
});

/** Fields that all records share. */
export const entityFields = {
  id: uuid,
  creationDate: opt(instant),
  lastChangeDate: opt(instant),
  url: opt(text()),
};

/** Returns the values of the fields that all records share. */
export function entity(memory: Memory, path: string, id: string, created?: Date, changed?: Date) {
  const url = `${memory.baseUrl}/api/${path}/${id}`;
  return { id, creationDate: iso(created), lastChangeDate: iso(changed ?? created), url };
}

/** Returns a reference, or null. */
export function refer(one: Named | undefined) {
  return one ? { id: one.id, name: one.name } : null;
}

/** Returns a responsible user or group for a response, or null. */
export function referResponsible(memory: Memory, id: string | undefined) {
  const user = byId(memory.world.users, id);
  if (user) return { type: 'USER', id: user.id, fullName: user.name };
  const group = byId(memory.world.groups, id);
  return group ? { type: 'GROUP', id: group.id, fullName: group.name } : null;
}

/** Returns a reference to a case, or null. */
export function referCase(memory: Memory, id: string | undefined) {
  return refer(byId(memory.world.cases, id));
}
