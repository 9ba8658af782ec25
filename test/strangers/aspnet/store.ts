import type { CalendarEvent, Task, World } from '../world.ts';
import type { Field, ObjectType } from './cards.ts';
import { type EntityReference, invalid, invalidField, notFound } from './contract.ts';
import type { Errors, Of } from './schema.ts';

/** Anything with an identifier and a name. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** A dictionary with its values. */
export interface Dictionary extends Named {
  readonly isSystem: boolean;
  readonly values: Named[];
}

/** A folder of objects and projects. */
export interface ObjectFolder extends Named {
  readonly parent: string | undefined;
  readonly objectClass: string;
}

/** A project in a folder. */
export interface Project extends Named {
  readonly folder: string | undefined;
  readonly objectClass: string;
}

/** A folder of the Documents section. */
export interface DocumentFolder extends Named {
  readonly parent: string | undefined;
  readonly case: string | undefined;
  readonly createdAt: Date;
}

/** Days on which nobody works: single days and intervals. */
export interface NonWorkingDays {
  Dates: Date[];
  Intervals: { Name: string | null; StartDate: Date; EndDate: Date }[];
}

/** What administrators set up: types, dictionaries, folders. */
export interface Settings {
  readonly objectClasses: Named[];
  readonly objectTypes: ObjectType[];
  readonly objectFolders: ObjectFolder[];
  readonly projects: Project[];
  readonly roles: Named[];
  readonly legalForms: (Named & { readonly shortName: string })[];
  readonly dictionaries: Record<
    | 'taskTypes'
    | 'taskStatuses'
    | 'taskPriorities'
    | 'taskNames'
    | 'eventTypes'
    | 'documentTypes'
    | 'documentNames'
    | 'courts'
    | 'stages',
    Dictionary
  >;
  /** Names of the task statuses that end a task. */
  readonly finalStatuses: readonly string[];
  readonly calendar: Named;
  /** Additional attributes by kind of record. */
  readonly attributes: Record<'event' | 'task' | 'participant' | 'document' | 'user', Field[]>;
  nonWorkingDays: NonWorkingDays;
}

/** Everything that one running service holds. */
export interface Store {
  readonly world: World;
  readonly settings: Settings;
  readonly documentFolders: DocumentFolder[];
  /** Bytes of files by id of the document. */
  readonly files: Map<string, Uint8Array>;
  /** Known once the server listens. */
  baseUrl: string;
  clock(): Date;
  newId(): string;
}

const DAY = 86_400_000;

/** Midnight of a day, counted from the day of `now`, plus minutes. */
export function at(now: Date, days: number, minutes = 0): Date {
  const midnight = Math.floor(now.getTime() / DAY) * DAY;
  return new Date(midnight + days * DAY + minutes * 60_000);
}

/** Small seeded generator, so that all data are the same each time. */
export function generator(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const hex = (length: number): string => Array.from({ length }, () => below(16).toString(16)).join('');
  return {
    below,
    chance: (share: number): boolean => next() < share,
    pick: <T>(values: readonly T[]): T => values[below(values.length)] as T,
    id: (): string => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[below(4)]}${hex(3)}-${hex(12)}`,
    digits: (length: number): string =>
      `${below(9) + 1}${Array.from({ length: length - 1 }, () => below(10)).join('')}`,
  };
}

/** Generator of the seed data. */
export type Generator = ReturnType<typeof generator>;

/** Sets a field that may be absent; nothing removes it. */
export function put<T extends object, K extends keyof T>(
  record: T,
  key: K,
  value: NonNullable<T[K]> | null | undefined,
): void {
  if (value === null || value === undefined) Reflect.deleteProperty(record, key);
  else record[key] = value;
}

/** The record of a path, or 404. */
export function byId<T extends { readonly id: string }>(records: readonly T[], id: string, what: string): T {
  const found = records.find((record) => record.id === id);
  if (found === undefined) throw notFound(what, id);
  return found;
}

/** The record that a body or a query mentions, or 400. */
export function mentioned<T extends { readonly id: string }>(
  records: readonly T[],
  id: string | null | undefined,
  field: string,
): T | undefined {
  if (id === null || id === undefined) return undefined;
  const found = records.find((record) => record.id === id);
  if (found === undefined) throw invalidField(field, `Entity with id '${id}' was not found.`);
  return found;
}

/** A reference by identifier and name. */
export function reference(
  store: Store,
  section: string,
  record: { id: string; name: string; createdAt?: Date; changedAt?: Date } | undefined,
): Of<typeof EntityReference> | null {
  if (record === undefined) return null;
  return {
    Id: record.id,
    Name: record.name,
    CreationDate: record.createdAt ?? null,
    LastChangeDate: record.changedAt ?? null,
    Url: url(store, section, record.id),
  };
}

/** Address of the page of an entity. */
export function url(store: Store, section: string, id: string): string {
  return `${store.baseUrl}/app/${section}/${id}`;
}

/** The value of a dictionary by its name. */
export function byName<T extends Named>(values: readonly T[], name: string | undefined): T | undefined {
  return name === undefined ? undefined : values.find((value) => value.name === name);
}

/** A moment that a record keeps in `extra`. */
export function moment(extra: Record<string, unknown>, key: string): Date | null {
  const found = extra[key];
  return found instanceof Date ? found : null;
}

/** Text comparison of the installation's locale. */
export const collate = new Intl.Collator('ru').compare;

/** Whether a text holds another one, whatever the case. */
export function holds(text: string | undefined, part: string): boolean {
  return text?.toLowerCase().includes(part.trim().toLowerCase()) ?? false;
}

/** Whether a moment is within bounds; a record without the moment is outside of any bound. */
export function within(moment: Date | null | undefined, from: Date | null, to: Date | null): boolean {
  if (from === null && to === null) return true;
  if (moment === null || moment === undefined) return false;
  return (from === null || moment >= from) && (to === null || moment <= to);
}

/** Fails with 400 when anything was reported. */
export function assertValid(errors: Errors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** Members that events and tasks share. */
export function entity(store: Store, section: string, record: Task | CalendarEvent) {
  return {
    Id: record.id,
    CreationDate: moment(record.extra, 'createdAt'),
    LastChangeDate: moment(record.extra, 'changedAt'),
    Url: url(store, section, record.id),
    Name: record.name,
    Description: record.description ?? null,
    Case: reference(
      store,
      'cases',
      store.world.cases.find(({ id }) => id === record.case),
    ),
  };
}

/** Takes a record out of a list, or 404. */
export function removeFrom<T extends { readonly id: string }>(records: T[], id: string, what: string): void {
  records.splice(records.indexOf(byId(records, id, what)), 1);
}
