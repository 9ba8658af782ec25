import { z } from 'zod';
import { innermost } from '../../contract/operations/registered.ts';

export type Path = readonly PropertyKey[];

/** Returns the schema of the value at a path through objects and lists. */
export function fieldAt(schema: z.ZodType, path: Path): z.ZodType | undefined {
  const field = path.reduce<unknown>((outer, key) => {
    const inner = outer instanceof z.ZodType ? innermost(outer) : undefined;
    if (inner instanceof z.ZodArray) return inner.element;
    return inner instanceof z.ZodObject ? inner.shape[String(key)] : undefined;
  }, schema);
  return field instanceof z.ZodType ? field : undefined;
}

/** Returns the schema of an object, or of the objects in a list. Returns undefined for other values. */
export function objectOf(schema: z.ZodType): z.ZodObject | undefined {
  const inner = innermost(schema);
  if (inner instanceof z.ZodArray) return objectOf(inner.element as z.ZodType);
  return inner instanceof z.ZodObject ? inner : undefined;
}
