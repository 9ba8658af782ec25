import fc from 'fast-check';
import { z } from 'zod';
import { isInt64 } from '../../src/contract/operations/field-marks.ts';
import { refOf } from '../../src/contract/records/record-ref.ts';
import { refsIn } from '../../src/mcp/input/argument-refs.ts';
import { argumentsSchema } from '../../src/mcp/tools/published-schema.ts';
import { catalogue } from '../../tools/index.ts';

/** Operations with the schemas of their arguments. */
export const tools = catalogue
  .flatMap((area) => area.operations)
  .map((operation) => {
    const schema = argumentsSchema(operation);
    return { operation, schema, refs: refsIn(schema) };
  });

type Json = { [key: string]: any };

/** Generates small values that a JSON Schema allows, in the formats that the catalogue uses. */
function valid(json: Json): fc.Arbitrary<unknown> {
  if (json.anyOf) return valid(json.anyOf[0]);
  if (Array.isArray(json.type)) return valid({ ...json, type: json.type[0] });
  if (json.enum) return fc.constantFrom(...json.enum);
  if (json.contentEncoding)
    return fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes).toString('base64'));
  switch (json.type) {
    case 'string':
      return text(json);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.integer({ min: json.minimum ?? 0, max: Math.min(json.maximum ?? 100, 100_000) });
    case 'array':
      return fc.array(valid(json.items ?? {}), { minLength: json.minItems ?? 0, maxLength: 3 });
    case 'object':
      return json.properties
        ? record(json)
        : fc.dictionary(fc.stringMatching(/^[A-Za-zА-я][\w.]{0,9}$/), anyJson, { maxKeys: 3 });
    default:
      return anyJson;
  }
}

function text(json: Json): fc.Arbitrary<string> {
  if (json.format === 'date-time') return moment.map((date) => date.toISOString());
  if (json.format === 'date') return moment.map((date) => date.toISOString().slice(0, 10));
  if (json.format === 'uri') return fc.webUrl({ validSchemes: ['https'] });
  if (json.format === 'int64') return fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String);
  if (json.format === 'file-name') return fc.string({ maxLength: 20 }).map((name) => `file${name}`);
  if (json.format === 'uuid' || json.format === 'guid') return fc.uuid();
  return fc.string({ minLength: json.minLength ?? 0, maxLength: Math.min(json.maxLength ?? 30, 30) });
}
const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });

function record(json: Json): fc.Arbitrary<object> {
  const entries = Object.entries(json.properties as Json).map(([name, item]) => [name, valid(item)] as const);
  return fc.record(Object.fromEntries(entries), { requiredKeys: json.required ?? [] });
}

/**
 * Values as `JSON.parse` returns them, without `__proto__`, the one property name that every tool rejects. Inexact
 * integers become 0.
 */
const anyJson: fc.Arbitrary<unknown> = fc
  .jsonValue({ maxDepth: 2 })
  .map((value) => JSON.stringify(value))
  .filter((text) => !text.includes('__proto__'))
  .map((text) => JSON.parse(text, (_, value) => (isInexact(value) ? 0 : value)));
/**
 * Checks whether a number is an integer that JavaScript cannot represent exactly, so that it may differ from the number
 * in the JSON.
 */
const isInexact = (value: unknown) => Number.isInteger(value) && !Number.isSafeInteger(value);
/** Property names with a special meaning: inherited by every object, empty, or a common argument. */
const oddNames = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  'id',
);

/**
 * Adds formats to a JSON Schema. Arguments that accept names or ids then get ids only, and int64 arguments get digits
 * only.
 */
const narrowed = ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }) => {
  const schema = zodSchema as unknown as z.ZodType;
  const to = refOf(schema);
  if (isInt64(schema)) jsonSchema.format = 'int64';
  // JSON Schema has no format for file names that are valid on every system. Only the schema of such a name rejects
  // `con`, which Windows reserves.
  if (jsonSchema.type === 'string' && !schema.safeParse('con').success && schema.safeParse('file').success)
    jsonSchema.format = 'file-name';
  if (to !== undefined && to.kind !== 'field' && jsonSchema.type === 'string') jsonSchema.format = 'uuid';
};

/** Generates arguments that the schema allows. */
export const validArguments = (schema: z.ZodObject) =>
  valid(z.toJSONSchema(schema, { io: 'input', override: narrowed }) as Json) as fc.Arbitrary<
    Record<string, unknown>
  >;

/**
 * Generates any JSON: valid arguments with one to three values replaced or added, or a value that is unrelated to the
 * schema.
 */
export function anyArguments(schema: z.ZodObject): fc.Arbitrary<unknown> {
  const names = fc.oneof(fc.constantFrom('more', ...Object.keys(schema.shape)), oddNames);
  const own = fc.tuple(names, fc.oneof(anyJson, nasty)).map(([name, value]) => [name, value] as const);
  const spoilt = fc
    .tuple(validArguments(schema), fc.array(own, { minLength: 1, maxLength: 3 }))
    .map(([args, changes]) => {
      const copy = { ...args };
      for (const [name, value] of changes)
        Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
      return copy;
    });
  return fc.oneof({ weight: 4, arbitrary: spoilt }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) });
}

/** Values that break paths, queries, parsers or prompts. */
const nasty = fc.constantFrom<unknown>(
  ...['..', '.', '../..', '%2e%2e', 'a/b', 'a\\b', 'a?b=c', 'a#b', '\u0000', '\ud800', '\u202e', '', ' '],
  ...[
    'null',
    'true',
    '[]',
    '{}',
    '"x"',
    '1e999',
    '-0',
    '[1,"2"]',
    '{"__proto__":{"x":1}}',
    '[[[[[[[[1]]]]]]]]',
  ],
  ...['{{7*7}}', "'; DROP TABLE x; --", '<script>', '/etc/passwd', 'x'.repeat(30_000)],
  ...[null, true, -1, 0, 2 ** 53, 1e308, [], {}, [[]], [null], { id: { id: {} } }],
);
