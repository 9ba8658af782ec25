/** A cache that can drop its expired entries. */
interface Forgetting {
  purgeStale(): unknown;
}

const sweepMs = 30_000;
const caches = new Set<WeakRef<Forgetting>>();
let isSwept = false;

/**
 * Drops expired entries of a cache at most half a minute late, even if nobody reads them. One timer serves all caches,
 * because a timer for each entry would take more memory than the entry.
 */
export function letGo<Cache extends Forgetting>(cache: Cache): Cache {
  caches.add(new WeakRef(cache));
  if (!isSwept) setInterval(sweep, sweepMs).unref();
  isSwept = true;
  return cache;
}

function sweep(): void {
  for (const one of caches) {
    const cache = one.deref();
    if (cache === undefined) caches.delete(one);
    else cache.purgeStale();
  }
}
