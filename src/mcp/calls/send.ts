import type { ServerContext } from '@modelcontextprotocol/server';
import type { Arguments, Draft } from '../../api/client/build-request.ts';
import type { Execute } from '../../api/client/executor.ts';
import type { Answer } from '../../api/client/read-response.ts';
import type { FileOptions } from '../../api/client/transfer.ts';
import type { SharedFolder } from '../../api/files/shared-folder.ts';
import type { NameResolver } from '../../contract/name-resolver.ts';
import type { Operation } from '../../contract/operation.ts';
import type { OperationClient, PagingHabits } from '../../contract/operation-client.ts';
import type { Refs } from '../input/argument-refs.ts';
import { explainFields } from '../input/resolve-names.ts';
import type { ResponseOptions } from '../input/response-options.ts';
import { readAllPages } from './all-pages.ts';
import type { Recorded } from './audit.ts';
import type { ByHand } from './by-hand.ts';
import { type DraftRequest, filesOf } from './draft-call.ts';
import { stepReporter } from './progress.ts';
import type { RequestContext } from './request-context.ts';

interface Sending extends RequestContext {
  readonly services: {
    readonly execute: Execute;
    /** Told of every change. */
    readonly names: Pick<NameResolver, 'changed'>;
  };
  readonly draft: Draft;
  readonly recorded: Recorded | undefined;
}

/** Step: sends the draft and reads the answer; the record learns what became of a change. */
export async function sent(call: Sending): Promise<{ answer: Answer }> {
  return { answer: await send(call, undefined) };
}

interface SendingCall extends Sending {
  readonly services: Sending['services'] & {
    readonly names: NameResolver;
    readonly paging: PagingHabits;
    readonly draft: DraftRequest;
    readonly exchange?: SharedFolder | undefined;
    readonly byHand?: ByHand | undefined;
  };
  readonly definition: Operation;
  readonly refs: Refs | undefined;
  readonly args: Arguments;
  readonly options: ResponseOptions;
  readonly context: ServerContext;
  readonly client: () => OperationClient;
}

/** What the service answered to a call. */
export interface Answered {
  readonly answer: Answer;
  /** What there is to say of the pages that were read. */
  readonly pageNotes: readonly string[];
  readonly status: number;
}

/** Step: the same with files, and with the pages that follow where the assistant asked for all of them. */
export async function sentWhole(call: SendingCall): Promise<Answered> {
  const { services, definition, refs, args, options, context, client } = call;
  const files = filesOf(services, definition, context);
  try {
    const { answer, notes } = options.all
      ? await readAllPages(
          { operation: call.draft.operation, args, habits: services.paging, onPage: stepReporter(context) },
          (draft) => send({ ...call, draft }, files),
          services.draft,
        )
      : { answer: await send(call, files), notes: [] };
    return { answer, pageNotes: notes, status: answer.status };
  } catch (error) {
    throw await explainFields(error, { refs, args }, { names: services.names, operations: client });
  }
}

async function send(
  { services, draft, recorded, principal, signal, trace }: Sending,
  files: FileOptions | undefined,
): Promise<Answer> {
  const options = { principal, signal, files, trace };
  if (recorded === undefined) return services.execute(draft, options);
  try {
    const answer = await services.execute(draft, options);
    recorded.done(answer);
    return answer;
  } catch (error) {
    recorded.failed(error);
    throw error;
  } finally {
    services.names.changed(principal.id, draft.operation.path);
  }
}
