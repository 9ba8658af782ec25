import type { z } from 'zod';
import { type Arguments, argumentsIn, type Draft, sentBy } from '../../api/client/build-request.ts';
import { accountOf, type Principal } from '../../api/client/executor.ts';
import type { Answer } from '../../api/client/read-response.ts';
import { ApiError, isCallError, NotRecordedError } from '../../contract/errors.ts';
import type { ChangeTerms } from '../../contract/features/planned-changes.ts';
import type { Operation, ToolDefinition } from '../../contract/operations/operation.ts';
import { calledBy } from '../../contract/operations/operation-client.ts';
import { isUuid } from '../../contract/uuid.ts';
import type { Audit, AuditEvent } from '../../observability/audit-log.ts';
import { classesOf, type Policy } from '../guards/policy.ts';
import type { Refusal } from '../guards/refusal.ts';
import { checkFetched } from '../outbound/fetch-hosts.ts';
import { type Ids, idsGiven, idsSent } from './ids.ts';
import { refuseIfDry } from './plans/refuse-if-dry.ts';
import type { RequestContext } from './request-context.ts';

type Who = Pick<RequestContext, 'principal' | 'trace'>;

export interface Recorded {
  readonly done: (answer: Answer) => void;
  readonly failed: (error: unknown) => void;
}

interface Audited {
  readonly recorded: Recorded | undefined;
}

interface Auditing extends Who {
  readonly services: { readonly audit: Audit; readonly policy: Policy; readonly isDryRun: boolean };
  readonly terms?: Pick<ChangeTerms, 'act' | 'row'>;
  readonly draft: Draft;
  /** Arguments that the caller passed. The draft may also contain values from the record. */
  readonly args: Arguments;
  readonly decision: AuditEvent['decision'];
}

/**
 * Pipeline step: writes a line to the audit log before a change is sent. `recorded` later writes a second line with the
 * outcome. Reads are not logged.
 * @throws NotRecordedError if the first line cannot be written. The change is then not sent
 */
export function audited(call: Auditing): Audited | Promise<Audited> {
  const { services, draft } = call;
  const { operation } = draft;
  refuseIfDry(services, operation);
  if (operation.fetches) checkFetched(services.policy, operation, argumentsIn(sentBy(draft)));
  return operation.access === 'read' ? { recorded: undefined } : recordBegun(call);
}

async function recordBegun(call: Auditing): Promise<Audited> {
  const { services, draft, args, decision, terms } = call;
  const { operation } = draft;
  const sent = sentBy(draft);
  // If a person confirmed the change, record all sent values. Otherwise record only the values that the caller passed,
  // because values carried over from the record are not part of the change.
  const told = decision.startsWith('confirmed')
    ? sent
    : sent.filter(({ argument, carried }) => args[argument] !== undefined && !carried);
  const event = await auditEvent(operation, idsSent(told), call);
  const act = terms && { act: terms.act, row: terms.row };
  const record = begin(services.audit, { ...event, ...act, decision });
  return {
    recorded: {
      done: (answer) =>
        record.end({ status: answer.status, outcome: 'done', created: createdId(operation, answer) }),
      failed: (error) =>
        record.end({
          status: error instanceof ApiError ? error.status : undefined,
          outcome: isCallError(error) ? error.code : 'CANCELLED_OR_FAILED',
        }),
    },
  };
}

/** Writes a line about a refused call, with the ids in its arguments. */
export async function auditRefused(
  call: Who & {
    readonly services: { readonly audit: Audit };
    readonly definition: ToolDefinition;
    readonly schema: z.ZodObject;
  },
  input: unknown,
  { code }: Refusal,
): Promise<void> {
  const { services, definition, schema } = call;
  services.audit.refused(await auditEvent(definition, idsGiven(schema, input), call), code);
}

function begin(audit: Audit, event: AuditEvent): ReturnType<Audit['begin']> {
  try {
    return audit.begin(event);
  } catch (cause) {
    throw new NotRecordedError('The audit log cannot be written, so the change was not sent.', {
      cause,
      advice: 'mend-the-record',
    });
  }
}

async function auditEvent(
  tool: ToolDefinition,
  ids: Ids,
  { principal, trace }: Who,
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

/** Returns the id of the created record. The API description documents only `docID`. Other responses use `Id`. */
export function createdId({ access }: Operation, { body }: Answer): string | undefined {
  if (access !== 'create') return undefined;
  const { Id, id, docID } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >;
  return [body, Id, docID, id].find((one): one is string => typeof one === 'string' && isUuid(one));
}

/** Returns the user's name. Returns undefined if it is unknown or cannot be read at the moment. */
async function nameOf({ identity }: Principal): Promise<string | undefined> {
  return calledBy(await identity().catch(() => ({})));
}
