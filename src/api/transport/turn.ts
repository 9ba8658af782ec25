import { SpentError } from '../../contract/errors.ts';
import type { Step } from './request.ts';

/**
 * Maximum number of requests of one call. Resolving the names in a list takes up to 20 pages and 100 single records.
 * The workflow `workload` takes up to 50 pages of each of two lists. If a call needs more requests, it fails, so that
 * it does not delay other callers.
 */
const maxRequestsPerCall = 120;

/** Counts the requests of a call. @throws SpentError beyond the maximum */
export const counted: Step = (next) => (request) => {
  const { trace } = request;
  if (trace) {
    const most = trace.most ?? maxRequestsPerCall;
    if (trace.sent >= most) return Promise.reject(new SpentError(most));
    trace.sent += 1;
  }
  return next(request);
};

/** Runs the request in the fair queue of all callers, if there is one. */
export const inTurn: Step = (next) => (request) =>
  request.inTurn
    ? request.inTurn(() => next(request), request.time, request.trace?.sent ?? 0)
    : next(request);
