import { z } from 'zod';

/**
 * Returns the metadata that a registry has for a schema. If it has none, returns the metadata of the schema from which
 * `describe`, `meta`, checks, `optional` or `nullable` derived this one.
 */
export function registered<Meta extends object>(
  registry: z.core.$ZodRegistry<Meta>,
  schema: z.ZodType,
): Meta | undefined {
  const inner = unwrapped(schema);
  return (registry.get(schema) as Meta | undefined) ?? (inner && registered(registry, inner));
}

/** Returns a copy of a schema with a mark in a registry. The original stays unmarked, because other code may use it. */
export function marked<Schema extends z.ZodType, Mark extends object>(
  schema: Schema,
  marks: z.core.$ZodRegistry<Mark>,
  mark: Mark,
): Schema {
  const own = schema.clone(schema._zod.def, { parent: true }) as Schema;
  (marks as z.core.$ZodRegistry).add(own, mark);
  return own;
}

/** Removes `optional` and `nullable` from a schema. */
export function innermost(schema: z.ZodType): z.ZodType {
  const inner = unwrapped(schema);
  return inner === undefined ? schema : innermost(inner);
}

const unwrapped = (schema: z.ZodType): z.ZodType | undefined =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? (schema.unwrap() as z.ZodType)
    : undefined;
