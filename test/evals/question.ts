/** What an answer says, each fact by itself: names as the service has them, numbers and days plain (`1250000.5`, `2026-03-31`). */
export type Facts = readonly string[];

export const kinds = [
  'find',
  'join',
  'negation',
  'aggregate',
  'dates',
  'ambiguous',
  'nothing found',
  'hidden',
  'change',
  'rare',
] as const;
export type Kind = (typeof kinds)[number];

/** One person at the plain API, which answers as it does to a bridge that hands everything on. */
export interface Api {
  /** The body of `GET path`. */
  get(path: string): Promise<any>;
  /** All items of a list, page after page. @param request method and path */
  all(request: string, body?: object): Promise<any[]>;
  /** Any other request, which has to succeed: its body. */
  make(request: string, body?: object): Promise<any>;
}

/** Names of all records there are, whoever may see them. */
export type Known = Readonly<Record<'cases' | 'people' | 'users' | 'tasks' | 'documents' | 'events', Facts>>;

/** What an assistant has read so far. */
export interface Read {
  /** Of each call. */
  readonly texts: readonly string[];
  /** All of it. */
  readonly all: string;
  readonly known: Known;
}

export interface Call {
  readonly tool: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** Something that people ask, which the program was not made for. */
export interface Question {
  /** Short, of its own. */
  readonly id: string;
  readonly kind: Kind;
  readonly language: 'en' | 'ru';
  /** Login of who asks. */
  readonly who: string;
  readonly asked: string;
  /** How each fact is to be written, where it is more than one name, number or day. */
  readonly form?: string;
  /** The facts by the plain API alone, or for a change: the change. The requests are counted. */
  readonly plain: (api: Api) => Promise<Facts>;
  /**
   * What an assistant calls that knows the list of tools, the question and what it has read, and nothing else: a name that
   * neither tells is asked for first.
   */
  readonly calls: readonly (Call | ((read: Read) => Call))[];
  /** What it makes of what it has read; nothing: of a change. */
  readonly facts?: (read: Read) => Facts;
  /** Of a change: what is so afterwards, as an administrator sees it. */
  readonly effect?: (api: Api) => Promise<Facts>;
}
