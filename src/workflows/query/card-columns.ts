import { InvalidArgumentsError } from '../../contract/errors.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { RecordKind } from '../../contract/records/record-ref.ts';
import { caseType } from '../../domain/cases/card-type.ts';
import { listWhole } from '../../domain/list-records.ts';
import { namedRecord, read } from '../../domain/records.ts';
import type { QueryTable, TableColumn, ValueKind } from './tables/table.ts';

/** A field of object cards, which may occur in several types. */
export interface CardField {
  /** Tag of the field, or its id if it has no tag (API description, Conventions). */
  readonly key: string;
  readonly title: string;
  /** Name of the block with the field, in the first type that has it. */
  readonly block: string;
  readonly format: string;
  readonly dictionary: string | undefined;
  /** Name of the child table with its rows, if the field may have several rows. */
  readonly rowsIn: string | undefined;
  /** Ids of the types that have the field. */
  readonly types: ReadonlySet<string>;
}

/** Column format and kind of referenced record, by the format of a field. */
const kinds: Readonly<Record<string, { readonly as: ValueKind; readonly of?: RecordKind }>> = {
  Number: { as: 'number' },
  Boolean: { as: 'flag' },
  Date: { as: 'day' },
  DateTime: { as: 'moment' },
  User: { as: 'name', of: 'user' },
  Participant: { as: 'name', of: 'participant' },
  Object: { as: 'name', of: 'object' },
  Case: { as: 'name', of: 'object' },
  Dictionary: { as: 'name', of: 'dictionary value' },
  Document: { as: 'name', of: 'document' },
};

/** Returns the card fields of all types of a table, without duplicates. @throws errors of `OperationClient.call` */
export async function readCardFields(
  operations: OperationClient,
  { name, types }: Pick<QueryTable, 'name' | 'types'>,
): Promise<readonly CardField[]> {
  if (types === undefined) return [];
  const read = await Promise.all(
    (await readTypes(operations, types)).map(async ({ Id }) => ({
      id: Id,
      blocks: (await readType(operations, Id)).Blocks,
    })),
  );
  const fields = new Map<string, CardField & { readonly types: Set<string> }>();
  for (const { id, blocks } of read)
    for (const block of blocks)
      for (const { Id, Tag, Name, Format, IsMulti, DictionaryId } of block.Fields) {
        const key = Tag ?? Id;
        if (key === undefined) continue;
        const isBlock = block.Kind === 'Multi';
        const field = fields.get(key.toLowerCase()) ?? {
          key,
          title: Name ?? '',
          block: block.Name ?? '',
          format: Format ?? '',
          dictionary: DictionaryId,
          rowsIn: isBlock ? `${name}_${block.Tag ?? key}` : IsMulti ? `${name}_${key}` : undefined,
          types: new Set<string>(),
        };
        field.types.add(id);
        fields.set(key.toLowerCase(), field);
      }
  return [...fields.values()];
}

/** Returns the types of cases or of all objects. @throws errors of `OperationClient.call` */
export const readTypes = (operations: OperationClient, types: NonNullable<QueryTable['types']>) =>
  operations.cache.remember(`query ${types}`, () => listWhole(operations, [types, {}], namedRecord));

const readType = (operations: OperationClient, id: string) =>
  operations.cache.remember(`query type ${id}`, async () =>
    read(caseType, await operations.call('get_object_type', { id })),
  );

/** Returns the names by which a field can be requested: its tag, and its title in either language. */
export const namesOfField = ({ key, title }: CardField): string[] => [
  key,
  ...[title, ...title.split(' / ')].filter((one) => one !== ''),
];

const isCalled = (field: CardField, name: string) =>
  namesOfField(field).some((word) => word.toLowerCase() === name.toLowerCase());

/** Returns the field with this tag; otherwise all fields with this title in either language. */
function fieldsCalled(fields: readonly CardField[], name: string): readonly CardField[] {
  const byTag = fields.find(({ key }) => key.toLowerCase() === name.toLowerCase());
  return byTag ? [byTag] : fields.filter((field) => isCalled(field, name));
}

/** Returns the error for a title that several fields share. @param said the argument and the title */
export const severalFields = (said: string, called: readonly CardField[]) =>
  new InvalidArgumentsError(
    `${said} is the title of several fields: ${called.map(({ key }) => key).join(', ')}. Select one by its tag.`,
  );

/**
 * Returns the column for a name in a statement: the field with this name, or the id to which a field refers.
 * @throws InvalidArgumentsError if several fields have this title
 */
export function cardColumn(fields: readonly CardField[], name: string): TableColumn | undefined {
  const only = (word: string) => {
    const called = fieldsCalled(fields, word);
    if (called.length > 1) throw severalFields(`sql: ${JSON.stringify(word.slice(0, 80))}`, called);
    return called[0];
  };
  const field = only(name);
  if (field) return fieldColumn(field, name, ['Fields', field.key]);
  const referring = name.toLowerCase().endsWith('_id') ? only(name.slice(0, -3)) : undefined;
  return referring && { name, as: 'id', from: ['Fields', referring.key], onCard: true };
}

export function fieldColumn(
  { format, dictionary, title }: CardField,
  name: string,
  from: readonly string[],
): TableColumn {
  const { as = 'any', of } = kinds[format] ?? {};
  return { name, as, from, title, of, within: dictionary, onCard: true };
}

/** Returns the fields whose rows are in the child table with this name. */
export const fieldsIn = (name: string, fields: readonly CardField[]) =>
  fields.filter(({ rowsIn }) => rowsIn?.toLowerCase() === name.toLowerCase());

/** Returns the child table with a column for each field of card rows, if there is one. */
export function childTable(
  parent: QueryTable,
  fields: readonly CardField[],
  name: string,
): QueryTable | undefined {
  const rows = fieldsIn(name, fields);
  if (rows.length === 0) return undefined;
  return {
    name,
    title: name,
    rows: { rowsOf: parent.name, fields: rows.map(({ key }) => key) },
    columns: [
      { name: `${parent.name.replace(/s$/, '')}_id`, as: 'id', from: ['^', 'Id'], to: parent.name },
      { name: 'row', as: 'number', from: ['~row'] },
      ...rows.map((field) => ({
        ...fieldColumn(field, field.key, ['Fields', field.key]),
        onCard: true as const,
      })),
    ],
  };
}
