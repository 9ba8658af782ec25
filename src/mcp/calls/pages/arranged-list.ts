import type { ServerContext } from '@modelcontextprotocol/server';
import type { Arguments } from '../../../api/client/build-request.ts';
import { UnexpectedAnswerError } from '../../../contract/errors.ts';
import type { ArrangeList } from '../../../contract/features/arranged-list.ts';
import type { AnswerReader } from '../../../contract/operations/deployment.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import type { OperationClient } from '../../../contract/operations/operation-client.ts';
import { worded } from '../../../contract/worded.ts';
import { type Json, parseJson } from '../../../json/tree.ts';
import type { ResponseOptions } from '../../input/response-options.ts';
import type { HeldAnswer } from '../hold-answer.ts';
import { pageMessages } from '../messages.ts';
import type { RequestContext } from '../request-context.ts';
import { type ContextServices, workflowContext } from '../run-workflow.ts';
import { onePage, type WholeList } from './all-pages.ts';

/** Checks whether casebridge must itself count the list, sort it or select its columns. */
export const isArranged = ({ count, show, sort }: ResponseOptions) =>
  count === true || show !== undefined || sort !== undefined;

interface ArrangingCall extends Pick<RequestContext, 'principal' | 'trace'> {
  readonly services: ContextServices & { readonly arrange: ArrangeList; readonly readAnswer: AnswerReader };
  readonly definition: Operation;
  readonly args: Arguments & { readonly Page?: number; readonly PageSize?: number };
  readonly options: ResponseOptions;
  readonly context: ServerContext;
  readonly client: () => OperationClient;
}

/** Maximum page size (API description, Limits). */
const pageSize = 100;
/** Number of requests for pages, names and types that the call may send in addition to the limit for one query. */
const beside = 300;

/**
 * Returns the number of rows in a list, or the list sorted or with selected columns.
 * @param readAll reads all pages. It begins with the page in its arguments.
 * @param readPage reads only the page that the arguments request
 * @throws InvalidArgumentsError if a column does not exist; errors of reading the list
 */
export async function arrangedList(
  call: ArrangingCall,
  readAll: (isWide: boolean, args: Arguments) => Promise<WholeList>,
  readPage: () => Promise<HeldAnswer>,
): Promise<Pick<WholeList, 'answer' | 'notes'>> {
  const { definition, args, options, services, trace, client } = call;
  const { count, show, sort } = options;
  trace.most = services.settings.queryRequests + beside;
  const { Page: _, PageSize: __, ...whole } = args;
  if (count) return counted(definition, await readAll(true, whole));
  const asked = { tool: definition.name, args, show, sort };
  const arrange = await services.arrange(client(), asked, workflowContext(call));
  const list =
    sort || options.all
      ? await readAll(sort !== undefined, sort ? whole : args)
      : await onePage(definition, args, await readPage(), services.readAnswer);
  const { rows = noList(definition), items, answer } = list;
  const { order, shown, notes } = await arrange(rows);
  const places = pageOf(order, sort === undefined ? {} : args);
  const row = (at: number): Json =>
    shown ? parseJson(JSON.stringify(shown[at]), true) : (items[at] as Json);
  return {
    answer: rows.length === 0 ? answer : list.answerWith(places.map(row)),
    notes: [...list.notes, ...notes, ...pageNotes(places, order)],
  };
}

/** Returns the indexes on the requested page of a list that was sorted as a whole. */
function pageOf(order: readonly number[], { Page = 1, PageSize }: ArrangingCall['args']): readonly number[] {
  const size = PageSize ?? (Page > 1 ? pageSize : order.length);
  return order.slice((Page - 1) * size, Page * size);
}

const pageNotes = (some: readonly number[], all: readonly number[]) =>
  some.length === all.length
    ? []
    : [worded(pageMessages.sortedWhole, { count: some.length, all: all.length })];

/** Returns the number of rows as a response. The number is a minimum if the list was not read completely. */
const counted = (definition: Operation, { rows, isCut, notes, answer }: WholeList) => {
  const { length } = rows ?? noList(definition);
  const body = isCut ? { count: length, isAtLeast: true } : { count: length };
  const { isUnchecked: _, ...rest } = answer;
  return {
    answer: { ...rest, text: JSON.stringify(body), body, isOwn: true as const },
    notes: isCut ? [...notes, worded(pageMessages.moreThanRead, { length })] : notes,
  };
};

function noList({ name }: Operation): never {
  throw new UnexpectedAnswerError(
    `${name} returned a list in an unknown format, so it cannot be counted, sorted or shown by columns.`,
  );
}
