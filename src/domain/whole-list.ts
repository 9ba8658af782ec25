import type { z } from 'zod';
import type { Desk } from '../contract/operation-client.ts';
import { namedRecord, readPage } from './records.ts';

/** A short list that has no pages. @throws what `Desk.call` throws */
export async function readWhole(
  desk: Desk,
  operation: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<readonly z.output<typeof namedRecord>[]> {
  return (await readPage(namedRecord, await desk.call(operation, args))).items;
}
