/**
 * What a stranger's service holds, in words of no service: the scorer compares answers with it.
 * A service keeps these objects as its memory, so that they change with every request that changes something.
 * Every identifier is the one that the service itself hands out. All moments are instants.
 */
export interface World {
  /** Who signs in. */
  readonly signsIn: { readonly login: string; readonly password: string; readonly userId: string };
  readonly users: User[];
  readonly groups: Group[];
  readonly participants: Participant[];
  readonly cases: LegalCase[];
  readonly tasks: Task[];
  readonly events: CalendarEvent[];
  readonly documents: StoredDocument[];
}

/** Fields that only this service has, and everything that a record holds beyond the fields below. */
type Extra = Record<string, unknown>;

export interface User {
  readonly id: string;
  /** Full name as the service shows it. */
  name: string;
  login: string;
  email?: string;
  isActive: boolean;
  /** A client of the firm who may look at own cases; false for people of the firm. */
  isClient: boolean;
  extra: Extra;
}

export interface Group {
  readonly id: string;
  name: string;
  /** Ids of users. */
  members: string[];
}

/** A person or a company that takes part in cases. */
export interface Participant {
  readonly id: string;
  kind: 'individual' | 'company';
  name: string;
  email?: string;
  phone?: string;
  /** Tax number. */
  inn?: string;
  extra: Extra;
}

export interface LegalCase {
  readonly id: string;
  number?: string;
  name: string;
  /** Name of the object type. */
  type: string;
  /** Id of a user. */
  responsible?: string;
  isArchived: boolean;
  createdAt: Date;
  changedAt: Date;
  project?: string;
  folder?: string;
  parties: { participant: string; role?: string }[];
  /** Ids of cases. */
  related: string[];
  /** Fields of the card by tag: texts, numbers, dates (as Date), lists of these. */
  card: Record<string, unknown>;
  extra: Extra;
}

export interface Task {
  readonly id: string;
  name: string;
  description?: string;
  type?: string;
  /** Name of the status. */
  status: string;
  /** False for tasks that are done, cancelled or otherwise ended. */
  isOpen: boolean;
  priority?: string;
  startsAt?: Date;
  deadline?: Date;
  /** Id of a case. */
  case?: string;
  /** Ids of users and of groups. */
  responsibles: string[];
  /** Ids of documents. */
  documents: string[];
  extra: Extra;
}

export interface CalendarEvent {
  readonly id: string;
  name: string;
  description?: string;
  type?: string;
  startsAt: Date;
  endsAt?: Date;
  isAllDay: boolean;
  /** Id of a case. */
  case?: string;
  attendees: { kind: 'user' | 'participant' | 'email'; id?: string; email?: string }[];
  extra: Extra;
}

export interface StoredDocument {
  readonly id: string;
  name: string;
  type?: string;
  /** Day of the document, if the service keeps one. */
  date?: Date;
  author?: string;
  createdAt: Date;
  /** Id of a case; none for documents outside of cases. */
  case?: string;
  /** Names of folders from the top. */
  folders: string[];
  fileName: string;
  /** Plain text of the file; none if it has none. */
  text?: string;
  isSigned: boolean;
  extra: Extra;
}

/** A service that listens on 127.0.0.1. */
export interface Stranger {
  /** Without a slash at its end; the paths of the description follow it. */
  readonly baseUrl: string;
  readonly world: World;
  /** Each request that came, as `GET /api/v2/tasks?Page=2 200`. */
  readonly requests: string[];
  close(): Promise<void>;
}

export interface StrangerOptions {
  /** The moment to which the data are relative. Default: now. */
  readonly now?: Date;
}

export type StartStranger = (options?: StrangerOptions) => Promise<Stranger>;
