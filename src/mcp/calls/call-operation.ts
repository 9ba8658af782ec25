import type {
  CallToolResult,
  InputRequiredResult,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server';
import type { Draft } from '../../api/client/build-request.ts';
import type { Principal } from '../../api/client/executor.ts';
import { pinFiles } from '../../api/files/pin-files.ts';
import type { SharedFolder } from '../../api/files/shared-folder.ts';
import { type FileOptions, movesFiles } from '../../api/files/transfer.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Trace } from '../../contract/trace.ts';
import type { Log } from '../../observability/log.ts';
import {
  type Confirmations,
  canAsk,
  cannotAsk,
  type Decision,
  reportQuestion,
} from '../guards/confirmation.ts';
import { asCalled, needsConfirmation } from '../guards/policy.ts';
import { excessOf, type Wording } from '../guards/question/message.ts';
import { namesFor } from '../guards/question/record-names.ts';
import { sentForPeople } from '../guards/question/sent-values.ts';
import { countedAs, type Quota } from '../guards/rate-limit.ts';
import { type Aimed, aim } from '../guards/target.ts';
import { completeArguments } from '../input/complete-arguments.ts';
import { withoutReadOnly } from '../input/read-only-fields.ts';
import { explainFields, readArguments } from '../input/resolve-names.ts';
import {
  answersChange,
  type ResponseOptions,
  takeResponseOptions,
  takesResponseOptions,
} from '../input/response-options.ts';
import { checkOutbound } from '../outbound/check-outbound.ts';
import { checkFetched } from '../outbound/fetch-hosts.ts';
import { errorResult } from '../output/error-text.ts';
import { keepBytes } from '../output/file-content.ts';
import type { Showing } from '../output/fit/show.ts';
import type { ResponseWorker } from '../output/fit/worker.ts';
import type { ResultStore } from '../output/result-store.ts';
import type { Sanitizer } from '../output/sanitize.ts';
import { type Rendering, successResult } from '../output/tool-result.ts';
import type { Catalogue, CatalogueEntry } from '../tools/operations.ts';
import { executeAllPages } from './all-pages.ts';
import {
  type AuditedServices,
  auditEvent,
  decisionOf,
  executeAudited,
  type OperationCall,
  type Refusal,
  switchedOff,
} from './execute-audited.ts';
import { idsGiven } from './ids.ts';
import { createOperationClient, type DeskCaller } from './operation-client.ts';
import { progressReporter, stepReporter } from './progress.ts';

/** What every call goes through, made once. */
export interface CallServices extends AuditedServices {
  readonly catalogue: Catalogue;
  readonly confirmations: Confirmations;
  /** How people are asked. */
  readonly wording: Wording;
  readonly sanitizer: Sanitizer;
  readonly answers: ResultStore;
  /** Most tokens of one answer; 0: answers go out as they are. */
  readonly answerTokens: number;
  /** Only where callers work at this machine. */
  readonly exchange?: SharedFolder | undefined;
  readonly responseWorker: ResponseWorker;
  readonly log: Log;
  /** Only where several people call. */
  readonly quota?: Quota | undefined;
}

/** One call as it came in. */
export interface ToolCall {
  readonly entry: CatalogueEntry;
  readonly input: unknown;
  readonly principal: Principal;
  readonly trace: Trace;
  readonly server: Server;
  readonly context: ServerContext;
}

/** A tool call from its arguments to its result: checked, allowed, agreed to, recorded, carried out. Never throws. */
export async function callTool(
  parts: CallServices,
  call: ToolCall,
): Promise<CallToolResult | InputRequiredResult> {
  const { entry, principal, trace } = call;
  const { operation } = entry;
  const began = performance.now();
  let leave: (() => void) | undefined;
  try {
    // First, since what is switched off needs no right arguments.
    const off = switchedOff(parts.policy, operation);
    if (off) return refuse(parts, call, call.input, off);
    leave = parts.quota?.enter(principal, countedAs(parts.policy, operation, call.context), trace);
    const { view, input } = takeResponseOptions(operation, withoutReadOnly(operation, call.input));
    const operations = () => createOperationClient(parts, deskCallerOf(call));
    const { args, understood } = await readArguments(parts.names, call.entry, input, operations);
    const links = await checkOutbound(operation, args);
    // Nobody is asked about what would be refused.
    checkFetched(parts.policy, operation, args);
    // What the arguments say is enough to refuse, before anything is read.
    const barredAtOnce = barrier(parts, call, asCalled(operation, args));
    if (barredAtOnce) return refuse(parts, call, args, barredAtOnce);
    const aimed = await aim(parts, call, args);
    const barred = barrier(parts, call, aimed.operation);
    if (barred) return refuse(parts, call, args, barred);
    parts.quota?.recount(principal, operation, countedAs(parts.policy, aimed.operation, call.context));
    const { args: complete, lost } = await completeArguments(operation, args, aimed.target);
    const drafted = parts.draft(aimed.operation, complete);
    const isAsked = needsConfirmation(parts.policy, aimed.operation);
    const draft = isAsked ? await pinFiles(drafted, parts.exchange) : drafted;
    const decision = await decide(parts, call, { ...aimed, draft, links });
    reportQuestion(parts.log, named(call), decision);
    if (decision.kind === 'ask') return decision.result;
    if (decision.kind === 'refused') return refuse(parts, call, args, decision);
    const order = {
      draft,
      given: args,
      principal,
      signal: call.context.mcpReq.signal,
      trace,
      files: filesOf(parts, call),
      decision: decision.kind === 'agreed' ? ('confirmed' as const) : decisionOf(parts),
    };
    const { result, status } = await carryOut(parts, call, order, { view, input, understood, lost }).catch(
      async (error: unknown) => {
        throw await explainFields(error, { refs: entry.refs, args }, { names: parts.names, operations });
      },
    );
    parts.log.call({ ...named(call), status, began });
    return result;
  } catch (error) {
    // A client that cancelled or left is no failure, and nobody reads the result.
    const { signal } = call.context.mcpReq;
    const isLeft = signal.aborted && error === signal.reason;
    if (!isLeft) parts.log.call({ ...named(call), error, began });
    return errorResult(operation, error, parts.sanitizer, trace.requestId);
  } finally {
    leave?.();
  }
}

const named = ({ entry, trace, principal }: ToolCall) => ({
  tool: entry.operation.name,
  request: trace.requestId,
  caller: principal.id,
});

/** The operation, with the pages that follow where the assistant asked for all of them, and its answer made to fit. */
async function carryOut(
  parts: CallServices,
  call: ToolCall,
  order: OperationCall,
  {
    view,
    input,
    ...said
  }: { view: ResponseOptions; input: unknown } & Pick<Rendering, 'understood' | 'lost'>,
): Promise<{ result: CallToolResult; status: number }> {
  const { answer, notes } = view.all
    ? await executeAllPages(parts, order, stepReporter(call.context))
    : { answer: await executeAudited(parts, order), notes: [] };
  if (parts.byHand && (answer.file || answer.stored)) {
    parts.byHand.take(answer);
    return { result: { content: [] }, status: answer.status };
  }
  const { entry, principal } = call;
  const { answers, answerTokens, responseWorker } = parts;
  const isBrief = answerTokens !== 0 && answersChange(entry.operation) && view.detail !== 'full';
  const keep = (text: string) => answers.keep(principal.id, text);
  const result = await successResult(order.draft.operation, answer, parts.sanitizer, {
    ...said,
    show: ({ text, isUnchecked = false, isOwn = false }) => {
      const showing: Showing = {
        text,
        isUnchecked,
        isOwn,
        notes,
        budget: answerTokens === 0 || !takesResponseOptions(entry.operation) ? undefined : answerTokens,
        view,
        call: { tool: entry.operation.name, input },
        sent: isBrief ? order.given : undefined,
      };
      return responseWorker.show(showing, keep, order.signal);
    },
  });
  return { result, status: answer.status };
}

/** Undefined for the many tools that move no file. */
function filesOf({ exchange, byHand }: CallServices, { entry, context }: ToolCall): FileOptions | undefined {
  if (!movesFiles(entry.operation)) return undefined;
  return byHand?.files ?? { exchange, keepBytes, onProgress: progressReporter(context) };
}

async function refuse(
  { audit, log }: CallServices,
  call: ToolCall,
  input: unknown,
  refusal: Refusal,
): Promise<CallToolResult> {
  log.call({ ...named(call), refusal: refusal.code, began: performance.now() });
  const { operation } = call.entry;
  audit.refused(await auditEvent(operation, idsGiven(operation, input), call), refusal.code);
  return { content: [{ type: 'text', text: `${refusal.code}: ${refusal.reason}` }], isError: true };
}

/** What stands in the way of this very call, whatever the record is like now. */
function barrier({ policy }: CallServices, { server, context }: ToolCall, operation: Operation) {
  const off = switchedOff(policy, operation);
  return off ?? (needsConfirmation(policy, operation) && !canAsk(server, context) ? cannotAsk : undefined);
}

/** Whether the call may be carried out: by a human where one has to agree. */
async function decide(
  parts: CallServices,
  call: ToolCall,
  {
    operation,
    args,
    shown,
    lost: gone,
    links,
    draft,
  }: Aimed & { readonly links: readonly string[]; readonly draft: Draft },
): Promise<Decision | { kind: 'allowed' }> {
  if (!needsConfirmation(parts.policy, operation)) return { kind: 'allowed' };
  const sent = sentForPeople(draft, args);
  const excess = excessOf(sent);
  if (excess !== undefined) return { kind: 'refused', ...excess };
  const target = await shown();
  const hindrance = hindranceOf(operation, target);
  if (hindrance !== undefined) return hindrance;
  const { wording, sanitizer } = parts;
  // What is shown as the record itself needs no other name.
  const named = new Set(
    target === undefined || target === null ? [] : Object.values(operation.target?.args ?? {}),
  );
  const others = sent.filter(({ argument }) => !named.has(argument));
  const called = namesFor(parts, deskCallerOf(call), { sent: others, refs: call.entry.refs });
  const proposal = {
    operation,
    sent,
    given: args,
    principalId: call.principal.id,
    target,
    lost: gone,
    links,
  };
  return parts.confirmations.decide({ ...proposal, wording, sanitizer, called }, call.context);
}

/** Why the service would refuse the operation on the record as it is, where that is certain. */
function hindranceOf({ target, errors }: Operation, record: unknown): (Decision & Refusal) | undefined {
  const fields = (record ?? {}) as Record<string, unknown>;
  const found = Object.entries(target?.hinderedBy ?? {}).find(([name, value]) => fields[name] === value);
  if (found === undefined) return undefined;
  const [name, value] = found;
  const reason = `The record has ${name} ${value}, so the service would refuse this. Nobody was asked, and nothing was done. ${errors?.[409] ?? ''}`;
  return { kind: 'refused', code: 'NOT_POSSIBLE', reason: reason.trim() };
}

const deskCallerOf = ({ principal, trace, context }: ToolCall): DeskCaller => ({
  principal,
  trace,
  signal: context.mcpReq.signal,
});
