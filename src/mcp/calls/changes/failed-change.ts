import type { Arguments } from '../../../api/client/build-request.ts';
import { isCallError, isOutcomeUnknown } from '../../../contract/errors.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import type { AnyOperationClient } from '../../../contract/operations/operation-client.ts';
import { parseExact } from '../../../json/exact.ts';
import { recordIn } from '../../../json/record-value.ts';
import { differencesOf } from '../../../json/whole-record.ts';
import { readByNewest } from '../../guards/read-record.ts';
import type { RecordBefore } from '../../guards/target.ts';

interface Failed {
  readonly definition: Operation;
  readonly args: Arguments;
  readonly was: RecordBefore;
  readonly peopleClient: (signal?: AbortSignal) => AnyOperationClient;
  readonly signal: AbortSignal | undefined;
}

const nothingAsked = { fields: new Map<string, true>(), values: [] };

/**
 * Reads the record after a failed change, and adds its differences from the record before the change to the error.
 * Needed because the service may have saved a part of the change. Adds nothing if the service certainly changed
 * nothing, or if the record cannot be read.
 */
export async function addDifferences(call: Failed, error: unknown): Promise<void> {
  const { definition, args, was, signal } = call;
  const { target, access } = definition;
  if (!isCallError(error) || !isOutcomeUnknown(error) || target === undefined || access !== 'update') return;
  if (was.text === undefined || !was.isOpen || signal?.aborted) return;
  const again = await readByNewest(call.peopleClient(signal), target, args).catch(() => undefined);
  const [before, after] = [was.text, again?.response.text].map((text) =>
    text === undefined ? undefined : recordIn(parseExact(text)),
  );
  if (before === undefined || after === undefined) return;
  error.differences = differencesOf(before, after, nothingAsked).map(({ path, was: had }) => ({
    [path.join('.')]: had ?? null,
  }));
}
