import type { Arguments } from '../../api/client/build-request.ts';
import { ApiError } from '../../contract/errors.ts';
import type { ReadOf } from '../../contract/operations/changed-record.ts';
import type { AnyOperationClient, OperationResponse } from '../../contract/operations/operation-client.ts';

/** The response with a record, and the operation that returned it. */
export interface ReadRecord {
  readonly tool: string;
  readonly response: OperationResponse;
}

/**
 * Reads the record that an operation changes, with the newest available version of its read operation. An older version
 * may return fewer fields than the operation writes. Returns undefined if an argument of the read operation is missing.
 * @throws the client's errors
 */
export async function readByNewest(
  client: AnyOperationClient,
  { tool, newest, args }: ReadOf,
  given: Arguments,
): Promise<ReadRecord | undefined> {
  const asked = Object.entries(args).map(([there, here]) => [there, given[here]] as const);
  if (asked.some(([, value]) => value === undefined)) return undefined;
  const read = async (by: string): Promise<ReadRecord> => ({
    tool: by,
    response: await client.answer(by, Object.fromEntries(asked), { isAsItCame: true }),
  });
  if (newest === undefined) return read(tool);
  return read(newest).catch((error: unknown) => {
    // A deployment without the newer version responds to the path of this version with one of these statuses.
    if (error instanceof ApiError && [400, 404, 405, 410, 501].includes(error.status)) return read(tool);
    throw error;
  });
}
