import { z } from 'zod';
import { problem } from './errors.ts';

/** Schemas for values that arrive as text: query strings and form parts. */
export const queryInteger = z.coerce.number().pipe(z.int());
export const queryFlag = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['true', 'false']))
  .transform((text) => text === 'true');
/** A 64-bit integer. Beyond 2^53 it is not exact, because JavaScript parses JSON numbers as doubles. */
export const int64 = z
  .number()
  .refine(
    (value) => Number.isInteger(value) && Math.abs(value) <= 2 ** 63,
    'should be a whole number of 64 bits',
  );
export const guid = z.guid().toLowerCase();
export const moment = z
  .union([z.iso.datetime({ offset: true, local: true }), z.iso.date()])
  .transform((text) => {
    const zoned = /Z$|[+-]\d\d:?\d\d$|^\d{4}-\d\d-\d\d$/.test(text) ? text : `${text}Z`;
    return new Date(zoned).toISOString();
  });

/** Upper end of a range of date-times. A date without a time includes the whole day. */
export const lastMoment = z.union([z.iso.date().transform((day) => `${day}T23:59:59.999Z`), moment]);

/** Page and PageSize of a list (LIM-1, LIM-2, LIM-3). */
export const paging = { Page: queryInteger.optional(), PageSize: queryInteger.optional() };

/**
 * Binds flat names to a nested value like ASP.NET Core: `Filters[0].FieldTag=x&Ids=1&Ids=2&Attributes[tag]=v`. The
 * values of a repeated name become an array. Text in brackets is one key, even if it contains dots.
 */
export function bindPairs(pairs: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  // Create the object without a prototype, so that a name in a request cannot refer to a property of the prototype.
  const bound: Record<string, unknown> = Object.create(null);
  for (const [name, value] of pairs) {
    const steps = [...name.matchAll(/\[([^[\]]+)\]|[^.[\]]+/g)].map(
      ([step, inBrackets]) => inBrackets ?? step,
    );
    const last = steps.pop();
    if (last === undefined) continue;
    let place = bound;
    for (const step of steps) {
      const next = place[step];
      if (typeof next !== 'object' || next === null) place[step] = Object.create(null);
      place = place[step] as Record<string, unknown>;
    }
    const present = place[last];
    place[last] =
      present === undefined ? value : Array.isArray(present) ? [...present, value] : [present, value];
  }
  return bound;
}

/**
 * Adapts a value to a schema. Names get the spelling of the schema. If the schema expects an array, a single value and
 * an object with indexes as keys become arrays.
 */
export function conform(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) {
    if (value === undefined || value === null) return value;
    const list = Array.isArray(value) ? value : isIndexed(value) ? Object.values(value) : [value];
    return list.map((item) => conform(inner.element as z.ZodType, item));
  }
  if (inner instanceof z.ZodObject && isRecord(value)) {
    const spelling = new Map(Object.keys(inner.shape).map((key) => [key.toLowerCase(), key]));
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        const name = spelling.get(key.toLowerCase());
        return name === undefined ? [key, item] : [name, conform(inner.shape[name] as z.ZodType, item)];
      }),
    );
  }
  return value;
}

/**
 * Validates a bound value. If it is invalid, throws 400 in the format of the web framework, with messages by field.
 * @param name returns the client's name of a field
 */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  name = (field: string) => field,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors: Record<string, string[]> = {};
  for (const issue of result.error.issues) {
    const field = name(issue.path.map(String).join('.')) || '$';
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  throw problem(400, 'One or more validation errors occurred.', errors);
}

function unwrap(schema: z.ZodType): z.ZodType {
  let current = schema;
  while (
    current instanceof z.ZodOptional ||
    current instanceof z.ZodNullable ||
    current instanceof z.ZodDefault ||
    current instanceof z.ZodPrefault
  )
    current = current.unwrap() as z.ZodType;
  return current;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isIndexed(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && Object.keys(value).every((key) => /^\d+$/.test(key));
}
