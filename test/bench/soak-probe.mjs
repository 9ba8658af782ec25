import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { writeHeapSnapshot } from 'node:v8';
import { LRUCache } from 'lru-cache';

/**
 * Loaded into the server that is soaked: answers each message of the parent with what the process holds, caches one by
 * one, or with a snapshot of its heap in the file that the message names.
 */
const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();

/** Milliseconds that anything is kept at most; undefined for as long as the server keeps it. */
const longest = Number(process.env.SOAK_LIFETIME_MS) || undefined;
/** By cache: where it was made use of first, and when. */
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

/** A cache is full when nothing more fits in, or when what came first has been kept for as long as anything is. */
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
  // What has a finalizer goes with the second.
  globalThis.gc?.();
  globalThis.gc?.();
  if (file !== '') process.send?.(writeHeapSnapshot(file));
  else {
    const { heapUsed, rss } = process.memoryUsage();
    const open = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
    const kept = Array.from(caches, measured);
    // The resolution itself is part of each figure.
    process.send?.({ heap: heapUsed, rss, open, p99: Math.max(0, p99 / 1e6 - 10), kept });
  }
  // The collection just made is none of the server's doing.
  setTimeout(() => delay.reset(), 100).unref();
});
// The channel must not keep the server alive.
process.channel?.unref();
