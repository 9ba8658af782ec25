import { z } from 'zod';

/**
 * What a registry knows of a schema: what was registered for it, for the one that it was made from (`describe`, `meta`,
 * further checks), or for the one that it makes optional or nullable.
 */
export function registered<Meta extends object>(
  registry: z.core.$ZodRegistry<Meta>,
  schema: z.ZodType,
): Meta | undefined {
  const inner = unwrapped(schema);
  return (registry.get(schema) as Meta | undefined) ?? (inner && registered(registry, inner));
}

/** A schema of its own with the mark: others may use the same one without. */
export function marked<Schema extends z.ZodType, Mark extends object>(
  schema: Schema,
  marks: z.core.$ZodRegistry<Mark>,
  mark: Mark,
): Schema {
  const own = schema.clone(schema._zod.def, { parent: true }) as Schema;
  (marks as z.core.$ZodRegistry).add(own, mark);
  return own;
}

/** A schema without what makes it optional or nullable. */
export function innermost(schema: z.ZodType): z.ZodType {
  const inner = unwrapped(schema);
  return inner === undefined ? schema : innermost(inner);
}

const unwrapped = (schema: z.ZodType): z.ZodType | undefined =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? (schema.unwrap() as z.ZodType)
    : undefined;
