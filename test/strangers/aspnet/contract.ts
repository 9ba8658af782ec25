import type { User } from '../world.ts';
import type { Errors, Model, Schema } from './schema.ts';
import { dateTime, def, enumOf, flag, int, listOf, model, opt, req, text, uuid } from './schema.ts';
import type { Store } from './store.ts';

/** What a handler is given: bound and validated already. */
export interface Call<Q, B> {
  readonly store: Store;
  readonly user: User;
  readonly version: number;
  /** The values of the path, by name. */
  readonly path: Readonly<Record<string, string>>;
  /** The value of `{id}`. */
  readonly id: string;
  readonly query: Q;
  readonly body: B;
  /** Names of the members that the body really holds, lower case. */
  readonly sent: ReadonlySet<string>;
  readonly authorization: string | undefined;
}

/** What a handler answers. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly file?: { readonly name: string; readonly type: string; readonly bytes: Uint8Array };
  readonly headers?: Readonly<Record<string, string>>;
}

/** What an answer of one status holds: a type, a file or nothing. */
export type Content = Schema<unknown> | 'file' | null;

interface RouteSpec<Q, B> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Template with `{version}`; every other `{name}` is a Guid. */
  readonly path: string;
  readonly versions: readonly number[];
  /** Name of the controller. */
  readonly tag: string;
  readonly summary: string;
  readonly query?: Model<Q>;
  readonly body?: Schema<B>;
  /** The body is multipart/form-data. */
  readonly isForm?: boolean;
  /** The body may be left out. */
  readonly isBodyOptional?: boolean;
  /** [AllowAnonymous]. */
  readonly isOpen?: boolean;
  /** [ApiExplorerSettings(IgnoreApi = true)]. */
  readonly isHidden?: boolean;
  readonly replies: Readonly<Record<number, Content>>;
  handle(call: Call<Q, B>): Reply | Promise<Reply>;
}

/** One action of a controller. */
export type Route = RouteSpec<unknown, unknown>;

/** Describes one action; its handler is typed by its models. */
export function route<Q, B>(spec: RouteSpec<Q, B>): Route {
  return spec as unknown as Route;
}

/** An answer that ends a request early. */
export class Problem extends Error {
  readonly status: number;
  readonly errors: Errors | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, errors?: Errors, headers: Record<string, string> = {}) {
    super(detail);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

/** 400 of the model validation. */
export function invalid(errors: Errors): Problem {
  return new Problem(400, '', errors);
}

/** 400 of one field. */
export function invalidField(field: string, message: string): Problem {
  return invalid({ [field]: [message] });
}

/** 404 of a record. */
export function notFound(what: string, id: string): Problem {
  return new Problem(404, `${what} with id '${id}' was not found.`);
}

/** 200 with a body. */
export function ok(body: unknown): Reply {
  return { status: 200, body };
}

/** 201 with `Location` and the new record. */
export function created(location: string, body: unknown): Reply {
  return { status: 201, body, headers: { Location: location } };
}

/** 204. */
export const noContent: Reply = { status: 204 };

/** Members that every entity has. */
export const entityShape = {
  Id: req(uuid),
  CreationDate: opt(dateTime, 'Creation date, UTC'),
  LastChangeDate: opt(dateTime, 'Last change date, UTC'),
  Url: opt(text(), 'URL of the entity'),
};

/** A reference to another entity, in answers. */
export const EntityReference = model('EntityReference', {
  Id: req(uuid),
  Name: opt(text()),
  CreationDate: opt(dateTime),
  LastChangeDate: opt(dateTime),
  Url: opt(text()),
});

/** A reference to another entity, in requests: only the identifier is read. */
export const EntityId = model('EntityId', { Id: req(uuid) });

/** Type of error bodies. */
export const ProblemDetails: Schema<unknown> = {
  name: 'ProblemDetails',
  doc: {
    type: 'object',
    properties: {
      type: { type: 'string', nullable: true },
      title: { type: 'string', nullable: true },
      status: { type: 'integer', format: 'int32', nullable: true },
      detail: { type: 'string', nullable: true },
      instance: { type: 'string', nullable: true },
      traceId: { type: 'string', nullable: true },
    },
    additionalProperties: {},
  },
  parts: [],
  read: (value) => value,
};

/** Type of error bodies of the model validation. */
export const ValidationProblemDetails: Schema<unknown> = {
  ...ProblemDetails,
  name: 'ValidationProblemDetails',
  doc: {
    ...ProblemDetails.doc,
    properties: {
      ...(ProblemDetails.doc.properties as object),
      errors: {
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'string' } },
        nullable: true,
      },
    },
  },
};

/** Error of a detected duplicate. */
export const DuplicateConflict = model('DuplicateConflict', {
  Error: req(text()),
  ErrorType: req(enumOf('DuplicateErrorType', ['Conflict'])),
  ConflictMessage: req(text()),
  ConflictObjects: req(listOf(uuid)),
});

/** Members of a request for a page; pages are counted from 1. */
export function pageShape(size: number) {
  return {
    Page: def(int(1), 1, 'Number of the page, from 1'),
    PageSize: def(int(1, 100), size, 'Records of a page, at most 100'),
  };
}

/** The envelope of a page of records. */
export function pageOf<T>(item: Schema<T>) {
  return model(`${item.name ?? ''}Page`, {
    Items: req(listOf(item)),
    PageNumber: req(int()),
    PageSize: req(int()),
    TotalCount: req(int()),
    TotalPages: req(int()),
    HasNextPage: req(flag),
  });
}

/** Cuts a page out of a list and shows each of its records. */
export function page<R>(
  records: readonly R[],
  { Page, PageSize }: { Page: number; PageSize: number },
  show: (record: R) => unknown,
): Reply {
  const start = (Page - 1) * PageSize;
  return ok({
    Items: records.slice(start, start + PageSize).map((record) => show(record)),
    PageNumber: Page,
    PageSize,
    TotalCount: records.length,
    TotalPages: Math.ceil(records.length / PageSize),
    HasNextPage: start + PageSize < records.length,
  });
}
