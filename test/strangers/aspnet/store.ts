import type { CalendarEvent, Task, World } from '../world.ts';
import type { Field, ObjectType } from './cards.ts';
import { type EntityReference, invalid, invalidField, notFound } from './contract.ts';
import type { Errors, Of } from './schema.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface Dictionary extends Named {
  readonly isSystem: boolean;
  readonly values: Named[];
}

/** Folder of objects and projects. */
export interface ObjectFolder extends Named {
  readonly parent: string | undefined;
  readonly objectClass: string;
}

export interface Project extends Named {
  readonly folder: string | undefined;
  readonly objectClass: string;
}

/** Folder of the Documents section. */
export interface DocumentFolder extends Named {
  readonly parent: string | undefined;
  readonly case: string | undefined;
  readonly createdAt: Date;
}

/** Non-working days: single days and intervals. */
export interface NonWorkingDays {
  Dates: Date[];
  Intervals: { Name: string | null; StartDate: Date; EndDate: Date }[];
}

/** Settings that administrators manage: types, dictionaries, folders. */
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
  /** Names of the task statuses in which a task is finished. */
  readonly finalStatuses: readonly string[];
  readonly calendar: Named;
  /** Additional attributes by type of record. */
  readonly attributes: Record<'event' | 'task' | 'participant' | 'document' | 'user', Field[]>;
  nonWorkingDays: NonWorkingDays;
}

/** State of one service instance. */
export interface Store {
  readonly world: World;
  readonly settings: Settings;
  readonly documentFolders: DocumentFolder[];
  /** File contents by document id. */
  readonly files: Map<string, Uint8Array>;
  /** Set when the server listens. */
  baseUrl: string;
  clock(): Date;
  newId(): string;
}

const DAY = 86_400_000;

/** Returns midnight of the day that is `days` after `now`, plus some minutes. */
export function at(now: Date, days: number, minutes = 0): Date {
  const midnight = Math.floor(now.getTime() / DAY) * DAY;
  return new Date(midnight + days * DAY + minutes * 60_000);
}

/** Creates a seeded random generator, so that all data are the same in every run. */
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

/** Random generator of the sample data. */
export type Generator = ReturnType<typeof generator>;

/** Sets an optional field. Null and undefined remove it. */
export function put<T extends object, K extends keyof T>(
  record: T,
  key: K,
  value: NonNullable<T[K]> | null | undefined,
): void {
  if (value === null || value === undefined) Reflect.deleteProperty(record, key);
  else record[key] = value;
}

/** Returns the record with this id. Throws 404 if there is none. */
export function byId<T extends { readonly id: string }>(records: readonly T[], id: string, what: string): T {
  const found = records.find((record) => record.id === id);
  if (found === undefined) throw notFound(what, id);
  return found;
}

/** Returns the record that a body or query refers to. Throws 400 if there is none. */
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

/** Returns a reference with id and name. */
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

/** Returns the address of an entity's page. */
export function url(store: Store, section: string, id: string): string {
  return `${store.baseUrl}/app/${section}/${id}`;
}

/** Returns the dictionary value with this name. */
export function byName<T extends Named>(values: readonly T[], name: string | undefined): T | undefined {
  return name === undefined ? undefined : values.find((value) => value.name === name);
}

/** Returns a date that `extra` of a record contains. */
export function moment(extra: Record<string, unknown>, key: string): Date | null {
  const found = extra[key];
  return found instanceof Date ? found : null;
}

/** Compares texts in the locale of the service. */
export const collate = new Intl.Collator('ru').compare;

/** Checks whether a text contains another one, ignoring case. */
export function holds(text: string | undefined, part: string): boolean {
  return text?.toLowerCase().includes(part.trim().toLowerCase()) ?? false;
}

/** Checks whether a date is within bounds. Without a date, the result is false if there is any bound. */
export function within(moment: Date | null | undefined, from: Date | null, to: Date | null): boolean {
  if (from === null && to === null) return true;
  if (moment === null || moment === undefined) return false;
  return (from === null || moment >= from) && (to === null || moment <= to);
}

/** Throws 400 if any error was reported. */
export function assertValid(errors: Errors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/** Properties that events and tasks share. */
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

/** Removes a record from a list. Throws 404 if there is none with this id. */
export function removeFrom<T extends { readonly id: string }>(records: T[], id: string, what: string): void {
  records.splice(records.indexOf(byId(records, id, what)), 1);
}
