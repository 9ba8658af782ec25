import { ApiError, isCallError, NameError, NameLookupError } from '../contract/errors.ts';

/** Whether the service says that it does not have the operation. */
export const hasNoList = (error: unknown) =>
  error instanceof ApiError && [404, 405, 501].includes(error.status);

/** A failure of the list's operation is not one of the call that needed it: nothing of that was sent. */
export function asLookup(error: unknown, list = ''): unknown {
  if (!isCallError(error) || error instanceof NameError) return error;
  if (error.code !== 'API_ERROR' && error.code !== 'UNEXPECTED_ANSWER') return error;
  const status = 'status' in error ? ` (${error.status})` : '';
  return new NameLookupError(`the service did not answer ${list}${status}. Give the id instead.`, {
    cause: error,
    canRetry: error.canRetry,
  });
}
