import type { Arguments, Draft } from '../../../api/client/build-request.ts';
import type { Answer } from '../../../api/client/read-response.ts';
import { heldSentences } from '../../../asked/sentences.ts';
import { isCallError } from '../../../contract/errors.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import type { PagingHabits } from '../../../contract/operations/operation-client.ts';
import type { Held } from '../../../contract/operations/row-check.ts';
import {
  isJsonObject,
  isList,
  isSameName,
  isText,
  itemsIn,
  type Json,
  type JsonObject,
  listName,
  type Member,
  memberOf,
  writeJson,
} from '../../../json/tree.ts';
import { eachInTurns } from '../../../util/give-way.ts';
import { type ListPage, walkPages } from '../../../util/pages.ts';
import type { HeldAnswer } from '../hold-answer.ts';
import { isPaged, listOf, otherPage } from './next-page.ts';

/** The API description, Limits: pages of 100. */
const pageSize = 100;
const limits = { items: 500, pages: 10, ms: 40_000 };

export interface WholeList {
  readonly answer: HeldAnswer;
  readonly notes: readonly string[];
}

interface WholeListRequest {
  readonly operation: Operation;
  /** As its caller gave them. */
  readonly args: Arguments;
  readonly habits: PagingHabits;
  /** Told how many items were read, after each page. */
  readonly onPage: (items: number) => void;
}

/**
 * A list with the pages that follow it as one answer, each record once.
 * @throws what the first page throws; where a later one fails, what was read before is the answer
 */
export async function readAllPages(
  { operation, args: given, habits, onPage }: WholeListRequest,
  send: (draft: Draft) => Promise<HeldAnswer>,
  draft: (operation: Operation, args: Arguments) => Draft,
): Promise<WholeList> {
  const began = performance.now();
  const ask = (args: Arguments) => send(draft(operation, args));
  if (!isPaged(operation)) return { answer: await ask(given), notes: [] };
  const args: Arguments & { readonly Page?: number } = { PageSize: pageSize, ...given };
  const list = new Items();
  const notes: string[] = [];
  const held: Held[] = [];
  let first: Answer | undefined;
  const read = async (page: number): Promise<ListPage | undefined> => {
    try {
      const answer = await ask(first === undefined ? args : { ...args, Page: page });
      first ??= answer;
      if (answer.held) held.push(answer.held);
      const added = await list.add(answer);
      if (added.count === 0 && (otherPage(answer.body)?.count ?? 0) > 0) notes.push(ownForm(page));
      const leftOut = answer.held?.leftOut.length ?? 0;
      return { ...added, count: added.count + leftOut, isNew: added.isNew || leftOut > 0 };
    } catch (error) {
      if (first === undefined || !isCallError(error)) throw error;
      notes.push(
        `Page ${page} and what follows could not be read (${error.code}): the same call with Page ${page}.`,
      );
      return undefined;
    }
  };
  let pages = 1;
  const left = await walkPages({
    ...listOf(operation, args, { habits, ask }),
    first: args.Page,
    read,
    goesOn: (count) => {
      pages = count;
      onPage(list.items.length);
      const isLong = list.items.length >= limits.items || performance.now() - began > limits.ms;
      return !isLong && count < limits.pages;
    },
  });
  if (left !== undefined && notes.length === 0)
    notes.push(
      `${pages} pages were read, ${list.items.length} items. More: the same call with Page ${left}.`,
    );
  if (list.repeated > 0)
    notes.push(
      `The list changed while its pages were read: ${list.repeated} items came twice and are shown once, others may be missing.`,
    );
  return { answer: list.joined(first as Answer), notes: [...heldSentences(held), ...notes] };
}

const ownForm = (page: number) =>
  `This service gives lists in a form of its own: page ${page} alone is shown. More: the same call with Page ${page + 1}, without all.`;

/** Items as the service wrote them, each one piece of text. */
class Items {
  readonly items: Json[] = [];
  repeated = 0;
  /** What is around the list of the first page; undefined of a list that comes bare. */
  #around: JsonObject | undefined;
  readonly #ids = new Set<Json>();

  async add({ text }: Answer): Promise<ListPage> {
    const around: Member[] = [];
    const before = this.items.length;
    let count = 0;
    let repeated = 0;
    await eachInTurns(itemsIn(text, around), (item) => {
      count += 1;
      const id = isJsonObject(item) ? memberOf(item, '"Id"') : undefined;
      if (id !== undefined && this.#ids.has(id)) {
        repeated += 1;
        return;
      }
      if (id !== undefined) this.#ids.add(id);
      this.items.push(writeJson(item));
    });
    const isNew = this.items.length > before;
    // A service that minds no pages answers the whole again.
    if (isNew) this.repeated += repeated;
    const isPage = isList(memberOf({ members: around }, listName));
    if (before === 0 && isPage) this.#around = { members: around };
    const next = memberOf({ members: around }, '"NextPageUrl"');
    return { next: isText(next) ? JSON.parse(next) : undefined, count, isNew };
  }

  /** One answer; that of the first page where that is no page. */
  joined(first: Answer): Answer {
    if (this.items.length === 0) return first;
    const items = { items: this.items };
    if (this.#around === undefined) return { ...first, text: writeJson(items), body: undefined };
    const members = this.#around.members
      .filter(([name]) => !isSameName(name, '"NextPageUrl"'))
      .map(([name, value]) => [name, name === listName ? items : value] as const);
    return { ...first, text: writeJson({ members }), body: undefined };
  }
}
