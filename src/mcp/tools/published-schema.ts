import { z } from 'zod';
import { drop, dropArgument, moreArgument } from '../../contract/operations/field-marks.ts';
import { type Operation, writesWhole } from '../../contract/operations/operation.ts';

export type JsonSchema = { [key: string]: unknown };

/** Taken by tools whose lists never refuse. Lists of tools leave it out, because the rare refusal names it. */
const unlistedDrop = drop.describe(drop.description ?? '');

/** The one strict schema of an operation's arguments: path, query and body in one flat object. */
export function argumentsSchema(operation: Operation): z.ZodObject {
  const { params, query, body, replaces } = operation;
  const isRefused = Object.values(replaces ?? {}).some(({ missing }) => missing === 'refused');
  // A value of the record may have no form in the request.
  const canRefuse = isRefused || writesWhole(operation);
  const taken = isRefused ? drop : unlistedDrop;
  return z.strictObject({ ...params, ...query, ...body, ...(canRefuse && { [dropArgument]: taken }) });
}

/** JSON Schema of an operation's arguments with everything that is checked except the patterns beside formats. */
export function completeSchema(schema: z.ZodObject): JsonSchema {
  return convert(schema, dropRedundant);
}

/** The same for an assistant: the form of a value stands in words. */
export function describedSchema(schema: z.ZodObject): JsonSchema {
  const described = completeSchema(schema);
  sayForms(described);
  return described;
}

/** How often the same is said of arguments of one name. */
const enough = 3;

/**
 * The schemas of a list of tools as an assistant gets them. What only costs tokens goes: bounds that merely guard
 * memory (they are still checked, and a refusal names them), and repetitions: the second tool with the same nested
 * shape refers to the first, an older version does not explain again what the newest says of an argument, and a name
 * that says everything stands alone, as does one of which three tools have said the same: `FolderId: id or name`.
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
      // What goes by this name is the same everywhere.
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

/**
 * What the structured part of a result has at its first level. What lies deeper explains itself, and would cost more
 * than all arguments together.
 */
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

/** `X | Y` is published as X: several assistants refuse unions, and what else is taken is said in words. */
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
  // Zod says it twice; `base64` is no format of JSON Schema, and strict validators refuse a schema with one.
  if (json.contentEncoding) delete json.format;
  if (isEmptyObject(json.additionalProperties)) delete json.additionalProperties;
}

/** In words, since some clients drop formats on the way to the model, and some models refuse most of them. */
const forms: Readonly<Record<string, string>> = { date: 'YYYY-MM-DD', 'date-time': 'ISO 8601 with zone' };

/** Of a schema and all within it: its form in words in place of a format, and what any value may be of open objects. */
function sayForms(json: unknown): void {
  if (typeof json !== 'object' || json === null) return;
  for (const part of Object.values(json)) sayForms(part);
  const schema = json as JsonSchema;
  if (schema.type === 'object' && schema.properties === undefined) schema.additionalProperties ??= true;
  if (schema.type !== 'string') return;
  const form = forms[String(schema.format)];
  if (form !== undefined) schema.description = schema.description ? `${schema.description}, ${form}` : form;
  delete schema.format;
  delete schema.contentEncoding;
}

const guards = ['minLength', 'maxLength', 'minItems', 'maxItems', 'maxProperties', 'propertyNames'] as const;

function dropGuards(json: JsonSchema): void {
  for (const guard of guards) delete json[guard];
  if (typeof json.maximum === 'number' && json.maximum >= 10_000) delete json.maximum;
  if (json.minimum === 0 || json.minimum === 1) delete json.minimum;
}

/** What an object within the arguments may hold says enough: a refusal names what it may not hold. */
function dropStrictness(json: unknown): void {
  if (typeof json !== 'object' || json === null) return;
  for (const part of Object.values(json)) dropStrictness(part);
  const schema = json as JsonSchema;
  if (schema.additionalProperties === false) delete schema.additionalProperties;
}

/** Words that say no more than the name or the bounds beside them, here and within. */
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
