import { closeSync, openSync, readSync } from 'node:fs';

/**
 * Loaded into the server whose event loop is watched: tells its parent the longest time for which it stood still, and
 * how much of such a time the processor worked for it, which other programs of a busy machine do not add to.
 */
const buffer = Buffer.alloc(100);
/** Milliseconds that the first thread has had of the processor; where the system does not tell (not Linux), the time. */
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
