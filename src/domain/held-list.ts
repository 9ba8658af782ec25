import type { Worded } from '../contract/language.ts';
import { worded } from '../contract/worded.ts';
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

/** Whether two ids are one; undefined where one of them is not known. */
export const isSameId = (one: string | undefined, other: string): boolean | undefined =>
  one === undefined ? undefined : one.toLowerCase() === other.toLowerCase();
