/** Loaded into the server whose event loop is watched: tells its parent the longest time for which it stood still. */
let last = performance.now();
let longest = 0;
setInterval(() => {
  const now = performance.now();
  longest = Math.max(longest, now - last - 1);
  last = now;
}, 1).unref();
process.on('message', () => {
  process.send?.({ longest, rss: process.memoryUsage.rss() });
  longest = 0;
});
// The channel must not keep the server alive.
process.channel?.unref();
