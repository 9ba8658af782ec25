import type { Listed } from './list-records.ts';

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
  const said = (note: string) => [...(list.notes ?? []), note];
  const of = `${count} of ${list.items.length} records`;
  if (!findings.includes(false))
    return { ...list, notes: said(`${what} could not be checked for ${of}: they do not show it.`) };
  // Where it was ignored, only what surely obeys was asked for.
  return {
    ...list,
    items: list.items.filter((_, index) => findings[index] === true),
    notes: said(`The service ignored ${what}: ${of} did not fit and were left out.`),
  };
}

/** Whether two ids are one; undefined where one of them is not known. */
export const isSameId = (one: string | undefined, other: string): boolean | undefined =>
  one === undefined ? undefined : one.toLowerCase() === other.toLowerCase();
