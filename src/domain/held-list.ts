import { ApiError } from '../contract/errors.ts';
import type { Worded } from '../contract/language.ts';
import type { OperationClient } from '../contract/operations/operation-client.ts';
import { worded } from '../contract/worded.ts';
import { pageIn } from '../util/pages.ts';
import type { Listed } from './list-records.ts';
import { partialMessages, partPhrases } from './messages.ts';

/**
 * A list without what was not asked for, where only whoever asked can tell that.
 * @param what the argument with the operation, in words: `FolderId of list_documents`
 * @param obeys undefined: the item does not show it
 */
export function holdItems<List extends Listed<unknown>>(
  list: List,
  what: string,
  obeys: (item: List['items'][number]) => boolean | undefined,
): List {
  const findings = list.items.map(obeys);
  const count = findings.filter((one) => one !== true).length;
  if (count === 0) return list;
  const said = (note: Worded) => [...(list.notes ?? []), note];
  const records = worded(partPhrases.countOf, { some: count, all: list.items.length });
  if (!findings.includes(false))
    return { ...list, notes: said(worded(partialMessages.unchecked, { what, records })) };
  // Where it was ignored, only what surely obeys was asked for.
  return {
    ...list,
    items: list.items.filter((_, index) => findings[index] === true),
    notes: said(worded(partialMessages.ignored, { what, records })),
  };
}

/** An id as the API has them, which no record has. */
const idOfNone = 'ffffffff-ffff-4fff-bfff-ffffffffffff';

/**
 * Whether the service heeds a filter of objects by who is responsible: asked for those of nobody, it answers with none, or
 * refuses. Where rows do not show whether they obey, nothing else tells. One request.
 * @throws what `OperationClient.call` throws for other reasons
 */
export async function heedsResponsible(operations: OperationClient): Promise<boolean> {
  const asked = { ResponsibleIds: [idOfNone], PageSize: 1 };
  const probed = await operations.cache.remember('heeds ResponsibleIds', async () => ({
    isHeeded: await operations
      .answer('search_objects', asked, { compares: ['ResponsibleIds'], asksAgain: true })
      .then(
        ({ body }) => pageIn(body)?.count === 0,
        (error: unknown) => {
          if (error instanceof ApiError && refusals.has(error.status)) return true;
          throw error;
        },
      ),
  }));
  return probed.isHeeded;
}
/** Of a value that is not known, so that the argument is. */
const refusals = new Set([400, 404, 422]);

/** Whether two ids are one; undefined where one of them is not known. */
export const isSameId = (one: string | undefined, other: string): boolean | undefined =>
  one === undefined ? undefined : one.toLowerCase() === other.toLowerCase();
