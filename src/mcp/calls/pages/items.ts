import type { Arguments } from '../../../api/client/build-request.ts';
import type { Answer } from '../../../api/client/read-response.ts';
import type { AnswerReader } from '../../../contract/operations/deployment.ts';
import { placeOfList } from '../../../contract/records/list-place.ts';
import {
  isJsonObject,
  isList,
  isSameName,
  itemsIn,
  type Json,
  type JsonObject,
  listName,
  type Member,
  memberOf,
  parseJson,
  writeJson,
} from '../../../json/tree.ts';
import { eachInTurns } from '../../../util/give-way.ts';
import { type ListPage, pageIn } from '../../../util/pages.ts';

/** Items that were read from the pages of a list, without duplicates. */
export interface Items {
  readonly items: readonly Json[];
  /** The records of `items`, with the catalogue's names. Undefined if no page was a list. */
  readonly rows: () => readonly unknown[] | undefined;
  /** Returns the number of duplicates that were skipped. */
  readonly repeated: () => number;
  readonly ids: () => readonly unknown[];
  readonly lastId: () => unknown;
  add(answer: Answer, args: Arguments): Promise<ListPage>;
  /** Combines these items (default: all) into one response. Returns the first page if no items were read. */
  joined(first: Answer, some?: readonly Json[]): Answer;
}

export function createItems(operation: string, readAnswer: AnswerReader): Items {
  const items: Json[] = [];
  const rows: unknown[] = [];
  const ids = new Set<unknown>();
  /** JSON of the rows of earlier pages that have no id. */
  const textsBefore = new Set<string>();
  let repeated = 0;
  let isAnyList = false;
  /** Envelope of the first page. Undefined if the list has no envelope. */
  let around: JsonObject | undefined;

  return {
    items,
    rows: () => (isAnyList ? rows : undefined),
    repeated: () => repeated,
    ids: () => rows.map(idOf),
    lastId: () => idOf(rows.at(-1)),
    add: async (answer, args) => {
      const body = await readAnswer(operation, args, answer.body);
      const page = pageIn(body);
      if (page === undefined) return { next: undefined, count: 0, isNew: false };
      isAnyList = true;
      const read = (Array.isArray(body) ? body : (body as { Items: unknown[] }).Items) as readonly unknown[];
      const before = items.length;
      const members: Member[] = [];
      const texts: string[] = [];
      let twice = 0;
      let count = 0;
      await eachInTurns(writtenItems(answer, members), (item) => {
        const row = read[count];
        count += 1;
        const text = writeJson(item);
        // A row without an id counts as a duplicate only if an earlier page contained it, because one page may contain
        // two equal rows.
        const id = idOf(row);
        if (id === undefined ? textsBefore.has(text) : ids.has(id)) {
          twice += 1;
          return;
        }
        if (id === undefined) texts.push(text);
        else ids.add(id);
        items.push(text);
        rows.push(row);
      });
      for (const text of texts) textsBefore.add(text);
      const isNew = items.length > before;
      // Do not count duplicates on a page without new rows, because a service that ignores page numbers returns the
      // whole list again.
      if (isNew) repeated += twice;
      if (before === 0 && isList(memberOf({ members }, listName))) around = { members };
      return { ...page, count, isNew };
    },
    joined: (first, some = items) => {
      if (items.length === 0) return first;
      if (around === undefined) return { ...first, text: writeJson({ items: some }), body: undefined };
      const members = around.members
        .filter(([name]) => !isSameName(name, '"NextPageUrl"'))
        .map(([name, value]) => [name, name === listName ? { items: some } : value] as const);
      return { ...first, text: writeJson({ members }), body: undefined };
    },
  };
}

const idOf = (row: unknown) => (row as { readonly Id?: unknown } | null)?.Id;

/**
 * @param around receives the members of the page, with an empty list in place of the items. Receives nothing if the
 *   list has an unusual name or location
 */
function writtenItems({ text, body }: Answer, around: Member[]): Iterable<Json> {
  const place = placeOfList(body) ?? [];
  const isCommon =
    place.length === 0 || (place.length === 1 && isSameName(JSON.stringify(place[0]), listName));
  if (isCommon) return itemsIn(text, around);
  let found: Json | undefined = parseJson(text, true);
  for (const name of place)
    found = isJsonObject(found) ? found.members.find(([one]) => JSON.parse(one) === name)?.[1] : undefined;
  return isList(found) ? found.items : [];
}
