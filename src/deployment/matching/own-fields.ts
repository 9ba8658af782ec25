import { z } from 'zod';
import { createSchemaReader } from '../../api/reference/read-schema.ts';
import type { ReferenceField } from '../../api/reference/structure.ts';
import { dropArgument, isPresumed, moreArgument } from '../../contract/operations/field-marks.ts';
import type { Fields, Operation } from '../../contract/operations/operation.ts';
import { refOf } from '../../contract/records/record-ref.ts';

export interface OwnField extends Omit<ReferenceField, 'fields'> {
  /**
   * True if the API description does not state the name, so that casebridge presumes it. All nested names are then
   * presumed too.
   */
  readonly isPresumed: boolean;
  readonly to?: string | undefined;
  readonly fields?: readonly OwnField[] | undefined;
}

/**
 * Describes the fields of one part of a request in the catalogue, in the form in which an API reference describes them.
 */
export function ownFields(
  { fileParts = [] }: Pick<Operation, 'fileParts'>,
  fields: Fields | undefined,
): readonly OwnField[] {
  return Object.entries(fields ?? {})
    .filter(([name]) => name !== moreArgument && name !== dropArgument)
    .map(([name, schema]) => {
      const field = { ...marked(describe(name, schema), isPresumed(schema)), to: recordOf(schema) };
      return fileParts.includes(name) ? { ...field, kind: 'binary', fields: undefined } : field;
    });
}

function describe(name: string, schema: z.ZodType): ReferenceField {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const to = refOf(zodSchema as unknown as z.ZodType);
      // If an argument accepts a name or an id of a record, casebridge sends the id to the service. Arguments that name
      // custom fields contain tags instead.
      if (to !== undefined && to.kind !== 'field' && jsonSchema.type === 'string') jsonSchema.format = 'uuid';
    },
  });
  const isRequired = !schema.safeParse(undefined).success;
  return createSchemaReader(json as Record<string, unknown>).field(name, json, { isRequired });
}

const marked = (field: ReferenceField, presumed: boolean): OwnField => ({
  ...field,
  isPresumed: presumed,
  fields: field.fields?.map((inner) => marked(inner, presumed)),
});

function recordOf(schema: z.ZodType): string | undefined {
  const kind = refOf(schema)?.kind;
  return typeof kind === 'string' ? kind : undefined;
}
