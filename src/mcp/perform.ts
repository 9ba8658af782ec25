import type { Answer } from '../api/answer.ts';
import { ApiError, isCallError, NotRecordedError } from '../api/errors.ts';
import { accountOf, type Execute, type Principal } from '../api/executor.ts';
import type { Arguments } from '../api/request.ts';
import type { Trace } from '../api/trace.ts';
import type { FileOptions } from '../api/transfer.ts';
import type { Audit, AuditEvent } from '../audit.ts';
import { calledBy } from '../contract/desk.ts';
import { moreArgument } from '../contract/fields.ts';
import type { Names } from '../contract/names.ts';
import type { Operation, ToolFacts } from '../contract/operation.ts';
import { checkFetched } from './fetching.ts';
import { canFetch, classesOf, forbiddenClass, type Policy } from './policy.ts';

/** Somebody at a shell of this machine. */
export interface ByHand {
  /** Any file that this person names. */
  readonly files: FileOptions;
  /** Takes a file that is the answer, as it is or where it lies. */
  readonly take: (answer: Pick<Answer, 'file' | 'stored'>) => void;
}

/** What every call goes through, whoever makes it. */
export interface PerformParts {
  readonly execute: Execute;
  readonly policy: Policy;
  readonly audit: Audit;
  /** Finds records by name, and is told of every change. */
  readonly names: Names;
  /** Only where a person types the calls, and has decided by that: nobody else is asked. */
  readonly byHand?: ByHand | undefined;
}

/** A call whose arguments were checked, and why it may be carried out. */
export interface Order {
  readonly operation: Operation;
  readonly args: Arguments;
  /** Those of them that the caller gave; left out: all. */
  readonly given?: Arguments;
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
export async function perform(parts: PerformParts, order: Order): Promise<Answer> {
  const { execute, audit, names } = parts;
  const { operation, args, principal, signal, files, trace, decision } = order;
  checkFetched(parts.policy, operation, args);
  const options = { principal, signal, files, trace };
  if (operation.access === 'read') return execute(operation, args, options);
  const record = beginRecord(audit, {
    ...(await auditEvent(operation, order.given ?? args, order)),
    decision,
  });
  try {
    const answer = await execute(operation, args, options);
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
export const decisionOf = ({ byHand }: PerformParts): AuditEvent['decision'] =>
  byHand ? 'by hand' : 'allowed';

function beginRecord(audit: Audit, event: AuditEvent): ReturnType<Audit['begin']> {
  try {
    return audit.begin(event);
  } catch (cause) {
    throw new NotRecordedError(
      'The record of changes (CASEBRIDGE_AUDIT_FILE) cannot be written, so the change was not tried. The operator has to repair that.',
      { cause },
    );
  }
}

/** Why a call is not carried out, although its arguments may be right. */
export interface Refusal {
  /** Stable code for programs and assistants. */
  readonly code: string;
  readonly reason: string;
}

/** Why the policy stops the tool; undefined where it does not. */
export function switchedOff(policy: Policy, tool: ToolFacts): Refusal | undefined {
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
  const who = policy.narrows ? 'This connection is set to leave out' : 'The operator has switched off';
  const setting = forbidden === undefined ? 'CASEBRIDGE_TOOLS' : (policy.allowedBy ?? 'CASEBRIDGE_ALLOW');
  const where = policy.narrows ? '' : ` (${setting})`;
  return { code: 'SWITCHED_OFF', reason: `${who} ${what}${where}. Nothing was done.` };
}

/**
 * Who would do what to which records.
 * @param args checked or not
 */
export async function auditEvent(
  tool: ToolFacts,
  args: unknown,
  { principal, trace }: Pick<Order, 'principal' | 'trace'>,
): Promise<Omit<AuditEvent, 'decision'>> {
  return {
    request: trace.requestId,
    user: (await nameOf(principal)) ?? null,
    principal: accountOf(principal),
    tool: tool.name,
    class: classesOf(tool),
    ids: idsIn(tool, args),
  };
}

/** `api.md` shows no answer to creating but that of documents (`docID`); others most likely hold an `Id`. */
function createdId({ access }: Operation, { body }: Answer): string | undefined {
  if (access !== 'create') return undefined;
  const { Id, id, docID } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >;
  const found = [body, Id, docID, id].find(isId);
  return found === undefined ? undefined : String(found);
}

/** Who somebody is in one word; undefined where nothing tells, or nobody can be asked just now. */
async function nameOf({ identity }: Principal): Promise<string | undefined> {
  return calledBy(await identity().catch(() => ({})));
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isId = (value: unknown) => typeof value === 'string' && uuid.test(value);

/** More of them come with no call that is carried out. */
const maxIds = 100;

/** Arguments that are ids; whatever else was sent may be confidential. */
function idsIn(tool: ToolFacts, args: unknown): Record<string, string | string[]> {
  const given = (typeof args === 'object' && args !== null ? args : {}) as Arguments;
  const found: Record<string, string | string[]> = {};
  for (const name of Object.keys({ ...tool.params, ...tool.query, ...tool.body })) {
    // The names of further fields are the caller's own words, and stay out.
    const value =
      name === moreArgument
        ? Object.values(given[name] ?? {})
            .flat()
            .filter(isId)
        : given[name];
    const areIds = Array.isArray(value) && value.length > 0 && value.length <= maxIds && value.every(isId);
    if (areIds || isId(value)) found[name] = value as string | string[];
  }
  return found;
}
