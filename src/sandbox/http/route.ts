import type { z } from 'zod';
import type { AnswerShape } from '../openapi/shapes.ts';
import type { StoredFile } from '../state/entities/documents.ts';
import type { User } from '../state/entities/users.ts';
import type { World } from '../state/state.ts';

/** Input of a handler: bound and validated values, and the user. */
export interface RouteRequest<Query = Record<string, never>, Body = undefined> {
  readonly world: World;
  /** The caller. On anonymous routes, a user without rights. */
  readonly user: User;
  readonly params: Record<string, string>;
  readonly query: Query;
  readonly body: Body;
  /** File parts of a multipart body by name. Empty for other bodies. */
  readonly files: Record<string, Pick<StoredFile, 'name' | 'mediaType' | 'bytes'>>;
  /** API version of the path: 1 to 4; 0 if the path has none. */
  readonly version: number;
  readonly url: URL;
  header(name: string): string | undefined;
}

/** A response other than 200 with JSON. */
export class Answer {
  readonly status: number;
  readonly body: unknown;
  readonly file: Pick<StoredFile, 'name' | 'mediaType' | 'bytes'> | undefined;

  constructor(status: number, body?: unknown, file?: Pick<StoredFile, 'name' | 'mediaType' | 'bytes'>) {
    this.status = status;
    this.body = body;
    this.file = file;
  }
}

export const created = (body: unknown) => new Answer(201, body);
export const accepted = (body: unknown) => new Answer(202, body);
export const noContent = () => new Answer(204);
/** Returns a response with a file as an attachment. */
export const attachment = (file: Pick<StoredFile, 'name' | 'mediaType' | 'bytes'>) =>
  new Answer(200, undefined, file);

/** File parts of a form by name. */
export type FileParts = Readonly<Record<string, 'required' | 'optional'>>;

export interface Route {
  /**
   * Methods and paths, such as `GET /api/v2/folders/{id}`. A route has several if its versions are equal or if the
   * handler distinguishes them by `request.version`.
   */
  readonly paths: readonly string[];
  readonly summary: string;
  /** Shape of the response in the OpenAPI documents. Default: the shape that method and path imply. */
  readonly answers: AnswerShape | undefined;
  /** Success status in the OpenAPI documents. Default: the status that the method implies. */
  readonly status: 200 | undefined;
  readonly anonymous: boolean;
  /** True if the live reference omits the route. */
  readonly unlisted: boolean;
  /** Whether responses are cached. See `isKept` in the parameter `spec` of `route`. */
  readonly isKept: boolean;
  readonly fileParts: FileParts | undefined;
  readonly query: z.ZodObject | undefined;
  readonly body: z.ZodType | undefined;
  readonly handle: (request: RouteRequest<never, never>) => unknown;
}

/**
 * Defines a route. The handler returns a value (200 with JSON) or an `Answer`, or throws a `ServiceError`.
 * @param paths method and path as in the API description; the first is the main one
 */
export function route<
  Query extends z.ZodObject = z.ZodObject<Record<string, never>>,
  Body extends z.ZodType = z.ZodUndefined,
>(
  paths: string | readonly string[],
  spec: {
    readonly summary: string;
    /** Default: nothing for DELETE, a page for a GET whose path does not end with an id, otherwise one record. */
    readonly answers?: AnswerShape;
    /** Default: 200 for GET, 204 for DELETE, otherwise 201. */
    readonly status?: 200;
    /** True if no token is required. */
    readonly anonymous?: boolean;
    /** True if the live reference omits the route. */
    readonly unlisted?: boolean;
    /**
     * True if the response depends only on caller, address and records, so that it can be cached until a record
     * changes.
     */
    readonly isKept?: boolean;
    /** File parts of a `multipart/form-data` body. Other parts are bound to `body`. */
    readonly fileParts?: FileParts;
    readonly query?: Query;
    readonly body?: Body;
    readonly handle: (request: RouteRequest<z.output<Query>, z.output<Body>>) => unknown;
  },
): Route {
  return {
    paths: typeof paths === 'string' ? [paths] : paths,
    summary: spec.summary,
    answers: spec.answers,
    status: spec.status,
    anonymous: spec.anonymous ?? false,
    unlisted: spec.unlisted ?? false,
    isKept: spec.isKept ?? false,
    fileParts: spec.fileParts,
    query: spec.query,
    body: spec.body,
    handle: spec.handle as Route['handle'],
  };
}

/** Returns one path in several versions, the main one first: `inVersions([2, 1], 'GET', 'users')`. */
export const inVersions = (versions: readonly number[], method: string, path: string): string[] =>
  versions.map((version) => `${method} /api/v${version}/${path}`);
