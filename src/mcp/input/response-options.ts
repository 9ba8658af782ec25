import { z } from 'zod';
import type { Arguments } from '../../api/client/build-request.ts';
import { responseKindOf } from '../../api/client/response-kinds.ts';
import type { Operation, ToolDefinition } from '../../contract/operations/operation.ts';
import { parseArguments } from './parse-arguments.ts';

const names = (most: number) =>
  z.preprocess(namesIn, z.array(z.string().min(1).max(300)).min(1).max(most)).optional();

/** Options for the answer. They are casebridge's own arguments, so the service does not receive them. */
const optionsSchema = z.strictObject({
  fields: names(100).describe('Only these fields, as in Name or Responsible.Name'),
  detail: z.enum(['brief', 'full']).optional().describe('Default: lists brief, records full'),
  skip: z
    .int()
    .min(0)
    .max(100_000_000)
    .optional()
    .describe('Leave out the first n items, or characters of a text'),
  all: z.boolean().optional().describe('All pages in one answer'),
  count: z.boolean().optional().describe('Only the count over all pages'),
  show: names(30).describe('Columns, and fields of cards by tag or title'),
  sort: names(5).describe('Column, and desc; sorts all pages'),
});

export type ResponseOptions = z.output<typeof optionsSchema>;

/** Names of these options. No read operation may have an argument of the same name. */
export const responseOptionNames = Object.keys(optionsSchema.shape);

const allOfIt: ResponseOptions = Object.freeze({});

/** Checks whether an operation accepts these options. All reads that return JSON do. */
export const takesResponseOptions = (operation: Operation) =>
  operation.access === 'read' && responseKindOf(operation).hasFields;

/**
 * Checks whether an operation returns the record that it has written. The caller has just sent most of that record, so
 * the answer contains only a part of it, unless `detail` requests the whole record.
 */
export const answersChange = (operation: Operation) =>
  (operation.access === 'create' || operation.access === 'update') && responseKindOf(operation).hasFields;

/** Separates the options from the arguments. @throws InvalidArgumentsError if an option is invalid */
export function takeResponseOptions(
  operation: Operation,
  input: unknown,
): { options: ResponseOptions; input: unknown } {
  const taken = takesResponseOptions(operation)
    ? responseOptionNames
    : answersChange(operation)
      ? ['detail']
      : [];
  if (typeof input !== 'object' || input === null || !taken.some((name) => name in input))
    return { options: allOfIt, input };
  const entries = Object.entries(input);
  const own = entries.filter(([name]) => taken.includes(name));
  const rest = entries.filter(([name]) => !taken.includes(name));
  return {
    options: parseArguments(optionsSchema, Object.fromEntries(own)) as ResponseOptions,
    input: Object.fromEntries(rest) as Arguments,
  };
}

const texts = { type: 'array', items: { type: 'string' } };
const all = { type: 'boolean' };
const published = { fields: texts, all };
/** Options of lists with columns. `show` replaces `fields` there, because it can also name API fields. */
const publishedOfColumns = {
  show: { ...texts, description: 'Also card fields, by tag or title' },
  sort: { type: 'string', description: 'Such as "ClaimAmount desc"' },
  count: { type: 'boolean', description: 'Only how many' },
  all,
};

/** Adds the most useful options to the published schema of a list. The server instructions describe all of them. */
export function publishResponseOptions<Schema extends { readonly [key: string]: unknown }>(
  { access, query, body, columns }: Pick<ToolDefinition, 'access' | 'query' | 'body' | 'columns'>,
  schema: Schema,
): Schema {
  if (access !== 'read' || !('Page' in { ...query, ...body })) return schema;
  return {
    ...schema,
    properties: { ...(schema.properties as object), ...(columns ? publishedOfColumns : published) },
  };
}

function namesIn(value: unknown): unknown {
  if (typeof value !== 'string' || value.trimStart().startsWith('[')) return value;
  return value.split(',').map((name) => name.trim());
}
