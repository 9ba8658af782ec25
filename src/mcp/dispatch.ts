import type {
  CallToolResult,
  CompleteResult,
  InputRequiredResult,
  ReadResourceResult,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Arguments } from '../api/client/build-request.ts';
import { SwitchedOffError } from '../contract/errors.ts';
import { answerToolName } from '../contract/features/card.ts';
import type { PlannedChanges } from '../contract/features/planned-changes.ts';
import type { ToolDefinition } from '../contract/operations/operation.ts';
import type { AnyOperationClient } from '../contract/operations/operation-client.ts';
import type { AuditEvent } from '../observability/audit-log.ts';
import { nextTurn } from '../util/give-way.ts';
import type { AnsweredCall } from './answer-question.ts';
import { callAndAsk } from './ask-in-call.ts';
import { auditRefused } from './calls/audit.ts';
import { collectHeld, type HeldAnswers } from './calls/hold-answer.ts';
import { logCall } from './calls/log-call.ts';
import { createOperationClient, peoplePolicy } from './calls/operation-client.ts';
import type { RequestContext } from './calls/request-context.ts';
import { nothingSuggested, type Typing } from './content/complete.ts';
import { readingError, resourceReading } from './content/read-resource.ts';
import type { Refusal } from './guards/refusal.ts';
import { showsCards } from './guards/ways-to-ask.ts';
import { handle } from './handle.ts';
import { errorResult, refusalResult } from './output/error-text.ts';
import {
  answerSteps,
  completionSteps,
  metaSteps,
  operationSteps,
  ownOperationSteps,
  resourceSteps,
  workflowSteps,
} from './pipeline.ts';
import { createPlannedChanges } from './planned-changes.ts';
import type { Call, Reading, ToolRequest } from './requests.ts';
import { takesStructure } from './revision.ts';
import type { CallServices, Services } from './services.ts';
import type { PassedOn } from './tools/call-meta-tool.ts';
import type { AnyTool, CallableTool } from './tools/tool.ts';

export type ToolResult = CallToolResult | InputRequiredResult;

/** Runs a tool call from its arguments to its result, and asks for a confirmation if one is needed. */
export const callTool = (services: CallServices, tool: AnyTool, request: ToolRequest): Promise<ToolResult> =>
  callAndAsk(request, services.confirmations.codec, (asking) => carryOut(services, tool, asking));

/** Runs the pipeline for the tool's kind. Never rejects. */
async function carryOut(services: CallServices, tool: AnyTool, request: ToolRequest): Promise<ToolResult> {
  if (tool.kind === 'operation') return callOperation(begin(services, tool, request));
  if (tool.kind === 'workflow') return callWorkflow(begin(services, tool, request));
  const outcome = await callMeta({ tool, ...arrived(services, request, tool.definition.name) });
  if ('content' in outcome) return outcome;
  const { next } = outcome;
  return carryOut(services, next.tool, { ...request, input: next.input });
}

/** Runs the call that a card's confirmation belongs to, after a person has answered. Never rejects. */
export async function answerQuestion(services: CallServices, request: ToolRequest): Promise<ToolResult> {
  const outcome = await answer(arrived(services, request, answerToolName));
  if ('content' in outcome) return outcome;
  const { tool, input, answered } = outcome.next;
  return carryOut(services, tool, { ...request, input, answered });
}

/** Reads a resource. @throws ProtocolError with the reason if it cannot be read */
export const readResource = (
  services: Services,
  request: RequestContext & Pick<Reading, 'uri' | 'context'>,
): Promise<ReadResourceResult> => read(arrived(services, request, resourceReading.name));

/** Returns completions. @throws ProtocolError if the prompt or template does not exist */
export const complete = (services: Services, request: RequestContext & Typing): Promise<CompleteResult> =>
  suggest(arrived(services, request, 'completion/complete'));

/**
 * Creates the state of a new request. Here and below, new properties come first in the literal, because JavaScript
 * engines copy an object faster than they extend it.
 */
const arrived = <Given extends CallServices, Request extends RequestContext>(
  services: Given,
  request: Request,
  label: string,
) => {
  const heard = collectHeld(services.verified);
  return {
    services,
    label,
    began: performance.now(),
    heard,
    client: clientFor(services, request, heard),
    ...request,
  };
};

function begin<Tool extends CallableTool>(services: CallServices, tool: Tool, request: ToolRequest) {
  const definition: Tool['definition'] = tool.definition;
  return {
    changes: () => plannedBy(services, request),
    definition,
    called: definition,
    schema: tool.schema,
    refs: tool.refs,
    decision: unasked(services),
    takesStructure: takesStructure(request.server),
    showsCards: showsCards(request.server, request.context),
    peopleClient: (signal?: AbortSignal) => clientFor({ ...services, policy: peoplePolicy }, request)(signal),
    namingClient: (signal?: AbortSignal) => clientFor(services, request)(signal),
    ...arrived(services, request, definition.name),
  };
}

function plannedBy(services: CallServices, request: ToolRequest): PlannedChanges {
  return createPlannedChanges({
    services,
    principalId: request.principal.id,
    // Do not pass the signal on. If a cancelled request aborted a change that has begun, its outcome would be unknown.
    begin: (tool, input) =>
      begin(services, tool, { ...request, input, signal: undefined, answered: undefined }),
    client: clientFor(services, request),
  });
}

/** Returns the decision that the audit log records for a change without a confirmation. */
const unasked = ({ byHand }: CallServices): AuditEvent['decision'] => (byHand ? 'by hand' : 'allowed');

const callOperation = handle(operationSteps, {
  refused,
  failed: (call, error) => failed(call, call.definition, error),
});

const callWorkflow = handle(workflowSteps, {
  refused,
  // Handle the error like that of a read, because a workflow throws only if it has changed nothing.
  failed: (call, error) => failed(call, { ...call.definition, access: 'read' }, error),
});

const callMeta = handle(metaSteps, {
  failed: (call, error): CallToolResult | PassedOn =>
    failed(call, { ...call.tool.definition, access: 'read' }, error),
});

const answer = handle(answerSteps, {
  refused: async (call, refusal): Promise<CallToolResult | { readonly next: AnsweredCall }> => {
    logCall(call, { refusal: refusal.code });
    await auditRefused({ ...call, definition: answering, schema: nothing }, {}, refusal);
    return refusalResult(refusal);
  },
  failed: (call, error) => failed(call, answering, error),
});

/** Placeholder definition for the answer to a confirmation, used until the confirmed call is known. */
const answering = {
  name: answerToolName,
  title: 'Answer question',
  titleRu: 'Ответ на вопрос',
  description: '',
  access: 'read',
} as const;

/** Empty schema, so that the audit log gets no ids. The ids of the confirmed call are inside the signed state. */
const nothing = z.object({});

const read = handle(resourceSteps, {
  failed: ({ uri, services, trace }, error) => {
    throw readingError(uri, error, services.sanitizer, trace.requestId);
  },
});

/** A failure results in an empty list, because completions are requested automatically. */
const suggest = handle(completionSteps, { failed: () => nothingSuggested });

/** Answers a refused call, and records the refusal in the log and the audit log. */
async function refused(
  call: Call<ToolDefinition> & { readonly args?: Arguments },
  refusal: Refusal,
): Promise<CallToolResult> {
  logCall(call, { refusal: refusal.code });
  await auditRefused(call, call.args ?? call.input, refusal);
  return refusalResult(refusal);
}

const failed = (
  { services, trace }: { readonly services: CallServices; readonly trace: { readonly requestId: string } },
  definition: ToolDefinition,
  error: unknown,
): CallToolResult => errorResult(definition, error, services.sanitizer, trace.requestId);

/**
 * Creates the client for operations within a request. The operations obey the given policy, and changes are recorded in
 * the audit log.
 */
function clientFor(services: CallServices, request: RequestContext, heard?: HeldAnswers) {
  const { principal, trace } = request;
  return (signal = request.signal): AnyOperationClient =>
    createOperationClient({ principal, signal }, services, async (name, input, reading) => {
      const entry = (await services.catalogue.entries()).get(name);
      if (entry === undefined) throw new Error(`there is no operation ${name}`);
      const { operation, schema, refs } = entry;
      const outcome = await ownOperationSteps.run({
        services,
        principal,
        trace,
        signal,
        input,
        reading,
        definition: operation,
        called: operation,
        schema,
        refs,
        decision: unasked(services),
      });
      if ('refusal' in outcome) throw new SwitchedOffError(outcome.refusal.reason);
      const { answer } = outcome.done;
      heard?.add({ tool: name, args: input, checks: operation.rows ?? {} }, answer.held, reading);
      // Let other tasks run first, because this response is large and the caller needs it parsed.
      if (answer.isUnchecked) await nextTurn();
      return answer;
    });
}
