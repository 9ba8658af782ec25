/** Routes: schemas of requests and responses, and the wire format. */
import type { IncomingHttpHeaders } from 'node:http';
import type { User } from '../world.ts';

/** Wire format of one generation of routes: names, ids, dates, empty values and errors. */
export interface Voice {
  readonly names: 'pascal' | 'camel' | 'snake';
  readonly ids: 'plain' | 'upper' | 'braces';
  readonly dates: 'zulu' | 'bare' | 'ms';
  readonly nulls: 'keep' | 'omit';
  readonly errors: 'page' | 'message' | 'code' | 'oauth';
}

/** First generation. */
export const first: Voice = { names: 'pascal', ids: 'upper', dates: 'bare', nulls: 'keep', errors: 'page' };
/** Second generation, used by most routes. */
export const second: Voice = { ...first, ids: 'plain' };
/** Third generation, after the serializer was replaced. */
export const third: Voice = { names: 'camel', ids: 'plain', dates: 'zulu', nulls: 'omit', errors: 'message' };
/** Routes of the team that uses snake case. */
export const underscored: Voice = { ...second, names: 'snake', dates: 'zulu' };

type Kind =
  | 'guid'
  | 'text'
  | 'int'
  | 'long'
  | 'number'
  | 'flag'
  | 'moment'
  | 'choice'
  | 'list'
  | 'record'
  | 'tags'
  | 'any';

/** JSON schema with which requests are parsed, responses are written and the API reference is generated. */
export interface Shape<T = unknown, Must extends boolean = boolean> {
  readonly kind: Kind;
  readonly must?: Must;
  /** Whether responses omit the field if it has no value. */
  readonly sparse?: boolean;
  readonly title?: string;
  readonly note?: string;
  readonly of?: () => Shape;
  readonly fields?: Readonly<Record<string, Shape>>;
  /** Names of an enum, with numbers if the JSON contains numbers. */
  readonly values?: Readonly<Record<string, number>> | readonly string[];
  readonly fallback?: string | number | boolean;
  readonly maximum?: number;
  readonly carries?: T;
}

type Fields = Readonly<Record<string, Shape>>;
type Carried<S> = S extends Shape<infer T> ? T : never;
type Taken<F extends Fields> = {
  [K in keyof F as F[K] extends Shape<unknown, true> ? K : never]: Carried<F[K]>;
} & {
  [K in keyof F as F[K] extends Shape<unknown, true> ? never : K]?: Carried<F[K]> | null;
};

export const guid: Shape<string, false> = { kind: 'guid' };
export const text: Shape<string, false> = { kind: 'text' };
export const int: Shape<number, false> = { kind: 'int' };
export const long: Shape<number, false> = { kind: 'long' };
export const number: Shape<number, false> = { kind: 'number' };
export const flag: Shape<boolean, false> = { kind: 'flag' };
export const moment: Shape<Date, false> = { kind: 'moment' };
export const tags: Shape<Record<string, unknown>, false> = { kind: 'tags' };
export const any: Shape<unknown, false> = { kind: 'any' };

/** Makes a field required. */
export const must = <T>(shape: Shape<T>): Shape<T, true> => ({ ...shape, must: true });
/** Adds a description for the API reference. */
export const note = <T, M extends boolean>(words: string, shape: Shape<T, M>): Shape<T, M> => ({
  ...shape,
  note: words,
});
export const list = <T>(of: Shape<T> | (() => Shape<T>)): Shape<T[], false> => ({
  kind: 'list',
  of: typeof of === 'function' ? of : () => of,
});
export const record = <F extends Fields>(title: string, fields: F): Shape<Taken<F>, false> => ({
  kind: 'record',
  title,
  fields,
});
export const choice = (
  values: Readonly<Record<string, number>> | readonly string[],
): Shape<string, false> => ({
  kind: 'choice',
  values,
});

/** Id and name of another record. */
export const reference = record('EntityReference', { Id: guid, Name: text });
/** Response of some routes to a change. */
export const onlyId = record('IdResult', { Id: guid });

/** Thrown if a route rejects a request. */
export class Fault extends Error {
  readonly status: number;
  readonly field: string | undefined;
  /** Response body that replaces the error format of the route. */
  readonly body: unknown;
  constructor(status: number, message: string, more: { field?: string; body?: unknown } = {}) {
    super(message);
    this.status = status;
    this.field = more.field;
    this.body = more.body;
  }
}

/** Throws 400 because of a value in the request. */
export const refuse = (message: string, field?: string): never => {
  throw new Fault(400, message, field === undefined ? {} : { field });
};
/** Throws 404. */
export const missing = (what: string): never => {
  throw new Fault(404, `${what} не найден(а).`);
};

/** Response with a file. */
export class FileAnswer {
  readonly bytes: Buffer;
  readonly type: string;
  readonly name: string;
  constructor(bytes: Buffer, type: string, name: string) {
    this.bytes = bytes;
    this.type = type;
    this.name = name;
  }
}

/** Request as a route receives it. */
export interface Call<Q, B> {
  /** Id in the path. Empty if the path has none. */
  readonly id: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Q;
  readonly body: B;
  readonly headers: IncomingHttpHeaders;
  readonly user: User | undefined;
}

interface About {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly path: string;
  readonly voice: Voice;
  readonly tag: string;
  readonly says: string;
  readonly reply: readonly [status: number, shape?: Shape];
  readonly pathShapes?: Readonly<Record<string, Shape>>;
  /** Whether the route requires no token. */
  readonly open?: boolean;
  /** Whether the route is missing from the API reference. */
  readonly unlisted?: boolean;
  readonly delay?: number;
  /** Whether the route returns a file. */
  readonly file?: boolean;
}

/** Route without the types of its query and body. */
export interface Route extends About {
  readonly query: Fields;
  readonly body: Shape | undefined;
  run(call: Call<Record<string, unknown>, unknown>): unknown;
}

export const route = <F extends Fields, B>(
  about: About & { readonly query?: F; readonly body?: Shape<B>; run(call: Call<Taken<F>, B>): unknown },
): Route => ({
  ...about,
  query: about.query ?? {},
  body: about.body,
  run: (call) => about.run(call as unknown as Call<Taken<F>, B>),
});
