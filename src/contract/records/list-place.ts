import { isRow } from './row.ts';

/** Name of the field that contains a page's rows (API description, Conventions). */
export const listKey = 'Items';
const isListKey = (key: string) => key.toLowerCase() === listKey.toLowerCase();

/**
 * Returns the path to the list in a response body: the field `Items`, or otherwise the only list.
 * @returns an empty path if the body itself is the list; undefined if there is no unique list
 */
export function placeOfList(body: unknown, isList = isListKey, deepest = 3): readonly string[] | undefined {
  if (Array.isArray(body)) return [];
  if (!isRow(body)) return undefined;
  const keys = Object.keys(body);
  const lists = keys.filter((key) => Array.isArray(body[key]));
  const list = lists.find(isList) ?? onlyOne(lists);
  if (list !== undefined) return [list];
  const inside = onlyOne(keys.filter((key) => isRow(body[key])));
  if (inside === undefined || deepest === 0) return undefined;
  const place = placeOfList(body[inside], isList, deepest - 1);
  return place && [inside, ...place];
}

const onlyOne = <Item>(items: readonly Item[]): Item | undefined =>
  items.length === 1 ? items[0] : undefined;
