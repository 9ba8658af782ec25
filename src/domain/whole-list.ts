import type { z } from 'zod';
import type { OperationClient } from '../contract/operation-client.ts';
import { namedRecord, readPage } from './records.ts';

/** A short list that has no pages. @throws what `OperationClient.call` throws */
export async function readWhole(
  operations: OperationClient,
  operation: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<readonly z.output<typeof namedRecord>[]> {
  return (await readPage(namedRecord, await operations.call(operation, args))).items;
}
