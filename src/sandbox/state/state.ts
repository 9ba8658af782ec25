import { completeQuirks, profileSettings } from '../quirks/profiles.ts';
import type { Quirks } from '../quirks/quirks.ts';
import { Collection } from './collection.ts';
import type { SystemRole } from './entities/access.ts';
import type { Dictionary } from './entities/dictionaries.ts';
import type { DocumentItem, StoredFile } from './entities/documents.ts';
import type { ResolvedRecord } from './entities/entity.ts';
import type { ObjectClass, ObjectType } from './entities/object-types.ts';
import type { CaseObject, Folder, Project } from './entities/objects.ts';
import type { Call, LogFile, Script } from './entities/office.ts';
import type { Participant } from './entities/participants.ts';
import type { Notice, User, UserGroup } from './entities/users.ts';
import type { CalendarEvent, Task } from './entities/work.ts';
import { createIdSource } from './ids.ts';
import { defaultSettings, type Settings } from './settings.ts';

/** An issued access token. */
export interface Session {
  id: string;
  userId: string;
  refreshToken: string;
  /** Milliseconds since the epoch, by the state's clock. */
  expiresAt: number;
  kind: 'session' | 'short-lived';
  /** True if the token was issued without a password. The expiry of the password is then irrelevant. */
  isByDomain: boolean;
  /** Seconds. A refreshed token gets the same lifetime. */
  lifetime: number;
}

/** All data of the service, and its clock. */
export interface World {
  now(): Date;
  /** Returns the current time in wire format. */
  stamp(): string;
  newId(): string;
  /** Origin of the running service, without a trailing slash. */
  origin: string;
  readonly settings: Settings;
  readonly quirks: Quirks;
  readonly sessions: Collection<Session>;
  readonly objectClasses: Collection<ObjectClass>;
  readonly objectTypes: Collection<ObjectType>;
  readonly folders: Collection<Folder>;
  readonly projects: Collection<Project>;
  readonly rolesInCase: Collection<ResolvedRecord>;
  readonly objects: Collection<CaseObject>;
  readonly participants: Collection<Participant>;
  readonly legalForms: Collection<ResolvedRecord>;
  readonly events: Collection<CalendarEvent>;
  readonly eventTypes: Collection<ResolvedRecord>;
  readonly calendars: Collection<ResolvedRecord>;
  readonly tasks: Collection<Task>;
  readonly taskTypes: Collection<ResolvedRecord>;
  readonly taskStatuses: Collection<ResolvedRecord>;
  readonly taskPriorities: Collection<ResolvedRecord>;
  readonly documents: Collection<DocumentItem>;
  readonly files: Collection<StoredFile>;
  readonly users: Collection<User>;
  readonly groups: Collection<UserGroup>;
  readonly workingStatuses: Collection<ResolvedRecord>;
  readonly dictionaries: Collection<Dictionary>;
  readonly systemRoles: Collection<SystemRole>;
  readonly calls: Collection<Call>;
  readonly scripts: Collection<Script>;
  readonly notices: Collection<Notice>;
  /** Must be replaced as a whole, because copies of the state share the value. */
  nonWorkingDays: { dates: string[]; intervals: { start: string; end: string }[] };
  logs: LogFile[];
  /** Ids of running scripts. */
  readonly runningScripts: Set<string>;
  readonly startedAt: number;
  /** Duration of each finished request in milliseconds, newest last. Used for the health status of v3. */
  requestDurations: { at: number; ms: number }[];
  /** Counters for the health status of v3. Failures of the service count as errors, refused requests as warnings. */
  readonly globalLog: { errors: number; warnings: number };
}

export function createWorld(options: {
  now: () => Date;
  seed: string;
  settings?: Partial<Settings>;
  quirks?: Partial<Quirks>;
  profile?: string;
}): World {
  const newId = createIdSource(options.seed);
  return {
    now: options.now,
    stamp: () => options.now().toISOString(),
    newId,
    origin: '',
    settings: { ...defaultSettings, ...profileSettings(options.profile), ...options.settings },
    quirks: completeQuirks(options.quirks, options.profile),
    sessions: new Collection(),
    objectClasses: new Collection(),
    objectTypes: new Collection(),
    folders: new Collection(),
    projects: new Collection(),
    rolesInCase: new Collection(),
    objects: new Collection(),
    participants: new Collection(),
    legalForms: new Collection(),
    events: new Collection(),
    eventTypes: new Collection(),
    calendars: new Collection(),
    tasks: new Collection(),
    taskTypes: new Collection(),
    taskStatuses: new Collection(),
    taskPriorities: new Collection(),
    documents: new Collection(),
    files: new Collection(),
    users: new Collection(),
    groups: new Collection(),
    workingStatuses: new Collection(),
    dictionaries: new Collection(),
    systemRoles: new Collection(),
    calls: new Collection(),
    scripts: new Collection(),
    notices: new Collection(),
    nonWorkingDays: { dates: [], intervals: [] },
    logs: [],
    runningScripts: new Set(),
    startedAt: options.now().getTime(),
    requestDurations: [],
    globalLog: { errors: 0, warnings: 0 },
  };
}
