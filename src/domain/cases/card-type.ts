import { z } from 'zod';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { RecordKind } from '../../contract/records/record-ref.ts';
import { read } from '../records.ts';

const text = z.string().min(1).optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);
/** Schema of the type of an object. Fields whose structure differs from this schema count as missing. */
export const caseType = z.object({
  Blocks: z
    .array(
      z.object({
        Name: text,
        Tag: text,
        Kind: text,
        Fields: z
          .array(
            z.object({ Id: text, Tag: text, Name: text, Format: text, IsMulti: flag, DictionaryId: text }),
          )
          .catch([]),
      }),
    )
    .catch([]),
});
/** Type of an object, with the blocks and fields of its card. */
export type CaseType = z.output<typeof caseType>;
export type CardBlock = CaseType['Blocks'][number];
export type FieldOfType = CardBlock['Fields'][number];

/** Reads the type of a case, or returns it from the cache. @throws the errors of `OperationClient.call` */
export const readCaseType = (operations: OperationClient, id: string): Promise<CaseType> =>
  operations.cache.remember(`type ${id}`, async () =>
    read(caseType, await operations.call('get_object_type', { id })),
  );

/**
 * Kind of record to which a field refers. The key is the format of the field. Documents are missing, because finding
 * the name of a document costs too many requests.
 */
const kindsByFormat: Readonly<Record<string, RecordKind>> = {
  user: 'user',
  participant: 'participant',
  object: 'object',
  case: 'object',
  dictionary: 'dictionary value',
};
export const kindOfField = ({ Format }: Pick<FieldOfType, 'Format'>): RecordKind | undefined =>
  kindsByFormat[Format?.toLowerCase() ?? ''];

/** Returns the key of a field in a card: its tag, or its id if it has no tag (API description, Conventions). */
export const keyOfField = ({ Tag, Id }: Pick<FieldOfType, 'Tag' | 'Id'>): string => Tag ?? Id ?? '';

/**
 * Returns the blocks that have no field in the card. Returns an empty array if the service omits empty fields, because
 * an empty block and a hidden block then look the same.
 */
export function blocksWithoutFields(
  card: Readonly<Record<string, unknown>>,
  type: CaseType | undefined,
): CardBlock[] {
  const given = new Set(Object.keys(card).map((key) => key.toLowerCase()));
  if (type === undefined || !givesEmptyFields(card)) return [];
  const isGiven = (key: string | undefined) => given.has((key ?? '').toLowerCase());
  return type.Blocks.filter(
    ({ Fields }) => Fields.length > 0 && !Fields.some(({ Id, Tag }) => isGiven(Tag) || isGiven(Id)),
  );
}

/** Checks whether the service also returns empty fields. If so, a missing field is hidden and not empty. */
export const givesEmptyFields = (card: Readonly<Record<string, unknown>>): boolean =>
  Object.values(card).some((value) => value === null);
