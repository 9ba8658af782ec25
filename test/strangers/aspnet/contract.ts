import type { User } from '../world.ts';
import type { Errors, Model, Schema } from './schema.ts';
import { dateTime, def, enumOf, flag, int, listOf, model, opt, req, text, uuid } from './schema.ts';
import type { Store } from './store.ts';

/** Request as a handler receives it, bound and validated. */
export interface Call<Q, B> {
  readonly store: Store;
  readonly user: User;
  readonly version: number;
  /** Path parameters by name. */
  readonly path: Readonly<Record<string, string>>;
  /** Value of `{id}`. */
  readonly id: string;
  readonly query: Q;
  readonly body: B;
  /** Names of the properties in the request body, in lower case. */
  readonly sent: ReadonlySet<string>;
  readonly authorization: string | undefined;
}

/** Response of a handler. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly file?: { readonly name: string; readonly type: string; readonly bytes: Uint8Array };
  readonly headers?: Readonly<Record<string, string>>;
}

/** Content of the response for one status: a type, a file or none. */
export type Content = Schema<unknown> | 'file' | null;

interface RouteSpec<Q, B> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Template with `{version}`. Every other `{name}` is a Guid. */
  readonly path: string;
  readonly versions: readonly number[];
  /** Controller name. */
  readonly tag: string;
  readonly summary: string;
  readonly query?: Model<Q>;
  readonly body?: Schema<B>;
  /** Whether the body is multipart/form-data. */
  readonly isForm?: boolean;
  /** Whether the body is optional. */
  readonly isBodyOptional?: boolean;
  /** [AllowAnonymous] */
  readonly isOpen?: boolean;
  /** [ApiExplorerSettings(IgnoreApi = true)] */
  readonly isHidden?: boolean;
  readonly replies: Readonly<Record<number, Content>>;
  handle(call: Call<Q, B>): Reply | Promise<Reply>;
}

/** Controller action. */
export type Route = RouteSpec<unknown, unknown>;

/** Defines an action. The types of its handler follow from its models. */
export function route<Q, B>(spec: RouteSpec<Q, B>): Route {
  return spec as unknown as Route;
}

/** Thrown to end a request with an error response. */
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

/** Creates the 400 response of model validation. */
export function invalid(errors: Errors): Problem {
  return new Problem(400, '', errors);
}

/** Creates the 400 response for one field. */
export function invalidField(field: string, message: string): Problem {
  return invalid({ [field]: [message] });
}

/** Creates the 404 response for a record. */
export function notFound(what: string, id: string): Problem {
  return new Problem(404, `${what} with id '${id}' was not found.`);
}

/** Creates a 200 response. */
export function ok(body: unknown): Reply {
  return { status: 200, body };
}

/** Creates a 201 response with `Location` and the new record. */
export function created(location: string, body: unknown): Reply {
  return { status: 201, body, headers: { Location: location } };
}

export const noContent: Reply = { status: 204 };

/** Properties that all entities share. */
export const entityShape = {
  Id: req(uuid),
  CreationDate: opt(dateTime, 'Creation date, UTC'),
  LastChangeDate: opt(dateTime, 'Last change date, UTC'),
  Url: opt(text(), 'URL of the entity'),
};

/** Reference to another entity in responses. */
export const EntityReference = model('EntityReference', {
  Id: req(uuid),
  Name: opt(text()),
  CreationDate: opt(dateTime),
  LastChangeDate: opt(dateTime),
  Url: opt(text()),
});

/** Reference to another entity in requests. Only the id is read. */
export const EntityId = model('EntityId', { Id: req(uuid) });

/** Error body. */
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

/** Error body of model validation. */
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

/** Error body for a duplicate. */
export const DuplicateConflict = model('DuplicateConflict', {
  Error: req(text()),
  ErrorType: req(enumOf('DuplicateErrorType', ['Conflict'])),
  ConflictMessage: req(text()),
  ConflictObjects: req(listOf(uuid)),
});

/** Paging parameters. Pages are numbered from 1. */
export function pageShape(size: number) {
  return {
    Page: def(int(1), 1, 'Number of the page, from 1'),
    PageSize: def(int(1, 100), size, 'Records of a page, at most 100'),
  };
}

/** Creates the model of a page of records. */
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

/** Returns one page of a list, with each record converted by `show`. */
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
