import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { writeHeapSnapshot } from 'node:v8';
import { LRUCache } from 'lru-cache';

/**
 * Loaded into the server of the soak test. It answers each message of the parent process with memory figures
 * and the state of each cache. If the message names a file, it writes a heap snapshot there instead.
 */
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

/** Maximum lifetime of cache entries, in milliseconds. Undefined: the server's own lifetimes. */
const longest = Number(process.env.SOAK_LIFETIME_MS) || undefined;
/** Source file and time of each cache's first use. */
const caches = new Map();
const { set } = LRUCache.prototype;
LRUCache.prototype.set = function (key, value, options = {}) {
  if (!caches.has(this)) {
    const name = /dist\/src\/(.+)\.js/.exec(new Error('first use').stack)?.[1] ?? 'another';
    caches.set(this, { name, since: performance.now() });
  }
  const ttl = options.ttl ?? this.ttl;
  const kept = longest === undefined ? options : { ...options, ttl: Math.min(ttl || longest, longest) };
  return set.call(this, key, value, kept);
};

/** A cache counts as full if it is at its bound, or if its oldest entry has reached the maximum lifetime. */
const measured = ([cache, { name, since }]) => {
  const { size, max, calculatedSize: bytes, maxSize: maxBytes, ttl } = cache;
  const isAtBound = (max > 0 && size >= max) || (maxBytes > 0 && bytes > 0.95 * maxBytes);
  const lifetime = Math.min(ttl || Number.POSITIVE_INFINITY, longest ?? Number.POSITIVE_INFINITY);
  const missingMs = isAtBound ? 0 : Math.max(0, since + lifetime - performance.now());
  return { name, size, max, bytes, maxBytes, missingMinutes: missingMs / 60_000 };
};

process.on('message', (file) => {
  if (typeof file !== 'string') return;
  const p99 = delay.percentile(99);
  // The second collection frees objects that have finalizers.
  globalThis.gc?.();
  globalThis.gc?.();
  if (file !== '') process.send?.(writeHeapSnapshot(file));
  else {
    const { heapUsed, rss } = process.memoryUsage();
    const open = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
    const kept = Array.from(caches, measured);
    // Subtract the resolution, because each delay includes it.
    process.send?.({ heap: heapUsed, rss, open, p99: Math.max(0, p99 / 1e6 - 10), kept });
  }
  // Reset, so that the garbage collection above does not count as a delay of the server.
  setTimeout(() => delay.reset(), 100).unref();
});
// The channel must not keep the server alive.
process.channel?.unref();
