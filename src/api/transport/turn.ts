import { SpentError } from '../../contract/errors.ts';
import type { Step } from './request.ts';

/**
 * Requests of one call: a list of names takes 20 pages and 100 records one by one, a workload 50 pages of each of two
 * lists; several of these at once are more than one call may take from the others.
 */
const maxRequestsPerCall = 120;

/** Counts what a call sends. @throws SpentError where it has sent all that one may */
export const counted: Step = (next) => (request) => {
  const { trace } = request;
  if (trace) {
    const most = trace.most ?? maxRequestsPerCall;
    if (trace.sent >= most) return Promise.reject(new SpentError(most));
    trace.sent += 1;
  }
  return next(request);
};

/** Waits for its turn among the requests of others, where many call. */
export const inTurn: Step = (next) => (request) =>
  request.inTurn
    ? request.inTurn(() => next(request), request.time, request.trace?.sent ?? 0)
    : next(request);
