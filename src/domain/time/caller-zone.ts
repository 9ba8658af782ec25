import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';

interface Zones {
  readonly timeZone: () => string;
  readonly chosenZone: string | undefined;
  readonly names: NameResolver;
}

/**
 * Creates a function that returns the time zone of a caller. Loads the code for this on demand, because few calls need
 * it.
 */
export const createCallerZone =
  ({ timeZone, chosenZone, names }: Zones) =>
  async (operations: OperationClient, isConfigured: boolean): Promise<string> => {
    const { localTime } = await import('./local-time.ts');
    const isOwnTimeZone = chosenZone !== undefined && isConfigured;
    const context = { now: new Date(), timeZone: timeZone(), isOwnTimeZone, names };
    return (await localTime(operations, context)).clock.timeZone;
  };
