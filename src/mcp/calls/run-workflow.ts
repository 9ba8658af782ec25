import type { ServerContext } from '@modelcontextprotocol/server';
import { readShared, type SharedFolder } from '../../api/files/shared-folder.ts';
import type { AnswerSettings } from '../../contract/features/answer-settings.ts';
import type { Workflow, WorkflowAnswer, WorkflowContext } from '../../contract/features/workflow.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import type { Policy } from '../guards/policy.ts';
import { roomIn } from '../output/fit/fit-structured.ts';
import { estimateTokens } from '../output/fit/token-estimate.ts';
import type { ByHand } from './by-hand.ts';
import type { HeldAnswers } from './hold-answer.ts';
import { progressReporter } from './progress.ts';
import { withPages } from './record-links.ts';
import type { RequestContext } from './request-context.ts';

/** What workflows and resources may know of the place where they are answered. */
export interface ContextServices {
  readonly info: WorkflowContext['server'];
  /** IANA name: that of callers who name none. */
  readonly timeZone: () => string;
  readonly settings: AnswerSettings;
  readonly policy: Policy;
  readonly names: NameResolver;
  readonly engine: WorkflowContext['query']['engine'];
  readonly documents: WorkflowContext['documents'];
  readonly exchange?: SharedFolder | undefined;
  readonly byHand?: ByHand | undefined;
  readonly writer: WorkflowContext['writer'];
}

interface Running extends Pick<RequestContext, 'principal' | 'trace'> {
  readonly services: ContextServices;
  readonly definition: Workflow;
  readonly args: Readonly<Record<string, unknown>>;
  readonly context: ServerContext;
  readonly client: () => OperationClient;
  readonly heard: HeldAnswers;
}

/** Requests of a query that its own limit does not count. */
const namesBeside = 200;

/** Step: what an agreement to the call would rest on, read where somebody is asked. */
export const founded = (call: Omit<Running, 'heard'>) => ({
  basis: async () => call.definition.basis?.(call.client(), call.args, workflowContext(call)),
});

/** Step: has the workflow answer; each operation that it calls takes its own steps. */
export async function ran(call: Running): Promise<{ answer: WorkflowAnswer; status: number }> {
  const { definition, args, client, heard, services, trace } = call;
  // Beside names and types, which it may have to look up.
  if (definition.isBulk) trace.most = services.settings.queryRequests + namesBeside;
  // Nobody opens one of thousands of records.
  const operations = definition.isBulk ? client() : withPages(client(), services.settings.link);
  const answer = await definition.run(operations, args, workflowContext(call));
  return { answer: { ...answer, notes: [...(answer.notes ?? []), ...heard.sentences()] }, status: 200 };
}

export function workflowContext({
  services,
  context,
  principal,
}: Pick<Running, 'context' | 'principal'> & { readonly services: ContextServices }): WorkflowContext {
  const { info, settings, timeZone, policy, names, engine, documents } = services;
  const { answerTokens, language, finalStatuses } = settings;
  const folder = services.byHand ? services.byHand.files.exchange : services.exchange;
  const tokens = roomIn(answerTokens === 0 ? undefined : answerTokens);
  return {
    now: new Date(),
    timeZone: timeZone(),
    // Where one person calls, that person set it; where many do, it is everybody's default.
    isOwnTimeZone: settings.timeZone !== undefined && principal.isConfigured === true,
    language,
    server: info,
    policy: { allow: [...policy.allow], confirm: [...policy.confirm] },
    names,
    finalStatuses,
    query: { engine, requests: settings.queryRequests },
    documents,
    sharedFile: folder && ((path, maxBytes) => readShared(folder, path, maxBytes)),
    room: { tokens, tokensOf: estimateTokens },
    writer: services.writer,
    progress: progressReporter(context) ?? (() => undefined),
  };
}
