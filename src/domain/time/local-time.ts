import {
  ApiError,
  InvalidArgumentsError,
  ifCallFails,
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

export interface LocalTime {
  readonly clock: Clock;
  readonly notes: readonly Note[];
}

const key = 'own time zone';
const timeZoneCacheMs = 60 * 60_000;

/**
 * Returns the caller's clock. The time zone comes from the first known source: the call, the caller's setting, the
 * caller's user record, or the server's setting. The user record counts because one server may have users in several
 * zones. The zone in the record is cached.
 * @throws InvalidArgumentsError if the call contains an unknown time zone
 */
export async function localTime(
  operations: OperationClient,
  {
    now,
    timeZone,
    isOwnTimeZone,
    names,
  }: Pick<WorkflowContext, 'now' | 'timeZone' | 'isOwnTimeZone' | 'names'>,
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

/** Returns the time zone in the caller's user record, if it has one. */
async function zoneOfRecord(operations: OperationClient, names: NameResolver): Promise<string | undefined> {
  const read = async () => {
    const me = await findMe(operations, names).catch((error: unknown) => {
      if (isForbidden(error)) return undefined;
      throw error;
    });
    return { zone: me?.TimeZone };
  };
  const known = await operations.cache.remember(key, read, timeZoneCacheMs).catch(ifCallFails(undefined));
  return known?.zone;
}

/** Caches the time zone in a user record, so that later calls need not read the record. */
export const keepZone = (operations: OperationClient, { TimeZone: zone }: UserRecord): Promise<void> =>
  operations.cache.keep(key, { zone });

/** Checks whether the read would fail again, so that its failure may be cached. */
function isForbidden(error: unknown): boolean {
  const cause = error instanceof NameLookupError ? error.cause : error;
  return cause instanceof SwitchedOffError || (cause instanceof ApiError && cause.status < 500);
}
