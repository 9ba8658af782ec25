import type {
  CallToolResult,
  InputRequiredResult,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server';
import { ApiError, isCallError } from '../api/errors.ts';
import type { Execute, Principal } from '../api/executor.ts';
import type { Arguments } from '../api/request.ts';
import type { Audit, AuditEvent } from '../audit.ts';
import type { Operation } from '../contract/operation.ts';
import type { Log } from '../log.ts';
import type { Catalogue, CatalogueEntry } from './catalogue.ts';
import { type Confirmations, type Decision, refusalResult } from './confirmation.ts';
import { parseArguments } from './input.ts';
import { classesOf, forbiddenClass, needsConfirmation, type Policy } from './policy.ts';
import { errorResult, successResult } from './result.ts';

/** What every call goes through, made once. */
export interface CallParts {
  readonly catalogue: Catalogue;
  readonly execute: Execute;
  readonly policy: Policy;
  readonly confirmations: Confirmations;
  readonly audit: Audit;
  readonly log: Log;
}

/** One call as it came in. */
export interface ToolCall {
  readonly entry: CatalogueEntry;
  readonly input: unknown;
  readonly principal: Principal;
  readonly server: Server;
  readonly context: ServerContext;
}

/** A tool call from its arguments to its result: checked, allowed, agreed to, recorded, carried out. Never throws. */
export async function callTool(
  parts: CallParts,
  call: ToolCall,
): Promise<CallToolResult | InputRequiredResult> {
  const { operation, schema } = call.entry;
  const began = performance.now();
  try {
    const args = parseArguments(schema, call.input);
    const decision = await decide(parts, call, args);
    if (decision.kind === 'ask') return decision.result;
    if (decision.kind === 'refused') {
      parts.audit.refused(auditEvent(call, args), decision.code);
      return refusalResult(decision);
    }
    const answer = await perform(parts, call, args, decision.kind === 'agreed' ? 'confirmed' : 'allowed');
    const result = successResult(operation, answer);
    parts.log.call({ tool: operation.name, status: answer.status, began });
    return result;
  } catch (error) {
    parts.log.call({ tool: operation.name, error, began });
    return errorResult(operation, error);
  }
}

/** Whether the call may be carried out: by the operator's policy, then by a human where one has to agree. */
async function decide(
  parts: CallParts,
  call: ToolCall,
  args: Arguments,
): Promise<Decision | { kind: 'allowed' }> {
  const { operation } = call.entry;
  const forbidden = forbiddenClass(parts.policy, operation);
  if (forbidden !== undefined)
    return {
      kind: 'refused',
      code: 'SWITCHED_OFF',
      reason: `The operator has switched off ${forbidden} tools (CASEBRIDGE_ALLOW). Nothing was done.`,
    };
  if (!needsConfirmation(parts.policy, operation)) return { kind: 'allowed' };
  const target = await readTarget(parts, call, args);
  return parts.confirmations.decide(
    { operation, args, principalId: call.principal.id, target },
    call.server,
    call.context,
  );
}

/** What the operation is about to act on, as it is now. @throws where it cannot be read: then nobody can agree to it */
async function readTarget(parts: CallParts, call: ToolCall, args: Arguments): Promise<unknown> {
  const { target } = call.entry.operation;
  if (target === undefined) return undefined;
  const reader = (await parts.catalogue.entries()).get(target.tool);
  if (reader === undefined) return undefined;
  const readArgs = Object.fromEntries(
    Object.entries(target.args).map(([there, here]) => [there, args[here]]),
  );
  const { body } = await parts.execute(reader.operation, readArgs, {
    principal: call.principal,
    signal: call.context.mcpReq.signal,
  });
  return body;
}

/** Carries the operation out; a change leaves a line before and a line after it. */
async function perform(parts: CallParts, call: ToolCall, args: Arguments, decision: AuditEvent['decision']) {
  const { operation } = call.entry;
  const options = { principal: call.principal, signal: call.context.mcpReq.signal };
  if (operation.access === 'read') return parts.execute(operation, args, options);
  const record = parts.audit.begin({ ...auditEvent(call, args), decision });
  try {
    const answer = await parts.execute(operation, args, options);
    record.end({ status: answer.status, outcome: 'done' });
    return answer;
  } catch (error) {
    const status = error instanceof ApiError ? error.status : undefined;
    record.end({ status, outcome: isCallError(error) ? error.code : 'CANCELLED_OR_FAILED' });
    throw error;
  }
}

function auditEvent(call: ToolCall, args: Arguments): Omit<AuditEvent, 'decision'> {
  const { operation } = call.entry;
  return {
    principal: call.principal.id,
    tool: operation.name,
    class: classesOf(operation),
    ids: idsIn(operation, args),
  };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Arguments that are ids; whatever else was sent may be confidential. */
function idsIn(operation: Operation, args: Arguments): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {};
  for (const name of Object.keys({ ...operation.params, ...operation.query, ...operation.body })) {
    const value = args[name];
    if (typeof value === 'string' && uuid.test(value)) found[name] = value;
    else if (Array.isArray(value) && value.length > 0 && value.every((item) => uuid.test(String(item))))
      found[name] = value;
  }
  return found;
}
