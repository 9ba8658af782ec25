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

/** A schema without what makes it optional or nullable. */
export function innermost(schema: z.ZodType): z.ZodType {
  const inner = unwrapped(schema);
  return inner === undefined ? schema : innermost(inner);
}

const unwrapped = (schema: z.ZodType): z.ZodType | undefined =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? (schema.unwrap() as z.ZodType)
    : undefined;
