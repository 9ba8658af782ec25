import {
  isJsonObject,
  isList,
  itemsIn,
  type Json,
  listName,
  type Member,
  parseJson,
  writeJson,
} from '../json/tree.ts';
import { eachInTurns } from '../util/give-way.ts';

interface Listing {
  readonly text: string;
  readonly body: unknown;
}

/** Removes rows from the JSON of a list. The other characters stay unchanged. */
export async function withoutRows(
  { text, body }: Listing,
  place: readonly string[],
  places: readonly number[],
): Promise<Listing> {
  const goes = new Set(places);
  const stays = (_row: unknown, index: number) => !goes.has(index);
  const rest = (value: unknown, [key, ...deeper]: readonly string[]): unknown =>
    key === undefined
      ? (value as readonly unknown[]).filter(stays)
      : { ...(value as object), [key]: rest((value as Record<string, unknown>)[key], deeper) };
  const isCommon = place.length === 0 || (place.length === 1 && JSON.stringify(place[0]) === listName);
  return {
    text: isCommon
      ? await commonWithout(text, goes)
      : writeJson(otherWithout(parseJson(text, true), place, stays)),
    body: rest(body, place),
  };
}

/** Removes items from the usual formats, item by item: an array, and the page format of the API description. */
async function commonWithout(text: string, goes: ReadonlySet<number>): Promise<string> {
  const around: Member[] = [];
  const items: Json[] = [];
  let index = 0;
  await eachInTurns(itemsIn(text, around), (item) => {
    if (!goes.has(index)) items.push(item);
    index += 1;
  });
  if (around.length === 0) return writeJson({ items });
  const members = around.map(([name, value]) => [name, name === listName ? { items } : value] as const);
  return writeJson({ members });
}

function otherWithout(
  json: Json,
  [key, ...deeper]: readonly string[],
  stays: (item: Json, index: number) => boolean,
): Json {
  if (key === undefined) return isList(json) ? { items: json.items.filter(stays) } : json;
  if (!isJsonObject(json)) return json;
  const isOnTheWay = (name: string) => JSON.parse(name) === key;
  return {
    members: json.members.map(([name, value]) =>
      isOnTheWay(name) ? ([name, otherWithout(value, deeper, stays)] as const) : ([name, value] as const),
    ),
  };
}
