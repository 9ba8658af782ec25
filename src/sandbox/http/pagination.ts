import { alphabetical } from '../domain/shown-names.ts';
import type { World } from '../state/state.ts';
import type { RouteRequest } from './route.ts';

type Paged = { Page?: number | undefined; PageSize?: number | undefined };

/**
 * Returns one page of a list: `Items` and `NextPageUrl`, which is absolute, or null on the last page. The settings
 * limit PageSize. Page numbers start with 1.
 * @param asked Page and PageSize from the query, or from the body if the list is requested by POST
 */
export function page<T, Wire>(
  request: Pick<RouteRequest, 'world' | 'url'>,
  asked: Paged,
  items: Iterable<T>,
  present: (item: T) => Wire,
): { Items: Wire[]; NextPageUrl: string | null } {
  const limit = request.world.settings.pageSize;
  const next = pagingOf(request.url);
  const size = Math.min(Math.max(asked.PageSize ?? next.PageSize ?? limit, 1), limit);
  const number = Math.max(asked.Page ?? next.Page ?? 1, 1);
  const start = (number - 1) * size;
  const read = Array.isArray(items) ? items.slice(start, start + size + 1) : take(items, start, size + 1);
  return {
    Items: read.slice(0, size).map(present),
    NextPageUrl: read.length > size ? nextPageUrl(request, number + 1, size) : null,
  };
}

/** Reads the page from the URL, because `NextPageUrl` contains it there even for lists that are requested by POST. */
function pagingOf(url: URL): Paged {
  const found: Paged = {};
  for (const [name, value] of url.searchParams) {
    const key = /^page$/i.test(name) ? 'Page' : /^pagesize$/i.test(name) ? 'PageSize' : undefined;
    if (key && /^\d+$/.test(value)) found[key] = Number(value);
  }
  return found;
}

function take<T>(items: Iterable<T>, start: number, count: number): T[] {
  const taken: T[] = [];
  let place = 0;
  for (const item of items) {
    if (place >= start) taken.push(item);
    if (taken.length === count) break;
    place += 1;
  }
  return taken;
}

/** Returns the items that pass all tests. Evaluates them lazily, because a page of a long list needs only a few. */
export function where<T>(items: readonly T[], tests: readonly ((item: T) => boolean)[]): Iterable<T> {
  return tests.length === 0 ? items : passing(items, tests);
}

function* passing<T>(items: readonly T[], tests: readonly ((item: T) => boolean)[]): Generator<T> {
  for (const item of items) if (tests.every((test) => test(item))) yield item;
}

/**
 * Returns a list without pages in the envelope of a page (CON-14), or as an array if the quirk `wholeLists` is `array`.
 */
export function whole<T, Wire>({ quirks }: World, items: readonly T[], present: (item: T) => Wire) {
  const shown = items.map(present);
  return quirks.wholeLists === 'array' ? shown : { Items: shown, NextPageUrl: null };
}

/** Compares records by name. For bilingual names, use `ShownNames.byName`. */
export const byName = (left: { name: string }, right: { name: string }) =>
  alphabetical(left.name, right.name);

/** Checks whether `text` contains `part`. Ignores letter case. */
export const contains = (text: string | undefined, part: string) =>
  (text ?? '').toLowerCase().includes(part.toLowerCase());

function nextPageUrl(
  { world, url }: Pick<RouteRequest, 'world' | 'url'>,
  number: number,
  size: number,
): string | null {
  if (world.quirks.nextPageUrl === 'null') return null;
  const next = new URL(url);
  for (const key of [...next.searchParams.keys()])
    if (/^page(size)?$/i.test(key)) next.searchParams.delete(key);
  next.searchParams.set('page', String(number));
  next.searchParams.set('pageSize', String(size));
  return world.quirks.nextPageUrl === 'relative' ? `${next.pathname}${next.search}` : next.href;
}
