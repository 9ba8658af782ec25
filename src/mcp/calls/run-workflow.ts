import type { ServerContext } from '@modelcontextprotocol/server';
import { readShared, type SharedFolder } from '../../api/files/shared-folder.ts';
import type { AnswerSettings } from '../../contract/features/answer-settings.ts';
import type { PlanAgreement, PlannedChanges } from '../../contract/features/planned-changes.ts';
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

/** Services from which the context of a workflow or resource is created. */
export interface ContextServices {
  readonly info: WorkflowContext['server'];
  /** Returns the default time zone as an IANA name. */
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
  readonly changes: () => PlannedChanges;
  readonly agreement?: PlanAgreement | undefined;
}

/** Number of requests that a query may send for names, in addition to its own request limit. */
const namesBeside = 200;

/** Pipeline step: provides the facts that a confirmation depends on. They are read only if a person is asked. */
export const basisRead = (call: Omit<Running, 'heard' | 'agreement'>) => {
  const { definition, args, client } = call;
  const { proposal } = definition;
  allowRequests(call);
  return {
    basis: async () => definition.basis?.(client(), args, workflowContext(call)),
    ...(proposal && {
      proposed: () => proposal.call(definition, client(), args, workflowContext(call)),
    }),
  };
};

/** Sets the request limit of workflows that need a higher one. A query also has to look up names and types. */
function allowRequests({ definition, services, trace }: Pick<Running, 'definition' | 'services' | 'trace'>) {
  if (definition.isBulk) trace.most = services.settings.queryRequests + namesBeside;
  if (definition.requests !== undefined) trace.most = definition.requests;
}

const doubtful = 'Uncertain, see the notes:';

/** Pipeline step: runs the workflow. Each operation that it calls runs its own pipeline. */
export async function ran(call: Running): Promise<{ answer: WorkflowAnswer; status: number }> {
  const { definition, args, client, heard, services } = call;
  // Omit page addresses from bulk results, because nobody opens thousands of records one by one.
  const operations = definition.isBulk ? client() : withPages(client(), services.settings.link);
  const answer = await definition.run(operations, args, workflowContext(call));
  const { notes, isDoubtful } = await heard.settled(operations);
  // Put the warning first, because a reader may stop at the statement that nothing was found.
  const doubt = isDoubtful && answer.isEmpty ? `${doubtful} ` : '';
  return {
    answer: { ...answer, text: `${doubt}${answer.text}`, notes: [...(answer.notes ?? []), ...notes] },
    status: 200,
  };
}

export function workflowContext({
  services,
  context,
  principal,
  changes,
  agreement,
}: Pick<Running, 'context' | 'principal'> &
  Partial<Pick<Running, 'changes' | 'agreement'>> & {
    readonly services: ContextServices;
  }): WorkflowContext {
  const { info, settings, timeZone, policy, names, engine, documents } = services;
  const { answerTokens, language, finalStatuses } = settings;
  const folder = services.byHand ? services.byHand.files.exchange : services.exchange;
  const tokens = roomIn(answerTokens === 0 ? undefined : answerTokens);
  return {
    now: new Date(),
    timeZone: timeZone(),
    // If the server has a single user, that user configured the time zone. On a server for several users, the setting
    // is only a default.
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
    ...(changes && { changes: changes() }),
    agreement,
    progress: progressReporter(context) ?? (() => undefined),
  };
}
