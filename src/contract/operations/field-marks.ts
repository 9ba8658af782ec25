import { z } from 'zod';
import { isUsableName, unusableName } from './file-names.ts';
import { marked, registered } from './registered.ts';

const presumedFields = z.registry<{ readonly presumed: true }>();

/**
 * Marks a field whose meaning is known but whose name is a guess. Assistants always see the guessed name. For a
 * deployment, a setting or the OpenAPI description of the service supplies the real name.
 */
export function presumed<Schema extends z.ZodType>(schema: Schema): Schema {
  return marked(schema, presumedFields, { presumed: true });
}

export const isPresumed = (schema: z.ZodType): boolean => registered(presumedFields, schema) !== undefined;

const wholeNumbers = z.registry<{ readonly wholeNumber: true }>();
const largest = 2n ** 63n - 1n;

/** Returns a schema for an int64 as a string of digits, because many clients round after 15 digits. */
export const int64 = () =>
  z
    .string()
    .max(40)
    .refine((text) => /^\d{1,19}$/.test(text) && BigInt(text) <= largest, `a whole number up to ${largest}`)
    .register(wholeNumbers, { wholeNumber: true });

/** Checks whether the schema is an `int64`. The service receives such a value as a number. */
export const isInt64 = (schema: z.ZodType): boolean => registered(wholeNumbers, schema) !== undefined;

const perhapsMoments = z.registry<{ readonly perhapsMoment: true }>();

/** Marks a string field for a value of any type, because the value may be a date-time. */
export function perhapsMoment<Schema extends z.ZodType>(schema: Schema): Schema {
  return marked(schema, perhapsMoments, { perhapsMoment: true });
}

export const isPerhapsMoment = (schema: z.ZodType): boolean =>
  registered(perhapsMoments, schema) !== undefined;

/** Condition under which a date-time field accepts a day without a time. */
export interface WholeDay {
  /** Boolean argument that must be true, otherwise the field accepts only a date-time. Default: none. */
  readonly onlyIf?: string;
  /** True if the day is the last one of a period. Its date-time is then the midnight after it. */
  readonly isEnd?: true;
}

const wholeDays = z.registry<WholeDay & { readonly perhapsDay: true }>();

/** Marks a date-time field that also accepts a day without a time. */
export function perhapsDay<Schema extends z.ZodType>(schema: Schema, mark: WholeDay = {}): Schema {
  return marked(schema, wholeDays, { perhapsDay: true, ...mark });
}

/** Returns the mark of `perhapsDay`. Returns undefined if the field accepts only a date-time. */
export const wholeDayOf = (schema: z.ZodType): WholeDay | undefined => registered(wholeDays, schema);

/** Fields of a change. Those with the given names accept `null`. */
type Emptiable<Own extends z.ZodRawShape, Name extends keyof Own> = {
  [Key in keyof Own]: Key extends Name ? z.ZodOptional<z.ZodNullable<Own[Key]>> : Own[Key];
};

/** Makes the named fields of a change nullable, because `null` clears a field (API description, Conventions). */
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

/** Name of the argument for API fields that lack a separate argument. Its content is merged into the request body. */
export const moreArgument = 'more';

/** casebridge's own argument with the entries that a call may delete from a list. It is not sent to the service. */
export const dropArgument = 'drop';
export const drop = z
  .array(z.string().min(1).max(400))
  .min(1)
  .max(1000)
  .optional()
  .describe('Entries to remove, as a refusal lists them');

/** A file to send: its content as text or base64, or its path in the shared folder. */
export const fileContent = z.strictObject({
  name: z.string().min(1).max(255).refine(isUsableName, unusableName).describe('With extension'),
  mediaType: z.string().max(100).optional().describe('Default by content'),
  text: z.string().max(4_000_000).optional().describe('Content as text'),
  base64: z.base64().max(6_000_000).optional().describe('Or any content'),
  path: z.string().min(1).max(1000).optional().describe('Or path in shared folder'),
});
export type FileContent = z.infer<typeof fileContent>;
