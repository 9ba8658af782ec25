import type { PagingHabits } from '../contract/operations/operation-client.ts';

export const createPagingHabits = (): PagingHabits => ({
  named: new Set(),
  fromZero: new Set(),
  firstPage: new Map(),
  ignoresPage: new Map(),
  givenFirst: new Map(),
  asked: undefined,
});

/** A page of a list, as far as it says whether another one follows. */
export interface ListPage {
  /** Its `NextPageUrl`, whatever that is. */
  readonly next: unknown;
  /** Items on it, whether they could be read or not. */
  readonly count: number;
  /** Whether any of them was on no earlier page. */
  readonly isNew: boolean;
  /** Items of the whole list, where the page says it. */
  readonly total?: number | undefined;
  /** The number that the page gives itself. */
  readonly number?: number | undefined;
}

export interface PagedList {
  /** The name of the operation. */
  readonly operation: string;
  readonly habits: PagingHabits;
  /** Items that were asked for; undefined: as many as the service likes to give. */
  readonly size: number | undefined;
  /** Reads the first page again with no more than one item, to see whether the service says where the next one is. */
  readonly readOne: () => Promise<Pick<ListPage, 'next'>>;
}

export interface Walk extends PagedList {
  /** The page to begin with; default: 1. */
  readonly first?: number | undefined;
  /** Reads a page, which counts from 1, or is named so by the one before; undefined ends the walk in front of it. */
  readonly read: (page: number) => Promise<ListPage | undefined>;
  /** Whether one more page is read, after so many. */
  readonly goesOn: (pages: number) => boolean;
}

/**
 * Reads the pages of a list one after the other, up to where it ends or the walk does.
 * @returns the number of the page that would have followed; undefined where the list has ended
 */
export async function walkPages(walk: Walk): Promise<number | undefined> {
  let page = walk.first ?? 1;
  let empty = 0;
  let seen = 0;
  for (let pages = 1; ; pages += 1) {
    const read = await walk.read(page);
    if (read === undefined) return page;
    // The first page was asked for without a number.
    if (pages === 1 && walk.first === undefined && read.number === 0) {
      page = 0;
      walk.habits.fromZero.add(walk.operation);
    }
    // A service that counts from 1 may call the page without a number 0, and then gives it again.
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
    // A list without pages answers each page with the whole.
    const isEnd = (!read.isNew || isWhole) && !isAddress(read.next);
    const next = isEnd ? undefined : await nextPage(walk, page, read);
    // Whatever the service did with the number of the page, there is more than was read.
    const isShort = total !== undefined && walk.first === undefined && seen < total;
    if (next === undefined && isShort) return page + 1;
    // Who names the same page for ever, or pages by a mark, may have more, which cannot be asked for.
    const isStuck = empty > 0 ? empty > mostEmpty : !read.isNew;
    if (next === undefined || isStuck || !walk.goesOn(pages)) return next?.number;
    page = next.number;
  }
}

/** Services that leave out of a page what may not be seen have empty ones among the others. */
const mostEmpty = 3;

/** The page that follows. */
export interface NextPage {
  readonly number: number;
  /** Whether the service says that there is one; otherwise it may be empty. */
  readonly isSure: boolean;
}

/**
 * What follows a page. Of the address in `NextPageUrl` nothing counts but the number of the page. Where there is none,
 * that means the end on a service that names next pages at all; on another the list ends with an empty page, since any
 * page may be shorter than was asked for.
 */
export async function nextPage(
  { operation, habits, size, readOne }: PagedList,
  page: number,
  { next, count }: Pick<ListPage, 'next' | 'count'>,
): Promise<NextPage | undefined> {
  if (isAddress(next)) {
    habits.named.add(operation);
    const number = Number(/[?&]page=(\d{1,9})(?!\d)/i.exec(next)?.[1] ?? 0);
    // Who counts pages from nought calls the second one the first.
    const isNamed = number > page || (page === 1 && number === 1);
    return { number: isNamed ? number : page + 1, isSure: true };
  }
  if (count === 0 || habits.named.has(operation)) return undefined;
  const follows = { number: page + 1, isSure: false };
  if (size !== undefined && count >= size) return follows;
  // Where only other lists name their next pages, a round number of rows may be all that a page holds.
  if (habits.named.size > 0) return next === undefined && isRound(count) ? follows : undefined;
  // One item is no page of a longer list, as far as services go whose other pages nobody has seen.
  if (count === 1 && habits.asked === undefined) return undefined;
  return (await namesPages(habits, operation, readOne)) ? undefined : follows;
}

const isRound = (count: number) => count >= 10 && count % 5 === 0;

/** A page of a list that was asked for by its number. */
export interface FurtherPage extends Pick<PagedList, 'operation' | 'habits' | 'size'> {
  readonly page: number;
  readonly count: number;
  /** Reads the first page with the same size. @returns how many items it has; undefined where it could not be read */
  readonly readFirst: () => Promise<number | undefined>;
}

/**
 * How many items the first page of a list has, where it has fewer than were asked for although another page follows: then
 * pages may be smaller than whoever asks for one of them by its number thinks. Asked once of an operation.
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

/** Asked once of a service. Where that fails, nothing is known, and the next list asks again. */
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

/** What an answer says as a page of a list; undefined where it is none. */
export function pageIn(body: unknown): Omit<ListPage, 'isNew'> | undefined {
  if (Array.isArray(body)) return { next: undefined, count: body.length };
  const { Items, NextPageUrl } = (body ?? {}) as { Items?: unknown; NextPageUrl?: unknown };
  return Array.isArray(Items) ? { next: NextPageUrl, count: Items.length, ...placeIn(body) } : undefined;
}

/** Which page an envelope says that it is, and of how many items. */
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

/** A record that is the last one of a page which another one followed. */
export interface PageEnd {
  /** Counted from 1 over all pages. */
  readonly place: number;
  readonly id: unknown;
}

/** Places that are looked at side by side. */
const atOnce = 8;

/**
 * Whether records moved up while the pages were read one after the other: what stood behind the end of one page came to
 * stand on it, and was on no page that was read. Then the record at its end is another one now. (What moves down comes twice.)
 * @param idsAt reads the page of one record at a place; what cannot be read, or comes as more than one, tells nothing
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
