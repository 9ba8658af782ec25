/**
 * Data of a service in neutral terms, with which answers are compared. A service uses these objects as its state, so
 * they change with every request. Ids are those that the service returns. All dates are instants.
 */
export interface World {
  readonly signsIn: { readonly login: string; readonly password: string; readonly userId: string };
  readonly users: User[];
  readonly groups: Group[];
  readonly participants: Participant[];
  readonly cases: LegalCase[];
  readonly tasks: Task[];
  readonly events: CalendarEvent[];
  readonly documents: StoredDocument[];
}

/** The service's own fields, and data of a record without a field below. */
type Extra = Record<string, unknown>;

export interface User {
  readonly id: string;
  /** Full name in responses of the service. */
  name: string;
  login: string;
  email?: string;
  isActive: boolean;
  /** Whether the user is a client of the firm, who can read only own cases. False for employees. */
  isClient: boolean;
  extra: Extra;
}

export interface Group {
  readonly id: string;
  name: string;
  /** Ids of users. */
  members: string[];
}

/** Person or company that takes part in cases. */
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
  /** Card fields by tag: texts, numbers, dates (as Date), and lists of these. */
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
  /** False if the task is done, cancelled or otherwise finished. */
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
  /** Date of the document, if the service stores one. */
  date?: Date;
  author?: string;
  createdAt: Date;
  /** Id of a case. Missing for documents outside cases. */
  case?: string;
  /** Names of the folders, starting with the root. */
  folders: string[];
  fileName: string;
  /** Plain text of the file. Missing if the file has no text. */
  text?: string;
  isSigned: boolean;
  extra: Extra;
}

/** Service by other authors, listening on 127.0.0.1. */
export interface Stranger {
  /** Base address without a trailing slash. Paths of the API description are appended. */
  readonly baseUrl: string;
  readonly world: World;
  /** Received requests with the status of the response, such as `GET /api/v2/tasks?Page=2 200`. */
  readonly requests: string[];
  close(): Promise<void>;
}

export interface StrangerOptions {
  /** Time to which the dates of the data are relative. Default: now. */
  readonly now?: Date;
}

export type StartStranger = (options?: StrangerOptions) => Promise<Stranger>;
