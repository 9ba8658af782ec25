import type { Arguments, Draft } from '../../../api/client/build-request.ts';
import type { Answer } from '../../../api/client/read-response.ts';
import type { AnswerReader } from '../../../contract/operations/deployment.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import type { PagingHabits } from '../../../contract/operations/operation-client.ts';
import { pageIn, placeIn } from '../../../util/pages.ts';
import { createItems } from './items.ts';

interface PageCall {
  readonly operation: Operation;
  readonly args: Arguments & { readonly Page?: number };
  readonly habits: PagingHabits;
  readonly readAnswer: AnswerReader;
  readonly draft: (operation: Operation, args: Arguments) => Draft;
}

/** Replaces the page number if the service counts from 0. Assistants count from 1. */
export function withServicePage({
  operation,
  args,
  habits,
}: Pick<PageCall, 'operation' | 'args' | 'habits'>) {
  const { Page } = args;
  const isShifted = Page !== undefined && Page > 0 && habits.firstPage.get(operation.name) === 0;
  return isShifted ? { ...args, Page: Page - 1 } : args;
}

/**
 * Checks whether the service returned a page other than the requested one because it counts pages from 0. Finds this
 * out once per list, by two requests, and only if the response contains the requested page number.
 */
export async function isOtherPage(
  { operation, args, habits, readAnswer, draft }: PageCall,
  answer: Answer,
  send: (draft: Draft) => Promise<Answer>,
): Promise<boolean> {
  const { name } = operation;
  if (args.Page === undefined || habits.firstPage.has(name)) return false;
  if (placeIn(answer.body).number !== args.Page) return false;
  const firstOf = async (page: object) => {
    const { Page: _, ...rest } = args;
    const asked = { ...rest, ...page, PageSize: 1 };
    const read = await send(draft(operation, asked));
    const items = createItems(name, readAnswer);
    await items.add(read, asked);
    return { number: placeIn(read.body).number, id: items.ids()[0] };
  };
  const [unnumbered, first] = [await firstOf({}), await firstOf({ Page: 1 })];
  const isFromZero = unnumbered.number === 0 && unnumbered.id !== undefined && unnumbered.id !== first.id;
  habits.firstPage.set(name, isFromZero ? 0 : 1);
  return isFromZero;
}

/**
 * Checks whether the service returned its first page instead of the requested one. Finds this out once per list, by one
 * request, and only if the response contains neither its page number nor the address of the next page.
 */
export async function isFirstAgain(
  { operation, args, habits, readAnswer, draft }: PageCall,
  answer: Answer,
  send: (draft: Draft) => Promise<Answer>,
): Promise<boolean> {
  const { name } = operation;
  const { Page, ...rest } = args;
  if (Page === undefined || Page < 2) return false;
  const known = habits.ignoresPage.get(name);
  if (known !== undefined) return known;
  const { next, number } = { ...pageIn(answer.body) };
  if (number !== undefined || typeof next === 'string') return false;
  const firstOf = async (read: Answer) => {
    const items = createItems(name, readAnswer);
    await items.add(read, args);
    return items.ids()[0];
  };
  const own = await firstOf(answer);
  if (own === undefined) return false;
  const isAgain = own === (await firstOf(await send(draft(operation, rest))));
  habits.ignoresPage.set(name, isAgain);
  return isAgain;
}
