import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Loaded into the server that is soaked: answers each message of the parent with what the process holds. */
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
process.on('message', () => {
  const p99 = delay.percentile(99);
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  const open = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
  // The resolution itself is part of each figure.
  process.send?.({ heap: heapUsed, rss, open, p99: Math.max(0, p99 / 1e6 - 10) });
  // The collection just made is none of the server's doing.
  setTimeout(() => delay.reset(), 100).unref();
});
// The channel must not keep the server alive.
process.channel?.unref();
