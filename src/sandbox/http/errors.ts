/** An error response. Thrown anywhere below the router and written by the app. */
export class ServiceError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown> | undefined;
  /** Additional response headers. */
  readonly headers: Record<string, string>;

  constructor(status: number, body?: Record<string, unknown>, headers: Record<string, string> = {}) {
    super(`service answers ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Creates an error with the body for violated rules of the service: `{ Error, ErrorType }` (OBJ-9). */
export function ruleError(
  status: number,
  errorType: string,
  message: string,
  more: Record<string, unknown> = {},
): ServiceError {
  return new ServiceError(status, { Error: message, ErrorType: errorType, ...more });
}

/** 400: a value violates a rule of the API. */
export const invalid = (message: string) => ruleError(400, 'Validation', message);

/** 403: the caller's permission is insufficient. */
export const forbidden = (message: string) => ruleError(403, 'Forbidden', message);

/** 404: the record does not exist or is invisible to the caller. */
export const notFound = (what: string, id: string) =>
  ruleError(404, 'NotFound', `${what} ${id} was not found.`);

/** 409: the state of the record forbids it. */
export const conflict = (message: string, more: Record<string, unknown> = {}) =>
  ruleError(409, 'Conflict', message, more);

/**
 * 409: duplicate conflict (OBJ-9).
 * @param fields names of the unique fields
 * @param ids ids of the existing records
 */
export const duplicate = (fields: readonly string[], ids: readonly string[]) =>
  conflict('Невозможно создать дубликат.', {
    ConflictMessage: `The system already has objects with a similar data set. Unique fields: ${fields.join(', ')}.`,
    ConflictObjects: ids,
  });

/**
 * Creates an error in the format of the web framework (`application/problem+json`), for requests that fail before the
 * rules of the service apply.
 */
export function problem(status: number, title: string, errors?: Record<string, string[]>): ServiceError {
  return new ServiceError(status, {
    type: `https://tools.ietf.org/html/rfc9110#section-15.5.${status - 399}`,
    title,
    status,
    ...(errors ? { errors } : {}),
  });
}
