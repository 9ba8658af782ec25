import { type Arguments, argumentsIn, type Draft, sentBy } from '../../api/client/build-request.ts';
import { accountOf, type Execute, type Principal } from '../../api/client/executor.ts';
import type { Answer } from '../../api/client/read-response.ts';
import type { FileOptions } from '../../api/files/transfer.ts';
import { ApiError, isCallError, NotRecordedError } from '../../contract/errors.ts';
import type { NameResolver } from '../../contract/name-resolver.ts';
import type { Operation, ToolDefinition } from '../../contract/operation.ts';
import type { RecordCaches } from '../../contract/operation-client.ts';
import { calledBy } from '../../contract/operation-client.ts';
import type { Trace } from '../../contract/trace.ts';
import { isUuid } from '../../contract/uuid.ts';
import type { Audit, AuditEvent } from '../../observability/audit-log.ts';
import { canFetch, classesOf, forbiddenClass, type Policy } from '../guards/policy.ts';
import { checkFetched } from '../outbound/fetch-hosts.ts';
import { type Ids, idsSent } from './ids.ts';

/** Somebody at a shell of this machine. */
export interface ByHand {
  /** Any file that this person names. */
  readonly files: FileOptions;
  /** Takes a file that is the answer, as it is or where it lies. */
  readonly take: (answer: Pick<Answer, 'file' | 'stored'>) => void;
}

/** What every call goes through, whoever makes it. */
export interface AuditedServices {
  /** What is sent for checked arguments. @throws InvalidArgumentsError, ConfigurationError */
  readonly draft: (operation: Operation, args: Arguments) => Draft;
  readonly execute: Execute;
  readonly policy: Policy;
  readonly audit: Audit;
  /** Finds records by name, and is told of every change. */
  readonly names: NameResolver;
  readonly caches: RecordCaches;
  /** Only where a person types the calls, and has decided by that: nobody else is asked. */
  readonly byHand?: ByHand | undefined;
}

/** A call whose arguments were checked, and why it may be carried out. */
export interface OperationCall {
  readonly draft: Draft;
  /** What the caller gave of it: the rest is sent along as it is. */
  readonly given: Arguments;
  readonly principal: Principal;
  readonly signal?: AbortSignal | undefined;
  readonly files?: FileOptions | undefined;
  readonly trace: Trace;
  readonly decision: AuditEvent['decision'];
}

/**
 * Carries the operation out; a change leaves a line in the record before and after it.
 * @throws NotRecordedError where the record cannot be written: nothing was sent then
 */
export async function executeAudited(parts: AuditedServices, order: OperationCall): Promise<Answer> {
  const { execute, audit, names } = parts;
  const { draft, given, principal, signal, files, trace, decision } = order;
  const { operation } = draft;
  const sent = sentBy(draft);
  if (operation.fetches) checkFetched(parts.policy, operation, argumentsIn(sent));
  const options = { principal, signal, files, trace };
  if (operation.access === 'read') return execute(draft, options);
  const record = beginRecord(audit, {
    // What a human saw is recorded whole; otherwise what is only sent along as it is says nothing of the change.
    ...(await auditEvent(
      operation,
      idsSent(decision === 'confirmed' ? sent : sent.filter(({ argument }) => given[argument] !== undefined)),
      order,
    )),
    decision,
  });
  try {
    const answer = await execute(draft, options);
    record.end({ status: answer.status, outcome: 'done', created: createdId(operation, answer) });
    return answer;
  } catch (error) {
    const status = error instanceof ApiError ? error.status : undefined;
    record.end({ status, outcome: isCallError(error) ? error.code : 'CANCELLED_OR_FAILED' });
    throw error;
  } finally {
    names.changed(principal.id, operation.path);
  }
}

/** Why a call is carried out of which nobody was asked. */
export const decisionOf = ({ byHand }: AuditedServices): AuditEvent['decision'] =>
  byHand ? 'by hand' : 'allowed';

function beginRecord(audit: Audit, event: AuditEvent): ReturnType<Audit['begin']> {
  try {
    return audit.begin(event);
  } catch (cause) {
    throw new NotRecordedError('The record of changes cannot be written, so the change was not tried.', {
      cause,
      advice: 'mend-the-record',
    });
  }
}

/** Why a call is not carried out, although its arguments may be right. */
export interface Refusal {
  /** Stable code for programs and assistants. */
  readonly code: string;
  readonly reason: string;
}

/** Why the policy stops the tool; undefined where it does not. */
export function switchedOff(policy: Policy, tool: ToolDefinition): Refusal | undefined {
  const already = policy.narrows && switchedOff(policy.narrows, tool);
  if (already) return already;
  if (!canFetch(policy, tool))
    return {
      code: 'SWITCHED_OFF',
      reason: `${tool.name} makes the service fetch from an address, and the operator has named no host for that (CASEBRIDGE_FETCH_HOSTS). Nothing was done.`,
    };
  const forbidden = forbiddenClass(policy, tool);
  if (forbidden === undefined && !policy.removed.has(tool.name)) return undefined;
  const what = forbidden === undefined ? tool.name : `${forbidden} tools`;
  const isLoss = forbidden === 'delete' && tool.access !== 'delete';
  const why = isLoss ? ', and this call counts as one: it would take away what the service holds' : '';
  const who = policy.narrows ? 'This connection is set to leave out' : 'The operator has switched off';
  const setting = forbidden === undefined ? 'CASEBRIDGE_TOOLS' : (policy.allowedBy ?? 'CASEBRIDGE_ALLOW');
  const where = policy.narrows ? '' : ` (${setting})`;
  return { code: 'SWITCHED_OFF', reason: `${who} ${what}${where}${why}. Nothing was done.` };
}

/** Who would do what to which records. */
export async function auditEvent(
  tool: ToolDefinition,
  ids: Ids,
  { principal, trace }: Pick<OperationCall, 'principal' | 'trace'>,
): Promise<Omit<AuditEvent, 'decision'>> {
  return {
    request: trace.requestId,
    user: (await nameOf(principal)) ?? null,
    principal: accountOf(principal),
    tool: tool.name,
    class: classesOf(tool),
    ids,
  };
}

/** The API description shows no answer to creating but that of documents (`docID`); others most likely hold an `Id`. */
function createdId({ access }: Operation, { body }: Answer): string | undefined {
  if (access !== 'create') return undefined;
  const { Id, id, docID } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >;
  const found = [body, Id, docID, id].find((one): one is string => typeof one === 'string' && isUuid(one));
  return found;
}

/** Who somebody is in one word; undefined where nothing tells, or nobody can be asked just now. */
async function nameOf({ identity }: Principal): Promise<string | undefined> {
  return calledBy(await identity().catch(() => ({})));
}
