import type { Log } from '../../observability/log.ts';

/** Maximum number of lines per minute. Further ones are only counted, so that no flood fills the disk. */
const maxLines = 300;
const minuteMs = 60_000;

/** Creates a log for events that anyone can cause. @param what name of the omitted events, for operators */
export function createBoundedLog(log: Pick<Log, 'info' | 'warn'>, what: string): Log['info'] {
  let since = 0;
  let lines = 0;
  return (message, fields) => {
    if (performance.now() - since > minuteMs) {
      if (lines > maxLines) log.warn(`${lines - maxLines} more ${what} in that minute`);
      since = performance.now();
      lines = 0;
    }
    lines += 1;
    if (lines <= maxLines) log.info(message, fields);
  };
}
