import type { PagingHabits } from '../contract/operations/operation-client.ts';

export const createPagingHabits = (): PagingHabits => ({
  named: new Set(),
  fromZero: new Set(),
  firstPage: new Map(),
  ignoresPage: new Map(),
  givenFirst: new Map(),
  asked: undefined,
});

/** Properties of a list page that show whether another page follows. */
export interface ListPage {
  /** Value of `NextPageUrl`, of any type. */
  readonly next: unknown;
  /** Number of items, including those that could not be read. */
  readonly count: number;
  /** Whether at least one item was on no earlier page. */
  readonly isNew: boolean;
  /** Number of items of the whole list, if the page contains it. */
  readonly total?: number | undefined;
  readonly number?: number | undefined;
}

export interface PagedList {
  readonly operation: string;
  readonly habits: PagingHabits;
  /** Requested number of items. Undefined: the default of the service. */
  readonly size: number | undefined;
  /** Reads the first page again with at most one item, to find out whether the service sends `NextPageUrl`. */
  readonly readOne: () => Promise<Pick<ListPage, 'next'>>;
}

export interface Walk extends PagedList {
  /** First page to read. Default: 1. */
  readonly first?: number | undefined;
  /** Reads a page by number. The number is `first` or follows from the page before. Undefined ends the walk. */
  readonly read: (page: number) => Promise<ListPage | undefined>;
  /** Checks whether to read another page after this number of pages. */
  readonly goesOn: (pages: number) => boolean;
}

/** Reads the pages. Returns the number of the next one; undefined if the list has ended. */
export async function walkPages(walk: Walk): Promise<number | undefined> {
  let page = walk.first ?? 1;
  let empty = 0;
  let seen = 0;
  for (let pages = 1; ; pages += 1) {
    const read = await walk.read(page);
    if (read === undefined) return page;
    // The first page was requested without a number. If it has the number 0, the service counts pages from 0.
    if (pages === 1 && walk.first === undefined && read.number === 0) {
      page = 0;
      walk.habits.fromZero.add(walk.operation);
    }
    // A service that counts from 1 may return the number 0 for a page that was requested without a number. Its page 1
    // is then the same page again.
    if (
      pages === 2 &&
      page === 1 &&
      read.count > 0 &&
      !read.isNew &&
      walk.habits.fromZero.delete(walk.operation)
    ) {
      if (!walk.goesOn(pages)) return 2;
      page = 2;
      continue;
    }
    empty = read.count === 0 ? empty + 1 : 0;
    if (read.isNew) seen += read.count;
    const { total } = read;
    const isWhole = total !== undefined && seen >= total && read.count < (walk.size ?? 0);
    // A list without pages returns all its items for every page number.
    const isEnd = (!read.isNew || isWhole) && !isAddress(read.next);
    const next = isEnd ? undefined : await nextPage(walk, page, read);
    // Fewer items than the total were read, so there are more, even if the service ignores page numbers.
    const isShort = total !== undefined && walk.first === undefined && seen < total;
    if (next === undefined && isShort) return page + 1;
    // If the service always returns the same page number, or uses cursors, it may have more items, but they cannot be
    // requested.
    const isStuck = empty > 0 ? empty > mostEmpty : !read.isNew;
    if (next === undefined || isStuck || !walk.goesOn(pages)) return next?.number;
    page = next.number;
  }
}

/** Maximum number of consecutive empty pages. Services that omit hidden items may have empty pages between others. */
const mostEmpty = 3;

export interface NextPage {
  readonly number: number;
  /** Whether the service says that the page exists. If not, it may be empty. */
  readonly isSure: boolean;
}

/**
 * Returns the page that follows a page. Only the page number of `NextPageUrl` is used. A missing `NextPageUrl` means
 * the end of the list if the service sends it for other pages. Otherwise the list ends with an empty page, because any
 * page may be shorter than requested.
 */
export async function nextPage(
  { operation, habits, size, readOne }: PagedList,
  page: number,
  { next, count }: Pick<ListPage, 'next' | 'count'>,
): Promise<NextPage | undefined> {
  if (isAddress(next)) {
    habits.named.add(operation);
    const number = Number(/[?&]page=(\d{1,9})(?!\d)/i.exec(next)?.[1] ?? 0);
    // A service that counts pages from 0 uses the number 1 for the second page.
    const isNamed = number > page || (page === 1 && number === 1);
    return { number: isNamed ? number : page + 1, isSure: true };
  }
  if (count === 0 || habits.named.has(operation)) return undefined;
  const follows = { number: page + 1, isSure: false };
  if (size !== undefined && count >= size) return follows;
  // If only other lists have `NextPageUrl`, a round number of rows may be the page size of this list.
  if (habits.named.size > 0) return next === undefined && isRound(count) ? follows : undefined;
  // A single item counts as the whole list if nothing is known about the service's paging yet.
  if (count === 1 && habits.asked === undefined) return undefined;
  return (await namesPages(habits, operation, readOne)) ? undefined : follows;
}

const isRound = (count: number) => count >= 10 && count % 5 === 0;

/** A page of a list that was requested by its number. */
export interface FurtherPage extends Pick<PagedList, 'operation' | 'habits' | 'size'> {
  readonly page: number;
  readonly count: number;
  /** Returns the number of items on the first page with the same size. Returns undefined if it cannot be read. */
  readonly readFirst: () => Promise<number | undefined>;
}

/**
 * Returns the number of items on the first page of a list if it is less than requested, although another page follows.
 * Pages are then smaller than the caller assumes, so that page numbers refer to other items. The first page is read
 * once per operation.
 */
export async function smallerPages(further: FurtherPage): Promise<number | undefined> {
  const { operation, habits, size = 0, page, count, readFirst } = further;
  if (page < 2 || count === 0 || count >= size) return undefined;
  const known = habits.givenFirst.get(operation);
  const isKnown =
    known !== undefined && (known.given < known.asked ? known.given < size : known.asked >= size);
  if (!isKnown) {
    const given = await readFirst();
    if (given === undefined) return undefined;
    habits.givenFirst.set(operation, { asked: size, given });
  }
  const { asked, given } = habits.givenFirst.get(operation) ?? { asked: 0, given: 0 };
  return given < asked && given > 0 ? given : undefined;
}

const isAddress = (next: unknown): next is string => typeof next === 'string' && next !== '';

/** Checks whether the service sends `NextPageUrl`. Asks once per service. If that fails, the next list asks again. */
async function namesPages(
  habits: PagingHabits,
  operation: string,
  readOne: PagedList['readOne'],
): Promise<boolean> {
  habits.asked ??= readOne().then(
    ({ next }) => {
      if (isAddress(next)) habits.named.add(operation);
      return isAddress(next);
    },
    () => {
      habits.asked = undefined;
      return false;
    },
  );
  return habits.asked;
}

/** Returns the page properties of a response. Returns undefined if the response is not a list. */
export function pageIn(body: unknown): Omit<ListPage, 'isNew'> | undefined {
  if (Array.isArray(body)) return { next: undefined, count: body.length };
  const { Items, NextPageUrl } = (body ?? {}) as { Items?: unknown; NextPageUrl?: unknown };
  return Array.isArray(Items) ? { next: NextPageUrl, count: Items.length, ...placeIn(body) } : undefined;
}

export function placeIn(envelope: unknown): Pick<ListPage, 'total' | 'number'> {
  if (typeof envelope !== 'object' || envelope === null || Array.isArray(envelope)) return {};
  const numberAt = (names: RegExp) => {
    const found = Object.entries(envelope).filter(([name, value]) => names.test(name) && isCount(value));
    return found.length === 1 ? (found[0]?.[1] as number) : undefined;
  };
  return { total: numberAt(totals), number: numberAt(ownNumbers) };
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const totals = /^total(?:_?(?:count|items|elements|records|rows|results))?$/i;
const ownNumbers = /^(?:number|page|page_?(?:number|index|no)|current_?page)$/i;

/** Last record of a page, for each page except the last one. */
export interface PageEnd {
  /** Index over all pages, from 1. */
  readonly place: number;
  readonly id: unknown;
}

/** Maximum number of records that are checked concurrently. */
const atOnce = 8;

/**
 * Checks whether records moved towards the beginning of the list while its pages were read. A record that moved to the
 * end of a page which had already been read was missed. The last record of that page is then a different one. A record
 * that moves towards the end of the list is only read twice.
 * @param idsAt reads a page of one record at an index. A result that is missing or has several records is ignored
 */
export async function haveMoved(
  ends: readonly PageEnd[],
  idsAt: (place: number) => Promise<readonly unknown[] | undefined>,
): Promise<boolean> {
  const left = [...ends];
  let isMoved = false;
  const lane = async () => {
    for (let end = left.shift(); end !== undefined && !isMoved; end = left.shift()) {
      const found = await idsAt(end.place);
      isMoved ||= found !== undefined && found.length < 2 && found[0] !== end.id;
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, left.length) }, lane));
  return isMoved;
}
