import { closeSync, openSync, readSync } from 'node:fs';

/**
 * Loaded into the server to watch its event loop. It reports the longest stall to the parent process, and the
 * longest processor time between two checks, which other programs do not affect.
 */
const buffer = Buffer.alloc(100);
/**
 * Returns the processor time of the main thread, in milliseconds. Returns the clock time on systems other
 * than Linux.
 */
function processorTime() {
  try {
    const file = openSync('/proc/self/schedstat', 'r');
    const length = readSync(file, buffer, 0, buffer.length, 0);
    closeSync(file);
    return Number.parseInt(buffer.toString('latin1', 0, length), 10) / 1e6;
  } catch {
    return performance.now();
  }
}

let last = performance.now();
let lastWorked = processorTime();
let longest = 0;
let worked = 0;
setInterval(() => {
  const now = performance.now();
  const hasWorked = processorTime();
  longest = Math.max(longest, now - last - 1);
  worked = Math.max(worked, hasWorked - lastWorked);
  last = now;
  lastWorked = hasWorked;
}, 1).unref();
process.on('message', () => {
  process.send?.({ longest, worked });
  longest = 0;
  worked = 0;
});
// The channel must not keep the server alive.
process.channel?.unref();
