import { z } from 'zod';
import { drop, dropArgument, moreArgument } from '../../contract/operations/field-marks.ts';
import { type Operation, writesWhole } from '../../contract/operations/operation.ts';

export type JsonSchema = { [key: string]: unknown };

/**
 * Argument `drop` of operations that rarely need it. Tool lists omit it, because a refusal names it when it is needed.
 */
const unlistedDrop = drop.describe(drop.description ?? '');

/** Returns the strict schema of an operation's arguments. Path, query and body are one object. */
export function argumentsSchema(operation: Operation): z.ZodObject {
  const { params, query, body, replaces } = operation;
  const isRefused = Object.values(replaces ?? {}).some(({ missing }) => missing === 'refused');
  // A change that writes the whole record may be refused, because the record may contain a value that the request
  // cannot send back.
  const canRefuse = isRefused || writesWhole(operation);
  const taken = isRefused ? drop : unlistedDrop;
  return z.strictObject({ ...params, ...query, ...body, ...(canRefuse && { [dropArgument]: taken }) });
}

/** Converts a schema to JSON Schema with all checks, except patterns that repeat a format. */
export function completeSchema(schema: z.ZodObject): JsonSchema {
  return convert(schema, dropRedundant);
}

/** Converts a schema for an assistant. Formats are described in words. */
export function describedSchema(schema: z.ZodObject): JsonSchema {
  const described = completeSchema(schema);
  sayForms(described);
  return described;
}

/** Number of tools in which the description of the same argument is published. Later tools omit it. */
const enough = 3;

/**
 * Creates a function that publishes the schemas of one tool list. To save tokens, it drops limits that only protect
 * memory. They are still checked, and a refusal states them.
 * It also drops repetitions. A nested schema that occurred before refers to its first occurrence. An older version of
 * an operation does not repeat descriptions from the newest one. An argument has no description if its name explains
 * it, or if three tools have already described it: `FolderId: id or name`.
 */
export function createPublisher(): (toolName: string, schema: z.ZodObject) => JsonSchema {
  const publishedBy = new Map<string, string>();
  const explained = new Set<string>();
  const saidOf = new Map<string, number>();
  return (toolName, schema) => {
    const newest = toolName.replace(/_v\d+$/, '');
    const published = convert(schema, (json) => {
      dropRedundant(json);
      dropGuards(json);
    });
    const properties = published.properties as Record<string, JsonSchema>;
    if (schema.shape[dropArgument] === unlistedDrop) delete properties[dropArgument];
    for (const property of Object.values(properties)) dropStrictness(property);
    dropPlainWords(published);
    for (const [name, property] of Object.entries(properties)) {
      // `more` means the same in every tool, so its description need not be repeated.
      const owner = name === moreArgument ? '' : newest;
      const words = `${owner} ${name} ${property.description}`;
      const said = `${name} ${property.description}`;
      const times = saidOf.get(said) ?? 0;
      saidOf.set(said, times + 1);
      if (explained.has(words) || (times >= enough && name !== 'id')) delete property.description;
      explained.add(words);
      const shape = property.properties ?? (property.items as JsonSchema | undefined)?.properties;
      if (shape === undefined) continue;
      const key = `${name} ${JSON.stringify(shape)}`;
      const holder = publishedBy.get(key);
      if (holder === undefined) publishedBy.set(key, toolName);
      else properties[name] = referTo(property, `As in ${holder}`);
    }
    sayForms(published);
    return published;
  };
}

/** Converts the first level of an output schema. Deeper levels are self-explanatory and cost many tokens. */
export function publishOutput(output: z.ZodObject): JsonSchema {
  const { properties } = z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }) as JsonSchema;
  const types = Object.entries(properties as Record<string, JsonSchema>).map(([name, { type, items }]) => {
    const { type: of } = (items ?? {}) as JsonSchema;
    return [
      name,
      type === 'array' ? { type, items: of === 'string' ? { type: of } : {} } : { type },
    ] as const;
  });
  const published = { type: 'object', properties: { notes, ...Object.fromEntries(types) } };
  sayForms(published);
  return published;
}
const notes = { type: 'array', items: { type: 'string' } };

function convert(schema: z.ZodObject, override: (json: JsonSchema) => void): JsonSchema {
  const { $schema, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => override(jsonSchema as JsonSchema),
  });
  takeFirst(json);
  return json;
}

/** Publishes `X | Y` as X, because several assistants refuse unions. The argument's description names Y. */
function takeFirst(json: unknown): void {
  if (typeof json !== 'object' || json === null) return;
  for (const part of Object.values(json)) takeFirst(part);
  const schema = json as JsonSchema;
  if (Array.isArray(schema.type)) schema.type = schema.type[0];
  const [first] = (schema.anyOf as JsonSchema[] | undefined) ?? [];
  if (first === undefined) return;
  delete schema.anyOf;
  const { description = first.description } = schema;
  Object.assign(schema, first, description === undefined ? {} : { description });
}

function dropRedundant(json: JsonSchema): void {
  if (json.format) delete json.pattern;
  // Zod writes the encoding twice. Strict validators refuse `base64` as a format, because JSON Schema has no such
  // format.
  if (json.contentEncoding) delete json.format;
  if (isEmptyObject(json.additionalProperties)) delete json.additionalProperties;
}

/** Formats in words, because some clients and models drop or refuse formats. */
const forms: Readonly<Record<string, string>> = { date: 'YYYY-MM-DD', 'date-time': 'ISO 8601 with zone' };

/**
 * Replaces formats with words, and declares that objects without listed properties accept any property, at all levels.
 */
function sayForms(json: unknown): void {
  if (typeof json !== 'object' || json === null) return;
  for (const part of Object.values(json)) sayForms(part);
  const schema = json as JsonSchema;
  if (schema.type === 'object' && schema.properties === undefined) schema.additionalProperties ??= true;
  if (schema.type !== 'string') return;
  const form = forms[String(schema.format)];
  const { description } = schema as { readonly description?: string };
  if (form !== undefined && !description?.endsWith(form))
    schema.description = description ? `${description}, ${form}` : form;
  delete schema.format;
  delete schema.contentEncoding;
}

const guards = ['minLength', 'maxLength', 'minItems', 'maxItems', 'maxProperties', 'propertyNames'] as const;

function dropGuards(json: JsonSchema): void {
  for (const guard of guards) delete json[guard];
  if (typeof json.maximum === 'number' && json.maximum >= 10_000) delete json.maximum;
  if (json.minimum === 0 || json.minimum === 1) delete json.minimum;
}

/** Removes the ban on unknown members from nested objects, because a refusal names such members anyway. */
function dropStrictness(json: unknown): void {
  if (typeof json !== 'object' || json === null) return;
  for (const part of Object.values(json)) dropStrictness(part);
  const schema = json as JsonSchema;
  if (schema.additionalProperties === false) delete schema.additionalProperties;
}

/** Drops descriptions that only repeat the name or the limits, at all levels. */
function dropPlainWords(json: JsonSchema): void {
  const inner = json.properties as Record<string, JsonSchema> | undefined;
  for (const [name, property] of Object.entries(inner ?? {})) {
    const { description, maximum } = property;
    const isPlain = letters(description) === letters(name) || description === `At most ${maximum}`;
    if (isPlain) delete property.description;
    dropPlainWords(property);
  }
  if (json.items !== undefined) dropPlainWords(json.items as JsonSchema);
}
const letters = (text: unknown) =>
  String(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

function referTo(property: JsonSchema, description: string): JsonSchema {
  return property.type === 'array'
    ? { type: 'array', items: { type: 'object' }, description }
    : { type: 'object', description };
}

const isEmptyObject = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;
