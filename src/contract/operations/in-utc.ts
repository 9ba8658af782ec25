import { z } from 'zod';
import { isPerhapsMoment } from './field-marks.ts';
import { innermost } from './registered.ts';

/**
 * Converts the date-times in a validated value to UTC, as the service requires (API description, Conventions). If the
 * schema of a part accepts any value, converts strings in it that look like a date-time.
 * @param schema Default: any value
 */
export function inUtc(schema: z.ZodType | undefined, value: unknown): unknown {
  const inner = schema && innermost(schema);
  if (typeof value === 'string')
    return schema === undefined || isMoment(schema, inner) ? momentInUtc(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const element = inner instanceof z.ZodArray ? (inner.element as z.ZodType) : undefined;
    return value.map((item) => inUtc(element, item));
  }
  const shape: z.ZodRawShape = inner instanceof z.ZodObject ? inner.shape : {};
  const fields = Object.entries(value).map(([name, item]) => [
    name,
    inUtc(Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined, item),
  ]);
  return Object.fromEntries(fields);
}

const isMoment = (schema: z.ZodType, inner: z.ZodType | undefined) =>
  inner instanceof z.ZodISODateTime || inner instanceof z.ZodUnknown || isPerhapsMoment(schema);

const withOffset = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)(\.\d+)?([+-]\d\d:\d\d)$/;

function momentInUtc(text: string): string {
  const [, local, fraction = '', offset] = withOffset.exec(text) ?? [];
  const at = Date.parse(`${local}${offset}`);
  return Number.isNaN(at) ? text : `${new Date(at).toISOString().slice(0, 19)}${fraction}Z`;
}
