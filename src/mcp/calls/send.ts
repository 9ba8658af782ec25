import type { ServerContext } from '@modelcontextprotocol/server';
import type { Arguments, Draft, Sent } from '../../api/client/build-request.ts';
import type { Execute } from '../../api/client/executor.ts';
import type { Answer } from '../../api/client/read-response.ts';
import type { FileOptions } from '../../api/client/transfer.ts';
import type { SharedFolder } from '../../api/files/shared-folder.ts';
import { heldSentences } from '../../asked/sentences.ts';
import { ApiError } from '../../contract/errors.ts';
import type { ArrangeList } from '../../contract/features/arranged-list.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import type {
  AnswerReading,
  AnyOperationClient,
  OperationClient,
  PagingHabits,
} from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import { type Note, worded } from '../../contract/worded.ts';
import type { RecordBefore } from '../guards/target.ts';
import type { Refs } from '../input/argument-refs.ts';
import { explainFields } from '../input/names/resolve-names.ts';
import type { ResponseOptions } from '../input/response-options.ts';
import type { Recorded } from './audit.ts';
import type { ByHand } from './by-hand.ts';
import { addDifferences } from './changes/failed-change.ts';
import { type DraftRequest, filesOf } from './draft-call.ts';
import { type HeldAnswer, type HoldingServices, holdAnswer } from './hold-answer.ts';
import { pageMessages } from './messages.ts';
import { readAllPages, type WholeList } from './pages/all-pages.ts';
import { arrangedList, isArranged } from './pages/arranged-list.ts';
import { isFirstAgain, isOtherPage, withServicePage } from './pages/first-page.ts';
import { stepReporter } from './progress.ts';
import type { RequestContext } from './request-context.ts';
import type { ContextServices } from './run-workflow.ts';

interface Sending extends RequestContext {
  readonly services: {
    readonly execute: Execute;
    /** Receives every change, so that it can discard stale names. */
    readonly names: Pick<NameResolver, 'changed'>;
  } & HoldingServices;
  readonly draft: Draft;
  readonly args: Arguments;
  readonly recorded: Recorded | undefined;
  readonly reading?: AnswerReading | undefined;
}

/** Pipeline step: sends the draft, checks the filters, and audits the outcome of a change. */
export async function sent(call: Sending): Promise<{ answer: HeldAnswer }> {
  const maxBytes = call.reading?.fileBytes;
  return { answer: await send(call, maxBytes === undefined ? undefined : { maxBytes }) };
}

interface SendingCall extends Sending {
  readonly services: ContextServices &
    Sending['services'] & {
      readonly arrange: ArrangeList;
      readonly names: NameResolver;
      readonly paging: PagingHabits;
      readonly draft: DraftRequest;
      readonly exchange?: SharedFolder | undefined;
      readonly byHand?: ByHand | undefined;
    };
  readonly definition: Operation;
  readonly refs: Refs | undefined;
  readonly options: ResponseOptions;
  readonly parseNotes: readonly Note[];
  readonly context: ServerContext;
  readonly client: () => OperationClient;
  readonly was: RecordBefore;
  readonly peopleClient: (signal?: AbortSignal) => AnyOperationClient;
}

export interface Answered {
  readonly answer: HeldAnswer;
  /** Notes about the arguments, about the filters, and about the pages that were read. */
  readonly pageNotes: readonly Note[];
  readonly status: number;
}

/** Pipeline step: like `sent`, but also transfers files, and reads further pages if the call requires them. */
export async function sentWhole(call: SendingCall): Promise<Answered> {
  const { services, draft } = call;
  const paged = {
    ...{ operation: draft.operation, args: call.args, habits: services.paging },
    ...{ readAnswer: services.readAnswer, draft: services.draft },
  };
  const args = withServicePage(paged);
  const answered = await sentAs(
    args === call.args ? call : { ...call, args, draft: paged.draft(draft.operation, args) },
  );
  const isOther = await isOtherPage(paged, answered.answer, (one) =>
    send({ ...call, draft: one }, undefined),
  );
  if (isOther) return sentWhole(call);
  const isAgain = await isFirstAgain(paged, answered.answer, (one) =>
    send({ ...call, draft: one }, undefined),
  );
  if (!isAgain) return answered;
  const note = worded(pageMessages.firstAgain, { page: call.args.Page as number });
  return { ...answered, pageNotes: [note, ...answered.pageNotes] };
}

async function sentAs(call: SendingCall): Promise<Answered> {
  const { services, definition, refs, args, options, context, client } = call;
  const files = filesOf(services, definition, context);
  try {
    const read = (isWide: boolean, from = args) =>
      readAllPages(
        {
          operation: call.draft.operation,
          args: from,
          habits: services.paging,
          readAnswer: services.readAnswer,
          isWide,
          onPage: stepReporter(context),
        },
        (draft) => send({ ...call, draft }, files),
        services.draft,
      );
    const { answer, notes } = isArranged(options)
      ? await arrangedList(call, read, () => send(call, files))
      : options.all
        ? await read(false)
        : noted(await send(call, files));
    return { answer, pageNotes: [...call.parseNotes, ...notes], status: answer.status };
  } catch (error) {
    await addDifferences(call, error);
    throw await explainFields(
      error,
      { definition, refs, args },
      { names: services.names, operations: client },
    );
  }
}

const noted = (answer: HeldAnswer): Pick<WholeList, 'answer' | 'notes'> => ({
  answer,
  notes: answer.held ? heldSentences([answer.held]) : [],
});

async function send(call: Sending, files: FileOptions | undefined): Promise<HeldAnswer> {
  const { services, draft, args, reading } = call;
  return holdAnswer(draft.operation, args, await carryOut(call, files), services, reading);
}

/**
 * Returns the draft without the uncertain fields that the service refused. A field is uncertain if it was carried over
 * from the record although the request may not accept it. A service that refuses a field cannot write it, so omitting
 * the field does not clear it.
 * @throws `error` unchanged if it is not such a refusal, or if no field is uncertain
 */
function withoutUnknown(draft: Draft, error: unknown, isLast: boolean): Draft {
  const likely = (draft.body ?? []).filter(({ carried }) => carried === 'likely');
  const isRefused = error instanceof ApiError && [400, 422].includes(error.status);
  if (!isRefused || likely.length === 0) throw error;
  const words = new Set(
    JSON.stringify(error.body ?? '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}_]+/u),
  );
  const named = likely.filter(({ name }) => words.has(name.toLowerCase()));
  const left = new Set(isLast || named.length === 0 ? likely : named);
  const body = draft.body?.flatMap((one): Sent[] => {
    if (!left.has(one)) return [one];
    const { certain, carried: _, ...known } = one;
    return certain === undefined ? [] : [{ ...known, value: certain }];
  });
  return { ...draft, body: body ?? [] };
}

/**
 * Maximum number of refused requests for one change. Each refusal shows a field that the service does not accept. After
 * the last one, casebridge omits all uncertain fields.
 */
const mostRefusals = 6;

/**
 * Sends a request. If the service refuses uncertain fields, sends it again without them, because a refused request
 * changes nothing.
 */
async function executed(
  execute: (draft: Draft) => Promise<Answer>,
  draft: Draft,
  left = mostRefusals,
): Promise<Answer> {
  try {
    return await execute(draft);
  } catch (error) {
    return executed(execute, withoutUnknown(draft, error, left <= 1), left - 1);
  }
}

async function carryOut(
  { services, draft, recorded, principal, signal, trace }: Sending,
  files: FileOptions | undefined,
): Promise<Answer> {
  const options = { principal, signal, files, trace };
  if (recorded === undefined) return services.execute(draft, options);
  try {
    const answer = await executed((one) => services.execute(one, options), draft);
    recorded.done(answer);
    return answer;
  } catch (error) {
    recorded.failed(error);
    throw error;
  } finally {
    services.names.changed(principal.id, draft.operation.path);
  }
}
