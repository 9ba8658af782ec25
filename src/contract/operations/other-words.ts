import { z } from 'zod';
import { marked, registered } from './registered.ts';

const otherNames = z.registry<{ readonly names: readonly string[] }>();
const otherValues = z.registry<{ readonly values: Readonly<Record<string, string>> }>();

/** Names without what people write differently: letter case and marks between the parts. */
const plain = (name: string) => name.toLowerCase().replace(/[\s_.-]+/g, '');

/** Marks an argument with further names that are taken for its own; they are not published. */
export const alsoCalled = <Schema extends z.ZodType>(schema: Schema, ...names: readonly string[]): Schema =>
  marked(schema, otherNames, { names: names.map(plain) });

/** Marks a choice with further words for its values, in lower case; they are not published. */
export const alsoSaid = <Value extends Readonly<Record<string, string>>>(
  schema: z.ZodEnum<Value>,
  values: Readonly<Record<string, Value[keyof Value]>>,
): z.ZodEnum<Value> => marked(schema, otherValues, { values });

/**
 * The argument that another name means: one that differs in letter case or marks alone, or that it is also called.
 * Undefined where there is none, or where several could be meant.
 */
export function argumentCalled(schema: z.ZodObject, name: string): string | undefined {
  const asked = plain(name);
  const isIt = ([own, field]: readonly [string, unknown]) =>
    plain(own) === asked || registered(otherNames, field as z.ZodType)?.names.includes(asked);
  const [found, second] = Object.entries(schema.shape).filter(isIt);
  return second === undefined ? found?.[0] : undefined;
}

/** The value of a choice that a word means: in another letter case, or another word for it. */
export function valueSaid(schema: z.ZodType, values: readonly unknown[], word: string): string | undefined {
  const asked = word.trim().toLowerCase();
  const [found, second] = values.filter(
    (value) => typeof value === 'string' && value.toLowerCase() === asked,
  );
  if (found !== undefined) return second === undefined ? (found as string) : undefined;
  const said = registered(otherValues, schema)?.values;
  return said !== undefined && Object.hasOwn(said, asked) ? said[asked] : undefined;
}
