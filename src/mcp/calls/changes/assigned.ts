import type { Arguments } from '../../../api/client/build-request.ts';
import { isCallError } from '../../../contract/errors.ts';
import type { FindAbsences } from '../../../contract/features/absences.ts';
import type { Worded } from '../../../contract/language.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import type { AnyOperationClient } from '../../../contract/operations/operation-client.ts';
import { type ShapeName, shapeShownBy } from '../../../contract/records/answer-fields.ts';
import { isUuid } from '../../../contract/uuid.ts';
import { kindFor, places, type Refs } from '../../input/argument-refs.ts';

/** Kinds of records that give work to users, or invite users to a meeting. */
const workIn = new Set<ShapeName | undefined>(['case', 'task', 'event']);

/** Maximum time for finding absences, in milliseconds. If it is exceeded, the answer omits them. */
const timeLimitMs = 3000;

export interface Assigning {
  readonly services: {
    readonly findAbsences: FindAbsences;
    readonly wording: { readonly timeZone: (() => string) | undefined };
  };
  readonly definition: Operation;
  readonly args: Arguments;
  readonly refs: Refs | undefined;
  readonly signal: AbortSignal | undefined;
  readonly namingClient: (signal?: AbortSignal) => AnyOperationClient;
}

/** Returns a sentence about each absent user who is assigned work by the call. */
export async function absencesOf(call: Assigning): Promise<readonly Worded[]> {
  const { services, args, signal, namingClient } = call;
  const users = assignedBy(call);
  if (users.length === 0) return [];
  const timeLimit = AbortSignal.timeout(timeLimitMs);
  const operations = namingClient(signal ? AbortSignal.any([signal, timeLimit]) : timeLimit);
  const timeZone = services.wording.timeZone?.() ?? 'UTC';
  const days = Object.values(args).flatMap((value) => (isDay(value) ? [value.slice(0, 10)] : []));
  try {
    return (await services.findAbsences(operations, { users, timeZone, until: days.sort().at(-1) }))
      .sentences;
  } catch (error) {
    // The change does not need this read, so a failed read must not make the change fail.
    if (!isCallError(error) && !(error instanceof DOMException)) throw error;
    return [];
  }
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:T|$)/.test(value);

/** Returns the ids of the users that the call makes responsible for a record, or invites to an event. */
function assignedBy({ definition, args, refs }: Assigning): string[] {
  const { access, stores, target, body = {} } = definition;
  const shape = shapeShownBy(stores?.shownBy ?? target?.tool ?? '');
  if (!workIn.has(shape) || !['create', 'update'].includes(access)) return [];
  return [...places(refs, args)].flatMap(({ argument, ref, value, holder }) => {
    const isSent = (argument.split('.')[0] ?? '') in body;
    return isSent && isUuid(value) && kindFor(ref, holder) === 'user' ? [value] : [];
  });
}
