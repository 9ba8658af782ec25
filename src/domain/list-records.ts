import type { z } from 'zod';
import { SpentError } from '../contract/errors.ts';
import type {
  OperationArguments,
  OperationCall,
  OperationClient,
  OperationName,
  OperationTaking,
} from '../contract/operation-client.ts';
import { readPage } from './records.ts';

/** The API description, Limits: pages of 100. */
const pageSize = 100;
const defaultMaxPages = 10;
/** Of a list whose service minds no size of pages so many are looked at: several times what all pages hold. */
const maxItems = 5000;

export interface Listed<Item> {
  readonly items: readonly Item[];
  /** There are more than were read. */
  readonly isCut: boolean;
  /** The list changed while its pages were read: an item came twice, so another one may be missing. */
  readonly hasMoved: boolean;
}

export interface ListOptions {
  readonly maxPages?: number;
  /** Told after each page but the last one. */
  readonly onPage?: (page: number) => void;
}

/**
 * A whole list, page after page up to a cap, or as many as the call may ask for, each item once.
 * @param item how one item is read
 * @throws what `OperationClient.call` throws, also where only a later page fails
 */
export async function listAll<
  Name extends OperationTaking<'PageSize'>,
  Item extends z.ZodType<{ Id: string }>,
>(
  operations: OperationClient,
  [operation, args]: OperationCall<Name>,
  item: Item,
  { maxPages = defaultMaxPages, onPage }: ListOptions = {},
): Promise<Listed<z.output<Item>>> {
  const found = new Map<string, z.output<Item>>();
  let hasMoved = false;
  for (let page = 1; page <= maxPages; page += 1) {
    // Most lists fit on one page, and some have no pages at all.
    const place = page === 1 ? {} : { Page: page };
    const paged = 'PageSize' in args ? args : { ...args, PageSize: pageSize };
    let answer: unknown;
    try {
      answer = await operations.call(operation, { ...paged, ...place } as OperationArguments[Name]);
    } catch (error) {
      if (page > 1 && error instanceof SpentError) break;
      throw error;
    }
    const { items, count, hasNext, isCut } = await readPage(item, answer, maxItems);
    if (isCut) return { items, isCut, hasMoved: false };
    const fresh = items.filter(({ Id }) => !found.has(Id));
    // A list without pages answers every page with the whole.
    const isOver = fresh.length === 0 || (!hasNext && count !== pageSize);
    hasMoved ||= fresh.length > 0 && fresh.length < items.length;
    for (const one of items) found.set(one.Id, one);
    if (isOver) return { items: [...found.values()], isCut: false, hasMoved };
    onPage?.(page);
  }
  return { items: [...found.values()], isCut: true, hasMoved };
}

/** The first page of a list whose tool takes no page. */
export async function listFirst<Name extends OperationName, Item extends z.ZodType>(
  operations: OperationClient,
  [operation, args]: OperationCall<Name>,
  item: Item,
): Promise<Listed<z.output<Item>>> {
  const { items, hasNext, isCut } = await readPage(item, await operations.call(operation, args), maxItems);
  return { items, isCut: hasNext || isCut, hasMoved: false };
}

/** A list that the service gives whole. */
export async function listWhole<Name extends OperationName, Item extends z.ZodType>(
  operations: OperationClient,
  [operation, args]: OperationCall<Name>,
  item: Item,
): Promise<readonly z.output<Item>[]> {
  return (await readPage(item, await operations.call(operation, args))).items;
}
