import type { Arguments, Draft } from '../../../api/client/build-request.ts';
import type { Execute } from '../../../api/client/executor.ts';
import type { Answer } from '../../../api/client/read-response.ts';
import { ifCallFails } from '../../../contract/errors.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import type { PagingHabits } from '../../../contract/operations/operation-client.ts';
import { placeOfList } from '../../../contract/records/list-place.ts';
import { joined, type Note, worded } from '../../../contract/worded.ts';
import { nextPage, type PagedList, pageIn, placeIn, smallerPages } from '../../../util/pages.ts';
import type { ResponseOptions } from '../../input/response-options.ts';
import type { ShownAnswer } from '../../output/fit/show.ts';
import type { DraftRequest } from '../draft-call.ts';
import type { HeldAnswer } from '../hold-answer.ts';
import { pageMessages } from '../messages.ts';
import type { RequestContext } from '../request-context.ts';

export const isPaged = ({ query, body }: Operation) => 'Page' in { ...query, ...body };

/** Describes the list that an assistant requested. @param ask repeats the operation with other arguments */
export const listOf = (
  { name }: Operation,
  args: Arguments & { readonly PageSize?: number },
  { habits, ask }: { readonly habits: PagingHabits; readonly ask: (args: Arguments) => Promise<Answer> },
): PagedList => ({
  operation: name,
  habits,
  size: args.PageSize,
  readOne: async () => {
    const { body } = await ask({ ...args, Page: 1, PageSize: 1 });
    return { next: pageIn(body)?.next };
  },
});

interface ListCall extends RequestContext {
  readonly services: {
    readonly execute: Execute;
    readonly draft: DraftRequest;
    readonly paging: PagingHabits;
  };
  readonly draft: Draft;
  readonly args: Arguments & { readonly Page?: number; readonly PageSize?: number };
  readonly options: ResponseOptions;
  readonly answer: HeldAnswer;
  readonly shown: ShownAnswer | undefined;
}

/** Pipeline step: creates the note on how to get the next page. `more` is undefined if no note is needed. */
export async function nextPageFound(call: ListCall): Promise<{ more: Note | undefined }> {
  const { services, draft, args, options, answer, shown, principal, signal, trace } = call;
  const { operation } = draft;
  const page =
    operation.access === 'read' && shown
      ? (shown.page ?? pageIn(answer.body) ?? otherPage(answer.body))
      : undefined;
  if (page === undefined) return { more: undefined };
  if (!isPaged(operation)) return { more: page.next ? pageMessages.outOfReach : undefined };
  if (options.all) return { more: undefined };
  const ask = (other: Arguments) =>
    services.execute(services.draft(operation, other), { principal, signal, trace });
  const list = listOf(operation, args, { habits: services.paging, ask });
  const leftOut = answer.held?.leftOut.length ?? 0;
  const count = page.count + leftOut;
  const first = await fewerOnFirst(list, args, count, ask);
  const told = { count, size: args.PageSize ?? count, first: first ?? 0, page: args.Page ?? 1 };
  const smaller = first === undefined ? undefined : worded(pageMessages.smallerPages, told);
  // Do not read the body of a large answer, because it would be parsed here a second time.
  const { number } = shown?.page ?? placeIn(answer.body);
  // Assistants count pages from 1, even if the service counts from 0.
  const before = number === 0 || services.paging.firstPage.get(operation.name) === 0 ? 1 : 0;
  const next = await nextPage(list, (args.Page ?? 1) - before, { ...page, count });
  if (next === undefined) return { more: smaller };
  const isEmpty = leftOut > 0 && page.count === 0;
  const how = joined(
    [worded(pageMessages.samePage, { page: next.number + before }), isEmpty ? pageMessages.nothingHere : ''],
    '',
  );
  const isFull = first !== undefined && count >= first;
  const more = worded(pageMessages[next.isSure || isFull ? 'more' : 'perhapsMore'], { how });
  return { more: smaller === undefined ? more : joined([smaller, more], ' ') };
}

/**
 * Returns the number of items on the first page if it is smaller than the requested page size. A later page number then
 * refers to different items from those that the assistant expects.
 */
const fewerOnFirst = (
  { operation, habits, size }: PagedList,
  { Page: page = 1, ...whole }: ListCall['args'],
  count: number,
  ask: (args: Arguments) => Promise<Answer>,
): Promise<number | undefined> => {
  const readFirst = () =>
    ask(whole).then(({ body }) => (pageIn(body) ?? otherPage(body))?.count, ifCallFails(undefined));
  return smallerPages({ operation, habits, size, page, count, readFirst });
};

/** Returns the paging data of a response whose list has another name or location than in the API description. */
export function otherPage(body: unknown): { readonly next: undefined; readonly count: number } | undefined {
  const place = placeOfList(body) ?? [];
  const list = place.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], body);
  return Array.isArray(list) ? { next: undefined, count: list.length } : undefined;
}
