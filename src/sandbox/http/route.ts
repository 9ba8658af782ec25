import type { z } from 'zod';
import type { StoredFile } from '../state/entities/documents.ts';
import type { User } from '../state/entities/users.ts';
import type { World } from '../state/state.ts';

/** What a handler sees of one request: bound, checked and attributed to a user. */
export interface RouteRequest<Query = Record<string, never>, Body = undefined> {
  readonly world: World;
  /** The caller; on anonymous routes a user without any right. */
  readonly user: User;
  readonly params: Record<string, string>;
  readonly query: Query;
  readonly body: Body;
  /** File parts of a multipart body by part name; empty otherwise. */
  readonly files: Record<string, Pick<StoredFile, 'name' | 'mediaType' | 'bytes'>>;
  /** API version of the path: 1 to 4; 0 where the path has none. */
  readonly version: number;
  readonly url: URL;
  header(name: string): string | undefined;
}

/** An answer other than 200 with JSON. */
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
/** A file as an attachment. */
export const attachment = (file: Pick<StoredFile, 'name' | 'mediaType' | 'bytes'>) =>
  new Answer(200, undefined, file);

/** The file parts of a form by name. */
export type FileParts = Readonly<Record<string, 'required' | 'optional'>>;

export interface Route {
  /** `'GET /api/v2/folders/{id}'`; several for versions that behave alike or differ by `request.version`. */
  readonly paths: readonly string[];
  readonly summary: string;
  readonly anonymous: boolean;
  /** Not shown in the live reference. */
  readonly unlisted: boolean;
  /** See the specification of `route`. */
  readonly isKept: boolean;
  readonly fileParts: FileParts | undefined;
  readonly query: z.ZodObject | undefined;
  readonly body: z.ZodType | undefined;
  readonly handle: (request: RouteRequest<never, never>) => unknown;
}

/**
 * One route of the service. The handler returns a value (200 with JSON) or an `Answer`, or throws a `ServiceError`.
 * @param paths method and path as the API description states them; the first is the main one
 */
export function route<
  Query extends z.ZodObject = z.ZodObject<Record<string, never>>,
  Body extends z.ZodType = z.ZodUndefined,
>(
  paths: string | readonly string[],
  spec: {
    readonly summary: string;
    /** No token needed. */
    readonly anonymous?: boolean;
    /** Not shown in the live reference. */
    readonly unlisted?: boolean;
    /** The answer depends on caller, address and records alone: it may be given again until a record changes. */
    readonly isKept?: boolean;
    /** Makes the body `multipart/form-data`; plain parts are bound to `body`, file parts to `files`. */
    readonly fileParts?: FileParts;
    readonly query?: Query;
    readonly body?: Body;
    readonly handle: (request: RouteRequest<z.output<Query>, z.output<Body>>) => unknown;
  },
): Route {
  return {
    paths: typeof paths === 'string' ? [paths] : paths,
    summary: spec.summary,
    anonymous: spec.anonymous ?? false,
    unlisted: spec.unlisted ?? false,
    isKept: spec.isKept ?? false,
    fileParts: spec.fileParts,
    query: spec.query,
    body: spec.body,
    handle: spec.handle as Route['handle'],
  };
}

/** The same path in several versions, the main one first: `inVersions([2, 1], 'GET', 'users')`. */
export const inVersions = (versions: readonly number[], method: string, path: string): string[] =>
  versions.map((version) => `${method} /api/v${version}/${path}`);
