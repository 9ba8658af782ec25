import { ApiError } from '../contract/errors.ts';
import type { Worded } from '../contract/language.ts';
import type { OperationClient } from '../contract/operations/operation-client.ts';
import { worded } from '../contract/worded.ts';
import { pageIn } from '../util/pages.ts';
import type { Listed } from './list-records.ts';
import { partialMessages, partPhrases } from './messages.ts';

/**
 * Removes the items that do not match a filter which the service may ignore. Adds a note about items that were removed
 * or could not be checked.
 * @param what argument and operation for the note, such as `FolderId of list_documents`
 * @param matches returns undefined if the item lacks the value to compare
 */
export function filterItems<List extends Listed<unknown>>(
  list: List,
  what: string,
  matches: (item: List['items'][number]) => boolean | undefined,
): List {
  const findings = list.items.map(matches);
  const count = findings.filter((one) => one !== true).length;
  if (count === 0) return list;
  const noted = (note: Worded) => [...(list.notes ?? []), note];
  const records = worded(partPhrases.countOf, { some: count, all: list.items.length });
  if (!findings.includes(false))
    return { ...list, notes: noted(worded(partialMessages.unchecked, { what, records })) };
  // If any item does not match, the service ignored the filter. Keep only the items that certainly match.
  return {
    ...list,
    items: list.items.filter((_, index) => findings[index] === true),
    notes: noted(worded(partialMessages.ignored, { what, records })),
  };
}

/** A valid id that belongs to no record. */
const idOfNone = 'ffffffff-ffff-4fff-bfff-ffffffffffff';

/**
 * Checks whether the service applies the filter for the responsible user when it lists objects. Rows cannot show this,
 * because they may lack the responsible user. Therefore one request lists the objects of a user who does not exist. The
 * service must return no rows or refuse the request. The result is cached.
 * @throws any other error of `OperationClient.call`
 */
export async function appliesResponsibleFilter(operations: OperationClient): Promise<boolean> {
  const asked = { ResponsibleIds: [idOfNone], PageSize: 1 };
  const probed = await operations.cache.remember('applies ResponsibleIds', async () => ({
    isApplied: await operations
      .answer('search_objects', asked, { compares: ['ResponsibleIds'], asksAgain: true })
      .then(
        ({ body }) => pageIn(body)?.count === 0,
        (error: unknown) => {
          if (error instanceof ApiError && refusals.has(error.status)) return true;
          throw error;
        },
      ),
  }));
  return probed.isApplied;
}
/** Statuses with which a service may refuse the unknown id. A refusal proves that the service reads the argument. */
const refusals = new Set([400, 404, 422]);

/** Checks whether two ids are equal. Returns undefined if the first id is undefined. */
export const isSameId = (one: string | undefined, other: string): boolean | undefined =>
  one === undefined ? undefined : one.toLowerCase() === other.toLowerCase();
