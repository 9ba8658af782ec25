import { itemsIn, type Json, listName, type Member, writeJson } from '../json/tree.ts';
import { eachInTurns } from '../util/give-way.ts';

interface Listing {
  readonly text: string;
  readonly body: unknown;
}

/**
 * A list without some of its rows, the others character by character as they came.
 * @param places of the rows that go, in their order
 */
export async function withoutRows({ text, body }: Listing, places: readonly number[]): Promise<Listing> {
  const goes = new Set(places);
  const around: Member[] = [];
  const items: Json[] = [];
  let place = 0;
  await eachInTurns(itemsIn(text, around), (item) => {
    if (!goes.has(place)) items.push(item);
    place += 1;
  });
  const stays = (_row: unknown, index: number) => !goes.has(index);
  if (Array.isArray(body)) return { text: writeJson({ items }), body: body.filter(stays) };
  const page = body as { readonly Items: readonly unknown[] };
  const members = around.map(([name, value]) => [name, name === listName ? { items } : value] as const);
  return { text: writeJson({ members }), body: { ...page, Items: page.Items.filter(stays) } };
}
