import { ApiError, isCallError } from '../../../contract/errors.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import type { AnyOperationClient } from '../../../contract/operations/operation-client.ts';
import { isRow, type Row } from '../../../contract/records/row.ts';
import { idIn } from '../../../json/record-value.ts';
import type { Refusal } from '../../guards/refusal.ts';

/** Whether a type exists, as other rows of the same plan have already found out, by read operation and id. */
export type TypesRead = Map<string, Promise<boolean | undefined>>;

interface Reading {
  readonly definition: Operation;
  readonly peopleClient: () => AnyOperationClient;
  readonly typesRead?: TypesRead | undefined;
}

/**
 * Returns a refusal if the service has the record's type, but not among the types that the operation accepts. Returns
 * undefined if the type fits, or if that cannot be determined.
 */
export async function unfitType(
  { definition, peopleClient, typesRead = new Map() }: Reading,
  record: Row,
): Promise<Refusal | undefined> {
  const { name, target } = definition;
  if (target?.ofTypes === undefined) return undefined;
  const { at, read, readAny, otherwise } = target.ofTypes;
  const type = record[at];
  const id = isRow(type) ? idIn(type) : undefined;
  if (typeof id !== 'string') return undefined;
  const isThere = (tool: string) => {
    const key = `${tool} ${id}`;
    const known =
      typesRead.get(key) ??
      peopleClient()
        .call(tool, { id })
        .then(() => true, missing);
    typesRead.set(key, known);
    return known;
  };
  if ((await isThere(read)) !== false || (await isThere(readAny)) !== true) return undefined;
  return {
    code: 'NOT_POSSIBLE',
    reason: `${name} does not accept the type of ${JSON.stringify(record.Name ?? null)}. Nothing was done. Use ${otherwise}.`,
  };
}

/** Returns false if the service has no such type, and undefined if another failure leaves this unknown. */
function missing(error: unknown): false | undefined {
  if (!isCallError(error)) throw error;
  return error instanceof ApiError && error.status === 404 && !error.isNoRoute ? false : undefined;
}
