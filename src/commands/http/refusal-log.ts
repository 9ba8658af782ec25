import type { Log } from '../../observability/log.ts';
import type { HttpAnswer } from '../../transports/http/index.ts';
import { createBoundedLog } from './bounded-log.ts';

/** Creates a log of refused requests and their callers. If there are too many, logs only their number. */
export function createRefusalLog(log: Pick<Log, 'info' | 'warn'>): (answer: HttpAnswer) => void {
  const note = createBoundedLog(log, 'requests were refused');
  return ({ requestId, status, reason, caller, address, ms }) => {
    if (reason === undefined) return;
    note('request refused', { request: requestId, status, reason, caller, address, ms: Math.round(ms) });
  };
}
