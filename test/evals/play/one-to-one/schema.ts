import { type Json, resolve } from '../../../support/repository/openapi.ts';

/** Maximum depth of an input schema. Deeper parts, and recursive schemas, accept any value. */
const maxDepth = 8;

/** Schema of a file in a form. It contains text, because models can only write text. */
const fileSchema = {
  type: 'object',
  properties: { fileName: { type: 'string' }, text: { type: 'string' } },
  required: ['fileName', 'text'],
} as const;

export const isFile = ({ type, format }: Json): boolean => type === 'string' && format === 'binary';

/** Converts a schema of an OpenAPI 3.0 document to JSON Schema without references. */
export function inputSchemaOf(document: Json, schema: Json, depth = 0): Json {
  if (depth === maxDepth) return {};
  const { nullable, ...found } = resolve(document, schema);
  if (isFile(found)) return fileSchema;
  const inside = (part: Json) => inputSchemaOf(document, part, depth + 1);
  const { allOf, ...own } = found;
  // OpenAPI generators wrap a reference in `allOf`, so that it can have other keywords.
  if (allOf?.length === 1) {
    const wrapped = { ...inside(allOf[0]), ...own };
    return nullable === true ? orNull(wrapped) : wrapped;
  }
  const node: Json = { ...found };
  for (const key of ['items', 'additionalProperties'])
    if (typeof node[key] === 'object') node[key] = inside(node[key]);
  for (const key of ['allOf', 'anyOf', 'oneOf'])
    if (Array.isArray(node[key])) node[key] = node[key].map(inside);
  if (node.properties)
    node.properties = Object.fromEntries(
      Object.entries<Json>(node.properties).map(([name, property]) => [name, inside(property)]),
    );
  return nullable === true ? orNull(node) : node;
}

function orNull(schema: Json): Json {
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  const values = schema.enum && { enum: [...schema.enum, null] };
  return { ...schema, ...values, type: [schema.type, 'null'] };
}
