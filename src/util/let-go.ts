/** What forgets, when it is told to, all that is too old. */
interface Forgetting {
  purgeStale(): unknown;
}

const sweepMs = 30_000;
const caches = new Set<WeakRef<Forgetting>>();
let isSwept = false;

/**
 * Has a cache let go of what is too old though nobody looks, at most half a minute late. One timer does it for all caches:
 * one for each entry takes more memory than many an entry.
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
