import type { Log } from '../../observability/log.ts';
import type { HttpAnswer } from '../../transports/http/index.ts';

/** Lines in a minute: whoever floods the server must not fill the disk, too. */
const maxLines = 300;
const minuteMs = 60_000;

/** Writes into the log what was answered with a refusal, and to whom; of a flood only how long it was. */
export function createRefusalLog(log: Pick<Log, 'info' | 'warn'>): (answer: HttpAnswer) => void {
  let since = 0;
  let lines = 0;
  return ({ requestId, status, reason, caller, address, ms }) => {
    if (reason === undefined) return;
    if (performance.now() - since > minuteMs) {
      if (lines > maxLines) log.warn(`${lines - maxLines} more requests were refused in that minute`);
      since = performance.now();
      lines = 0;
    }
    lines += 1;
    if (lines > maxLines) return;
    log.info('request refused', { request: requestId, status, reason, caller, address, ms: Math.round(ms) });
  };
}
