/** Routes as tables, and the processing of a request before its handler. */
import type { IncomingMessage } from 'node:http';
import type { User } from '../world.ts';
import type { Memory } from './memory.ts';
import { type Infer, type Issue, Mismatch, type Shape, uuid } from './schema.ts';

/** Error response with the body that Spring Boot sends. */
export class Fault extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly issues: readonly Issue[] | undefined;
  readonly body: unknown;
  constructor(
    status: number,
    message: string,
    more: { headers?: Record<string, string>; issues?: readonly Issue[]; body?: unknown } = {},
  ) {
    super(message);
    this.status = status;
    this.headers = more.headers ?? {};
    this.issues = more.issues;
    this.body = more.body;
  }
}

/** Response of a handler. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly bytes?: Buffer;
  readonly headers?: Record<string, string>;
}

/** Creates a 200 response. */
export const ok = (body: unknown): Reply => ({ status: 200, body });
/** Creates a 204 response. */
export const none = (): Reply => ({ status: 204 });
/** Creates a 201 response with the address of the new record. */
export function created(body: { url: string }): Reply {
  return { status: 201, body, headers: { location: body.url } };
}

/** Parsed request. */
export interface Call<Q, B> {
  readonly memory: Memory;
  readonly user: User;
  readonly path: string;
  /** Returns a path variable. */
  variable(name?: string): string;
  readonly query: Q;
  readonly body: B;
  readonly search: URLSearchParams;
  readonly request: IncomingMessage;
  /** File in the part `file` of a multipart request. */
  readonly file?: { name: string; contentType: string; bytes: Buffer };
}

/** Default page size and order of a paged list. */
export interface Paging {
  readonly size: number;
  readonly sort: readonly string[];
  /** Location of the paging parameters: query, or fields of the body. */
  readonly from?: 'query' | 'body';
}

type Fields = Record<string, Shape<unknown>>;

interface Spec<Q extends Fields, B> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly paths: readonly string[];
  readonly tag: string;
  readonly name: string;
  readonly summary: string;
  readonly open?: boolean;
  readonly hidden?: boolean;
  readonly query?: Q;
  readonly body?: Shape<B>;
  readonly bodyOptional?: boolean;
  readonly multipart?: boolean;
  readonly paging?: Paging;
  /** Responses by status: a type, null for no body, or `bytes` for a file. */
  readonly answers: Readonly<Record<number, Shape<unknown> | 'bytes' | null>>;
  handle(call: Call<{ [K in keyof Q]: Infer<Q[K]> }, B>): Reply | Promise<Reply>;
}

/** Route without the types of its query and body, which are checked where it is defined. */
export type Route = Spec<Fields, unknown> & { readonly pattern: readonly RegExp[] };

export function route<Q extends Fields = Record<never, never>, B = undefined>(spec: Spec<Q, B>): Route {
  const pattern = spec.paths.map(
    (path) => new RegExp(`^${path.replace(/\{(\w+)\}/g, (_, name) => `(?<${name}>[^/]+)`)}$`),
  );
  return { ...(spec as unknown as Spec<Fields, unknown>), pattern };
}

/** Returns the paths for several API versions. */
export function versions(numbers: readonly number[], ...paths: readonly string[]): string[] {
  return paths.flatMap((path) => numbers.map((n) => `/api/v${n}${path}`));
}

/** Returns the routes that match a path. As in Spring, paths without variables come first. */
export function matches(routes: readonly Route[], path: string) {
  const found = routes.flatMap((one) =>
    one.pattern.flatMap((pattern) => {
      const match = pattern.exec(path);
      return match ? [{ route: one, variables: { ...match.groups } as Record<string, string> }] : [];
    }),
  );
  return found.sort((a, b) => Object.keys(a.variables).length - Object.keys(b.variables).length);
}

function unconverted(error: Mismatch): Fault {
  const reason =
    error.javaType === 'java.util.UUID'
      ? `Invalid UUID string: ${String(error.value)}`
      : `For input string: "${String(error.value)}"`;
  const message = `Failed to convert value of type 'java.lang.String' to required type '${error.javaType}'; ${reason}`;
  return new Fault(400, message);
}

function invalid(issues: readonly Issue[], objectName: string): Fault {
  const message = `Validation failed for object='${objectName}'. Error count: ${issues.length}`;
  return new Fault(400, message, { issues });
}

/** Creates the error for a body that the handler rejects. */
export function refuse(
  field: string,
  rejectedValue: unknown,
  defaultMessage: string,
  code = 'Invalid',
): Fault {
  return invalid([{ field, rejectedValue, defaultMessage, code }], 'request');
}

/** Parses the query parameters. Multiple values are repeated parameters or separated by commas. */
export function readQuery(fields: Fields, search: URLSearchParams): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [name, shape] of Object.entries(fields)) {
    const all = search.getAll(name).filter((one) => one !== '');
    const given = shape.many ? all.flatMap((one) => one.split(',')) : all[0];
    const value = shape.many && all.length === 0 ? undefined : given;
    if (value === undefined && !shape.optional)
      throw new Fault(400, `Required request parameter '${name}' is not present`);
    const issues: Issue[] = [];
    try {
      read[name] = shape.read(value, name, issues);
    } catch (error) {
      throw error instanceof Mismatch ? unconverted(error) : error;
    }
    if (issues[0]) throw new Fault(400, `${name}: ${issues[0].defaultMessage}`, { issues });
  }
  return read;
}

/** Validates a parsed JSON body. */
export function readBody(shape: Shape<unknown>, json: unknown): unknown {
  const issues: Issue[] = [];
  let read: unknown;
  try {
    read = shape.read(json, '', issues);
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    const type = `Cannot deserialize value of type \`${error.javaType}\``;
    const from = `from ${typeof error.value === 'string' ? `String "${error.value}"` : 'value'}`;
    throw new Fault(400, `JSON parse error: ${type} ${from}: ${error.message}`);
  }
  if (issues.length > 0) {
    const name = shape.name ?? 'body';
    throw invalid(issues, name.charAt(0).toLowerCase() + name.slice(1));
  }
  return read;
}

export function errorBody(fault: Fault, path: string, now: Date): unknown {
  if (fault.body !== undefined) return fault.body;
  return {
    timestamp: now.toISOString().replace('Z', '+00:00'),
    status: fault.status,
    error: REASONS[fault.status] ?? 'Error',
    message: fault.message,
    ...(fault.issues ? { errors: fault.issues } : {}),
    path,
  };
}

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
};

/** Creates a 404 error for an entity. */
export function missing(what: string, id: string): Fault {
  return new Fault(404, `${what} with id ${id} not found`);
}

/** Converts the path variable to an id, as Spring does before it calls the handler. */
export function checkId(value: string): string {
  try {
    return uuid.read(value, '', []);
  } catch (error) {
    throw error instanceof Mismatch ? unconverted(error) : error;
  }
}

/** Maximum page size. As in Spring Data, a larger size is reduced without an error. */
export const MAX_SIZE = 200;

type Sortable = string | number | Date | undefined;

/** Sort keys of a list. */
export type Sorts<T> = Readonly<Record<string, (row: T) => Sortable>>;

const collator = new Intl.Collator('ru');

/** Compares two values. Missing values come last. */
export function compare(a: Sortable, b: Sortable): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return typeof a === 'string' ? collator.compare(a, String(b)) : Number(a) - Number(b);
}

function orders<T>(asked: readonly string[], sorts: Sorts<T>) {
  return asked.map((one) => {
    const [property = '', direction = 'asc'] = one.split(',');
    const key = sorts[property];
    if (!key) throw new Fault(400, `No property '${property}' found`);
    return { key, sign: direction.toLowerCase() === 'desc' ? -1 : 1 };
  });
}

/** Returns a page in the format of Spring Data. An invalid page or size is replaced by the default. */
export function page<T>(
  ask: { page?: unknown; size?: unknown; sort?: readonly string[] },
  paging: Paging,
  rows: readonly T[],
  sorts: Sorts<T>,
  view: (row: T) => unknown,
): Reply {
  const wanted = ask.sort?.length ? ask.sort : paging.sort;
  const by = orders(wanted, sorts);
  const sorted = [...rows].sort((a, b) => {
    for (const { key, sign } of by) {
      const order = compare(key(a), key(b)) * sign;
      if (order !== 0) return order;
    }
    return 0;
  });
  const number = whole(ask.page, 0) ?? 0;
  const size = Math.min(whole(ask.size, 1) ?? paging.size, MAX_SIZE);
  const offset = number * size;
  const content = sorted.slice(offset, offset + size).map(view);
  const totalPages = Math.ceil(rows.length / size);
  const sort = { empty: wanted.length === 0, sorted: wanted.length > 0, unsorted: wanted.length === 0 };
  return ok({
    content,
    pageable: { pageNumber: number, pageSize: size, sort, offset, paged: true, unpaged: false },
    last: number >= totalPages - 1,
    totalElements: rows.length,
    totalPages,
    size,
    number,
    sort,
    first: number === 0,
    numberOfElements: content.length,
    empty: content.length === 0,
  });
}

function whole(given: unknown, min: number): number | undefined {
  const number = Number(given ?? Number.NaN);
  return Number.isSafeInteger(number) && number >= min ? number : undefined;
}

/** Returns the paging parameters of a query. */
export function pageAsk(search: URLSearchParams) {
  return { page: search.get('page'), size: search.get('size'), sort: search.getAll('sort') };
}
