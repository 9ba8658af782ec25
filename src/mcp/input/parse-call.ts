import type { z } from 'zod';
import type { Arguments } from '../../api/client/build-request.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import type { Note } from '../../contract/worded.ts';
import type { Refs } from './argument-refs.ts';
import { filledIn, readNulls } from './nulls.ts';
import { parseArguments } from './parse-arguments.ts';
import { withoutReadOnly } from './read-only-fields.ts';
import { readIds } from './resolve-names.ts';
import { type ResponseOptions, takeResponseOptions } from './response-options.ts';

interface Given {
  readonly schema: z.ZodObject;
  readonly input: unknown;
}

/** Step: the arguments, checked. @throws InvalidArgumentsError */
export const parsed = ({ schema, input }: Given): { args: Arguments } => ({
  args: parseArguments(schema, input),
});

/** Step: the same for values that may come out of records, which hold ids alone. @throws InvalidArgumentsError */
export const parsedOfRecords = (call: Given & { readonly refs: Refs | undefined }): { args: Arguments } => ({
  args: readIds(call, call.input),
});

interface Parsed {
  readonly args: Arguments;
  /** What is said of the answer: none of the operation's own arguments. */
  readonly options: ResponseOptions;
  /** What was said of the call without that. */
  readonly input: unknown;
  /** What the reader should know of how it was taken. */
  readonly parseNotes: readonly Note[];
}

/** Step: the arguments, checked, apart from what is said of the answer. @throws InvalidArgumentsError */
export function parsedWithOptions(call: Given & { readonly definition: Operation }): Parsed {
  const { definition, schema } = call;
  const { options, input: given } = takeResponseOptions(definition, withoutReadOnly(definition, call.input));
  // An update without the field and one with null may do different things, and the description does not say which.
  const isNullDoubtful = definition.access === 'update';
  const { input, isFilledIn } = isNullDoubtful
    ? readNulls(schema, given)
    : { input: given, isFilledIn: false };
  const args = parseArguments(schema, input, { isNullDoubtful });
  return { args, options, input, parseNotes: isFilledIn ? [filledIn] : [] };
}
