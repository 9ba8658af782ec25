import { ApiError } from '../contract/errors.ts';
import type { Worded } from '../contract/language.ts';
import type { OperationClient } from '../contract/operations/operation-client.ts';
import { worded } from '../contract/worded.ts';
import { pageIn } from '../util/pages.ts';
import type { Listed } from './list-records.ts';
import { partialMessages, partPhrases } from './messages.ts';

/**
 * Removes the items that do not match a filter, for filters that the caller must check itself. Adds a note about items
 * that were removed or could not be checked.
 * @param what argument and operation in words: `FolderId of list_documents`
 * @param matches returns undefined if the item lacks the value
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
  // If any item does not match, the service ignored the filter. Then keep only the items that certainly match.
  return {
    ...list,
    items: list.items.filter((_, index) => findings[index] === true),
    notes: noted(worded(partialMessages.ignored, { what, records })),
  };
}

/** Valid id that no record has. */
const idOfNone = 'ffffffff-ffff-4fff-bfff-ffffffffffff';

/**
 * Checks whether the service applies the filter of objects by responsible user. Sends one request with the id of a user
 * that does not exist: the service must return nothing, or refuse it. Needed because rows may lack the responsible
 * user. The result is cached.
 * @throws the other errors of `OperationClient.call`
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
/** Statuses with which a service refuses the unknown id. They prove that it reads the argument. */
const refusals = new Set([400, 404, 422]);

/** Checks whether two ids are equal. Returns undefined if the first id is undefined. */
export const isSameId = (one: string | undefined, other: string): boolean | undefined =>
  one === undefined ? undefined : one.toLowerCase() === other.toLowerCase();
