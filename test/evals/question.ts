/**
 * Facts of an answer. Names are written as in the service, numbers and dates without formatting (`1250000.5`,
 * `2026-03-31`).
 */
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

/**
 * Client of one user for the service's own API, which returns responses as to a server that passes everything through.
 */
export interface Api {
  /** Returns the body of `GET path`. */
  get(path: string): Promise<any>;
  /**
   * Returns all items of a list, reading all pages.
   * @param request method and path
   */
  all(request: string, body?: object): Promise<any[]>;
  /**
   * Sends any other request. Returns its body.
   * @throws Error if the service refuses it
   */
  make(request: string, body?: object): Promise<any>;
}

/** Names of all records, including those that only some users may see. */
export type Known = Readonly<Record<'cases' | 'people' | 'users' | 'tasks' | 'documents' | 'events', Facts>>;

/** Tool results that an assistant has read so far. */
export interface Read {
  /** Text of each result. */
  readonly texts: readonly string[];
  /** All texts, joined. */
  readonly all: string;
  readonly known: Known;
}

export interface Call {
  readonly tool: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** Question from users that the program was not specifically built to answer. */
export interface Question {
  /** Short unique id. */
  readonly id: string;
  readonly kind: Kind;
  readonly language: 'en' | 'ru';
  /** Login of the user who asks. */
  readonly who: string;
  readonly asked: string;
  /** Format of each fact, if it is more than one name, number or date. */
  readonly form?: string;
  /** Reads the facts through the service's own API alone, or makes the change. The requests are counted. */
  readonly plain: (api: Api) => Promise<Facts>;
  /**
   * Calls of a scripted assistant that knows only the tool list, the question and the results so far. It must
   * look up any name that these do not contain.
   */
  readonly calls: readonly (Call | ((read: Read) => Call))[];
  /** Extracts the facts from the results. Default: none, for a change. */
  readonly facts?: (read: Read) => Facts;
  /** Reads the state after a change, as an administrator sees it. */
  readonly effect?: (api: Api) => Promise<Facts>;
}
