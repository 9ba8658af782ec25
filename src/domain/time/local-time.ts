import {
  ApiError,
  InvalidArgumentsError,
  isCallError,
  NameLookupError,
  SwitchedOffError,
} from '../../contract/errors.ts';
import type { WorkflowContext } from '../../contract/features/workflow.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import { type Note, worded } from '../../contract/worded.ts';
import { partialMessages } from '../messages.ts';
import { findMe } from '../people/people.ts';
import type { UserRecord } from '../records.ts';
import { type Clock, createClock } from './clock.ts';

/** The clock of a caller, and what the reader should know of it. */
export interface LocalTime {
  readonly clock: Clock;
  readonly notes: readonly Note[];
}

const key = 'own time zone';
/** People move rarely. */
const lifetimeMs = 60 * 60_000;

/**
 * The caller's time: in the zone that the call names, else in the one that the caller set, else in that of the caller's
 * own user record, since one server serves people of several zones, else in the server's. The record is read once in a
 * while, not with every call.
 * @throws InvalidArgumentsError where the call names a zone that nobody knows
 */
export async function localTime(
  operations: OperationClient,
  { now, timeZone, isOwnTimeZone, names }: WorkflowContext,
  asked?: string,
): Promise<LocalTime> {
  if (asked !== undefined) return { clock: createClock(now, asked), notes: [] };
  const own = isOwnTimeZone ? undefined : await zoneOfRecord(operations, names);
  try {
    return { clock: createClock(now, own ?? timeZone), notes: [] };
  } catch (error) {
    if (!(error instanceof InvalidArgumentsError)) throw error;
    const unknown = worded(partialMessages.unknownZone, { zone: timeZone });
    return { clock: createClock(now, timeZone), notes: [unknown] };
  }
}

/** Undefined where it is not known who calls, or the record may not be read. */
async function zoneOfRecord(operations: OperationClient, names: NameResolver): Promise<string | undefined> {
  const read = async () => {
    const me = await findMe(operations, names).catch((error: unknown) => {
      if (isForbidden(error)) return undefined;
      throw error;
    });
    return { zone: me?.TimeZone };
  };
  try {
    return (await operations.cache.remember(key, read, lifetimeMs)).zone;
  } catch (error) {
    if (isCallError(error)) return undefined;
    throw error;
  }
}

/** Spares the next calls from reading the record again. */
export const keepZone = (operations: OperationClient, { TimeZone: zone }: UserRecord): Promise<void> =>
  operations.cache.keep(key, { zone });

/** Nor will it be readable soon. */
function isForbidden(error: unknown): boolean {
  const cause = error instanceof NameLookupError ? error.cause : error;
  return cause instanceof SwitchedOffError || (cause instanceof ApiError && cause.status < 500);
}
