import { ApiError, isCallError, NameError, NameLookupError } from '../contract/errors.ts';

/** Checks whether the error means that the service lacks the list operation. */
export const hasNoList = (error: unknown) =>
  error instanceof ApiError && [404, 405, 501].includes(error.status);

/**
 * Converts an error of the list operation to an error that reports a failed lookup. The original error could be
 * mistaken for the outcome of the call that needed the name, although that call was not sent.
 */
export function asLookup(error: unknown, list = ''): unknown {
  if (!isCallError(error) || error instanceof NameError) return error;
  if (error.code !== 'API_ERROR' && error.code !== 'UNEXPECTED_ANSWER') return error;
  const status = 'status' in error ? ` (${error.status})` : '';
  return new NameLookupError(`the service did not answer ${list}${status}. Pass the id instead.`, {
    cause: error,
    canRetry: error.canRetry,
  });
}
