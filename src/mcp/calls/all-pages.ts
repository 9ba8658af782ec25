import type { Arguments, Draft } from '../../api/client/build-request.ts';
import type { Answer } from '../../api/client/read-response.ts';
import { isCallError } from '../../contract/errors.ts';
import type { Operation } from '../../contract/operation.ts';
import {
  isJsonObject,
  isList,
  itemsIn,
  type Json,
  type JsonObject,
  listName,
  type Member,
  memberOf,
  writeJson,
} from '../../json/tree.ts';
import { eachInTurns } from '../../util/give-way.ts';
import { nextPageOf } from '../output/tool-result.ts';

/** The API description, Limits: pages of 100. */
const pageSize = 100;
const limits = { items: 500, pages: 10, ms: 40_000 };

export interface WholeList {
  readonly answer: Answer;
  readonly notes: readonly string[];
}

interface List {
  readonly operation: Operation;
  /** As its caller gave them. */
  readonly args: Arguments;
  /** Told how many items were read, after each page. */
  readonly onPage: (items: number) => void;
}

/**
 * A list with the pages that follow it as one answer, each record once.
 * @throws what the first page throws; where a later one fails, what was read before is the answer
 */
export async function readAllPages(
  { operation, args: given, onPage }: List,
  send: (draft: Draft) => Promise<Answer>,
  draft: (operation: Operation, args: Arguments) => Draft,
): Promise<WholeList> {
  const began = performance.now();
  const sized = 'PageSize' in { ...operation.query, ...operation.body } ? { PageSize: pageSize } : {};
  const args = { ...sized, ...given };
  const pageOf = (page: Arguments) => send(draft(operation, page));
  const first = await pageOf(args);
  const list = new Items();
  await list.add(first);
  let next = nextPageOf(operation, first.body);
  const notes: string[] = [];
  for (let pages = 1; next !== undefined; pages += 1) {
    onPage(list.items.length);
    const isEnough =
      list.items.length >= limits.items || pages >= limits.pages || performance.now() - began > limits.ms;
    if (isEnough) {
      notes.push(
        `${pages} pages were read, ${list.items.length} items. More: the same call with Page ${next}.`,
      );
      break;
    }
    try {
      const page = await pageOf({ ...args, Page: next });
      const hadNew = await list.add(page);
      const after = nextPageOf(operation, page.body);
      // A service that always names the same next page would be asked for ever.
      next = hadNew && after !== next ? after : undefined;
    } catch (error) {
      if (!isCallError(error)) throw error;
      notes.push(
        `Page ${next} and what follows could not be read (${error.code}): the same call with Page ${next}.`,
      );
      break;
    }
  }
  if (list.repeated > 0)
    notes.push(
      `The list changed while its pages were read: ${list.repeated} items came twice and are shown once, others may be missing.`,
    );
  return { answer: list.joined(first), notes };
}

/** Items as the service wrote them, each one piece of text. */
class Items {
  readonly items: Json[] = [];
  repeated = 0;
  #around: JsonObject = { members: [] };
  readonly #ids = new Set<Json>();

  /** @returns whether there was anything new */
  async add({ text }: Answer): Promise<boolean> {
    const around: Member[] = [];
    const before = this.items.length;
    await eachInTurns(itemsIn(text, around), (item) => {
      const id = isJsonObject(item) ? memberOf(item, '"Id"') : undefined;
      if (id !== undefined && this.#ids.has(id)) {
        this.repeated += 1;
        return;
      }
      if (id !== undefined) this.#ids.add(id);
      this.items.push(writeJson(item));
    });
    if (before === 0 && isList(memberOf({ members: around }, listName))) this.#around = { members: around };
    return this.items.length > before;
  }

  /** One answer; that of the first page where that is no page. */
  joined(first: Answer): Answer {
    if (this.items.length === 0 || this.#around.members.length === 0) return first;
    const members = this.#around.members
      .filter(([name]) => name !== '"NextPageUrl"')
      .map(([name, value]) => [name, name === listName ? { items: this.items } : value] as const);
    return { ...first, text: writeJson({ members }), body: undefined };
  }
}
