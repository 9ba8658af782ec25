import type { z } from 'zod';
import { ifCallFails, SpentError, UnexpectedAnswerError } from '../contract/errors.ts';
import type {
  AnswerReading,
  OperationArguments,
  OperationCall,
  OperationClient,
  OperationName,
  OperationResponse,
  OperationTaking,
} from '../contract/operations/operation-client.ts';
import { type Note, worded } from '../contract/worded.ts';
import { haveMoved, type ListPage, type PageEnd, walkPages } from '../util/pages.ts';
import { partialMessages } from './messages.ts';
import { readPage } from './records.ts';

/** Page size (API description, Limits: at most 100 rows per page). */
const pageSize = 100;
const defaultMaxPages = 10;
/**
 * Maximum number of items read from one page, because some services ignore the page size and return everything. It is
 * higher than the number of items on all pages that are normally read.
 */
const maxItems = 5000;

export interface Listed<Item> {
  readonly items: readonly Item[];
  /** Whether the list has more items than were read. */
  readonly isCut: boolean;
  /** Whether the list changed while it was read. For example, an item appeared twice, so another may be missing. */
  readonly hasMoved: boolean;
  /** Set if the service ignored a filter that `replaceable` names. Then only one page was read. */
  readonly isIgnored?: true;
  /** Set if the list is empty and its filters are unverified, so matching records may exist. */
  readonly isUnproven?: true;
  readonly notes?: readonly Note[];
}

export interface ListOptions extends AnswerReading {
  readonly maxPages?: number;
  /** If true, checks after the last page whether records moved between pages. Needed if the list must be complete. */
  readonly isExact?: boolean;
  /** If true, an empty list adds no note about its filters, but `isUnproven` is set. */
  readonly isPart?: boolean;
  /** Called after each page except the last one. */
  readonly onPage?: (page: number) => void;
}

/**
 * Reads a list page by page, until `maxPages` or the call's request limit is reached. Returns each item once.
 * @param item schema of one item
 * @throws the errors of `OperationClient.call`, even if only a later page fails
 */
export async function listAll<
  Name extends OperationTaking<'PageSize'>,
  Item extends z.ZodType<{ Id: string }>,
>(
  operations: OperationClient,
  [operation, args]: OperationCall<Name>,
  item: Item,
  { maxPages = defaultMaxPages, isExact = false, isPart = false, onPage, ...given }: ListOptions = {},
): Promise<Listed<z.output<Item>>> {
  type Args = OperationArguments[Name];
  const reading: AnswerReading = isPart ? { ...given, asksAgain: true } : given;
  const found = new Map<string, z.output<Item>>();
  let hasMoved = false;
  let isIgnored = false;
  let isUnproven = false;
  let isFirst = true;
  let unread = 0;
  let removedRows = 0;
  let places = 0;
  const ends: PageEnd[] = [];
  const sized = 'PageSize' in args ? args : { ...args, PageSize: pageSize };
  const take = async ({ body, held }: OperationResponse): Promise<ListPage | undefined> => {
    const { items, count, next, isCut, unread: without, place } = await readPage(item, body, maxItems);
    unread += without;
    isIgnored ||= held?.ignored.some((one) => reading.replaceable?.includes(one)) ?? false;
    isUnproven ||= isPart && (held?.unproven.length ?? 0) > 0;
    const leftOut = held?.leftOut.length ?? 0;
    removedRows += leftOut;
    places += count + leftOut;
    const end = items.at(-1);
    if (end !== undefined) ends.push({ place: places, id: end.Id });
    const fresh = items.filter(({ Id }) => !found.has(Id));
    hasMoved ||= fresh.length > 0 && fresh.length < items.length;
    for (const one of items) found.set(one.Id, one);
    const isNew = fresh.length + leftOut > 0;
    return isCut ? undefined : { ...place, next, count: count + leftOut, isNew };
  };
  const left = await walkPages({
    operation,
    habits: operations.paging,
    size: (sized as { readonly PageSize?: number }).PageSize,
    read: async (page) => {
      // Request the first page without a page number, because most lists fit on one page, and some operations have no
      // pages.
      const place = isFirst ? {} : { Page: page };
      const isLater = !isFirst;
      isFirst = false;
      try {
        return await take(await operations.answer(operation, { ...sized, ...place } as Args, reading));
      } catch (error) {
        if (isLater && error instanceof SpentError) return undefined;
        throw error;
      }
    },
    readOne: async () =>
      readPage(item, await operations.call(operation, { ...args, PageSize: 1 } as Args, reading), 1),
    goesOn: (pages) => {
      onPage?.(pages);
      return !isIgnored && pages < maxPages;
    },
  });
  const isCut = left !== undefined;
  // Skip this check if rows were removed, because their positions are then unreliable. Also skip it if some rows had no
  // id to compare.
  if (isExact && removedRows === 0 && places === found.size)
    hasMoved ||= await haveMoved(ends.slice(0, -1), async (place) => {
      const at = operations.paging.fromZero.has(operation) ? place - 1 : place;
      const one = { ...args, Page: at, PageSize: 1 } as Args;
      return operations
        .call(operation, one, reading)
        .then(
          async (body) => (await readPage(item, body, 2)).items.map(({ Id }) => Id),
          ifCallFails(undefined),
        );
    });
  if (isCut && !isIgnored && found.size === 0 && removedRows > 0)
    throw new UnexpectedAnswerError(allRowsRemoved);
  // Report `isIgnored` only if there are further pages. Otherwise the first page already contained all items.
  return {
    items: [...found.values()],
    isCut,
    hasMoved,
    ...(isIgnored && isCut ? { isIgnored } : {}),
    ...(isUnproven && found.size === 0 ? { isUnproven } : {}),
    ...(unread > 0 ? { notes: [worded(partialMessages.unreadRows, { count: unread })] } : {}),
  };
}

/** Error for a list whose read rows were all removed. It must not claim that no record matches. */
const allRowsRemoved =
  'The service ignored the filters: none of the records that were read matches, and the list continues. Request a single record, or use other filters.';

/** Reads the only page of a list whose operation has no page argument. */
export async function listFirst<Name extends OperationName, Item extends z.ZodType>(
  operations: OperationClient,
  [operation, args]: OperationCall<Name>,
  item: Item,
): Promise<Listed<z.output<Item>>> {
  const { items, next, isCut, unread } = await readPage(
    item,
    await operations.call(operation, args),
    maxItems,
  );
  const notes = unread > 0 ? [worded(partialMessages.unreadRows, { count: unread })] : [];
  return { items, isCut: next !== undefined || isCut, hasMoved: false, notes };
}

/** Reads a list that the service returns completely in one response. */
export async function listWhole<Name extends OperationName, Item extends z.ZodType>(
  operations: OperationClient,
  [operation, args]: OperationCall<Name>,
  item: Item,
): Promise<readonly z.output<Item>[]> {
  return (await readPage(item, await operations.call(operation, args))).items;
}
