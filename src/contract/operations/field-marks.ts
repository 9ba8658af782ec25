import { z } from 'zod';
import { isUsableName, unusableName } from './file-names.ts';
import { marked, registered } from './registered.ts';

const presumedFields = z.registry<{ readonly presumed: true }>();

/**
 * Marks a field whose meaning is known and whose name is only likely. The argument keeps its name for the assistant;
 * a setting tells the name that a deployment really uses.
 */
export function presumed<Schema extends z.ZodType>(schema: Schema): Schema {
  return marked(schema, presumedFields, { presumed: true });
}

/** Whether `presumed` marked the field. */
export const isPresumed = (schema: z.ZodType): boolean => registered(presumedFields, schema) !== undefined;

const wholeNumbers = z.registry<{ readonly wholeNumber: true }>();
const largest = 2n ** 63n - 1n;

/** A number of the API's int64: written in digits, since JavaScript and many clients hold no more than 15 of them. */
export const int64 = () =>
  z
    .string()
    .max(40)
    .refine((text) => /^\d{1,19}$/.test(text) && BigInt(text) <= largest, `a whole number up to ${largest}`)
    .register(wholeNumbers, { wholeNumber: true });

/** Whether `int64` made it: it goes over the wire as a number. */
export const isInt64 = (schema: z.ZodType): boolean => registered(wholeNumbers, schema) !== undefined;

const perhapsMoments = z.registry<{ readonly perhapsMoment: true }>();

/** Marks a text that may be a value of any field, so also a moment. */
export function perhapsMoment<Schema extends z.ZodType>(schema: Schema): Schema {
  return marked(schema, perhapsMoments, { perhapsMoment: true });
}

/** Whether `perhapsMoment` marked the field. */
export const isPerhapsMoment = (schema: z.ZodType): boolean =>
  registered(perhapsMoments, schema) !== undefined;

/** Fields of a change that `null` empties. */
type Emptiable<Own extends z.ZodRawShape, Name extends keyof Own> = {
  [Key in keyof Own]: Key extends Name ? z.ZodOptional<z.ZodNullable<Own[Key]>> : Own[Key];
};

/** The fields of a change, those named among them such that `null` empties them (the API description, Conventions). */
export function emptiable<const Own extends z.ZodRawShape, Name extends keyof Own & string>(
  fields: Own,
  ...names: readonly Name[]
): Emptiable<Own, Name> {
  const wide = names.map((name) => {
    const field = fields[name] as z.ZodType;
    const { description } = field;
    const nullable = field.nullable().optional();
    return [name, description === undefined ? nullable : nullable.describe(description)];
  });
  return { ...fields, ...Object.fromEntries(wide) };
}

/** Name of the argument that is an open object of further API fields; its content is merged into the body. */
export const moreArgument = 'more';

/** Name of the bridge's own argument that names what a list may lose; the service never sees it. */
export const dropArgument = 'drop';
export const drop = z
  .array(z.string().min(1).max(400))
  .min(1)
  .max(1000)
  .optional()
  .describe('Entries to lose, as a refusal names them');

/** A file to send: its content as text or as base64, or where it lies in the shared folder. */
export const fileContent = z.strictObject({
  name: z.string().min(1).max(255).refine(isUsableName, unusableName).describe('With extension'),
  mediaType: z.string().max(100).optional().describe('Default by content'),
  text: z.string().max(4_000_000).optional().describe('Content as text'),
  base64: z.base64().max(6_000_000).optional().describe('Or any content'),
  path: z.string().min(1).max(1000).optional().describe('Or path in shared folder'),
});
export type FileContent = z.infer<typeof fileContent>;
