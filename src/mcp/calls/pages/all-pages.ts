import type { Arguments, Draft } from '../../../api/client/build-request.ts';
import type { Answer } from '../../../api/client/read-response.ts';
import { heldSentences } from '../../../asked/sentences.ts';
import { ifCallFails, isCallError } from '../../../contract/errors.ts';
import type { AnswerReader } from '../../../contract/operations/deployment.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import type { PagingHabits } from '../../../contract/operations/operation-client.ts';
import type { Held } from '../../../contract/operations/row-check.ts';
import { type Note, worded } from '../../../contract/worded.ts';
import type { Json } from '../../../json/tree.ts';
import { haveMoved, type ListPage, type PageEnd, walkPages } from '../../../util/pages.ts';
import type { HeldAnswer } from '../hold-answer.ts';
import { pageMessages } from '../messages.ts';
import { createItems } from './items.ts';
import { isPaged, listOf, otherPage } from './next-page.ts';

/** Maximum page size (API description, Limits). */
const pageSize = 100;
const limits = { items: 500, pages: 10, ms: 40_000 };
/** Limits for a list that is only counted or sorted. They are higher, because only a part of the list is shown. */
const wideLimits = { items: 10_000, pages: 100, ms: 40_000 };

export interface WholeList {
  readonly answer: HeldAnswer;
  readonly notes: readonly Note[];
  /** The records of `items`, with the catalogue's names. Undefined if the response is not a list. */
  readonly rows: readonly unknown[] | undefined;
  readonly items: readonly Json[];
  /** Returns the response with only these items. */
  readonly answerWith: (items: readonly Json[]) => HeldAnswer;
  /** Whether the list has more items than were read. */
  readonly isCut: boolean;
}

interface WholeListRequest {
  readonly operation: Operation;
  readonly args: Arguments;
  readonly habits: PagingHabits;
  readonly readAnswer: AnswerReader;
  /** Whether `wideLimits` apply instead of `limits`. Default: false. */
  readonly isWide?: boolean;
  /** Called after each page with the number of items read so far. */
  readonly onPage: (items: number) => void;
}

/**
 * Reads all pages of a list up to the limits. Returns them as one response that contains each record once.
 * @throws the errors of the first page; if a later page fails, the response contains the earlier pages
 */
export async function readAllPages(
  { operation, args: given, habits, readAnswer, isWide = false, onPage }: WholeListRequest,
  send: (draft: Draft) => Promise<HeldAnswer>,
  draft: (operation: Operation, args: Arguments) => Draft,
): Promise<WholeList> {
  const began = performance.now();
  const most = isWide ? wideLimits : limits;
  const ask = (args: Arguments) => send(draft(operation, args));
  if (!isPaged(operation)) return onePage(operation, given, await ask(given), readAnswer);
  const args: Arguments & { readonly Page?: number } = { PageSize: pageSize, ...given };
  const list = createItems(operation.name, readAnswer);
  const notes: Note[] = [];
  const held: Held[] = [];
  const ends: PageEnd[] = [];
  let places = 0;
  let strangers = 0;
  let first: Answer | undefined;
  const read = async (page: number): Promise<ListPage | undefined> => {
    try {
      const answer = await ask(first === undefined ? args : { ...args, Page: page });
      first ??= answer;
      if (answer.held) held.push(answer.held);
      const added = await list.add(answer, args);
      if (added.count === 0 && (otherPage(answer.body)?.count ?? 0) > 0)
        notes.push(worded(pageMessages.ownForm, { page, next: page + 1 }));
      const leftOut = answer.held?.leftOut.length ?? 0;
      strangers += leftOut;
      places += added.count;
      ends.push({ place: places, id: list.lastId() });
      return { ...added, count: added.count + leftOut, isNew: added.isNew || leftOut > 0 };
    } catch (error) {
      if (first === undefined || !isCallError(error)) throw error;
      notes.push(worded(pageMessages.pageUnread, { page, code: error.code }));
      return undefined;
    }
  };
  const idsAt = async (place: number) => {
    const number = habits.fromZero.has(operation.name) ? place - 1 : place;
    const at = { ...args, Page: number, PageSize: 1 };
    const one = createItems(operation.name, readAnswer);
    await one.add(await ask(at), at);
    return one.ids();
  };
  let pages = 1;
  const left = await walkPages({
    ...listOf(operation, args, { habits, ask }),
    first: args.Page,
    read,
    goesOn: (count) => {
      pages = count;
      onPage(list.items.length);
      const isLong = list.items.length >= most.items || performance.now() - began > most.ms;
      return !isLong && count < most.pages;
    },
  });
  // Assistants count pages from 1.
  const before = habits.fromZero.has(operation.name) || habits.firstPage.get(operation.name) === 0 ? 1 : 0;
  if (left !== undefined && notes.length === 0)
    notes.push(worded(pageMessages.pagesRead, { pages, items: list.items.length, next: left + before }));
  // The positions of items are reliable only if reading began with the first page and no row was removed or repeated.
  const isPlaced = strangers === 0 && places === list.items.length && args.Page === undefined;
  if (isPlaced && (await haveMoved(ends.slice(0, -1), (place) => idsAt(place).catch(ifCallFails(undefined)))))
    notes.push(pageMessages.moved);
  if (list.repeated() > 0) notes.push(worded(pageMessages.cameTwice, { count: list.repeated() }));
  return {
    answer: list.joined(first as Answer),
    notes: [...heldSentences(held), ...notes],
    rows: list.rows(),
    items: list.items,
    answerWith: (items) => list.joined(first as Answer, items),
    isCut: left !== undefined,
  };
}

/** Converts a single response to a `WholeList`. */
export async function onePage(
  { name }: Operation,
  args: Arguments,
  answer: HeldAnswer,
  readAnswer: AnswerReader,
): Promise<WholeList> {
  const list = createItems(name, readAnswer);
  const { next } = await list.add(answer, args);
  return {
    answer,
    notes: answer.held ? heldSentences([answer.held]) : [],
    rows: list.rows(),
    items: list.items,
    // Keep `body`, because it says which page follows.
    answerWith: (items) => {
      const { isUnchecked: _, ...rest } = answer;
      return { ...rest, text: list.joined(answer, items).text };
    },
    isCut: typeof next === 'string' && next !== '',
  };
}
