import type { z } from 'zod';
import type { Arguments } from '../../api/client/build-request.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import type { Note } from '../../contract/worded.ts';
import type { Refs } from './argument-refs.ts';
import { readIds } from './names/resolve-names.ts';
import { filledIn, readNulls } from './nulls.ts';
import { parseArguments } from './parse-arguments.ts';
import { withoutReadOnly } from './read-only-fields.ts';
import { type ResponseOptions, takeResponseOptions } from './response-options.ts';

interface Given {
  readonly schema: z.ZodObject;
  readonly input: unknown;
}

/** Pipeline step: validates the arguments. @throws InvalidArgumentsError */
export const parsed = ({ schema, input }: Given): { args: Arguments } => ({
  args: parseArguments(schema, input),
});

/** Pipeline step: validates arguments from records, which must be ids. @throws InvalidArgumentsError */
export const parsedOfRecords = (call: Given & { readonly refs: Refs | undefined }): { args: Arguments } => ({
  args: readIds(call, call.input),
});

interface Parsed {
  readonly args: Arguments;
  /** Options for the answer, separated from the arguments of the operation. */
  readonly options: ResponseOptions;
  /** The arguments as the caller passed them, without the options. */
  readonly input: unknown;
  readonly parseNotes: readonly Note[];
}

/** Pipeline step: separates the response options and validates the rest. @throws InvalidArgumentsError */
export function parsedWithOptions(call: Given & { readonly definition: Operation }): Parsed {
  const { definition, schema } = call;
  const { options, input: given } = takeResponseOptions(definition, withoutReadOnly(definition, call.input));
  // An update that omits a field and one that sends null may have different effects. The API description does not
  // specify them.
  const isNullDoubtful = definition.access === 'update';
  const { input, isFilledIn } = isNullDoubtful
    ? readNulls(schema, given)
    : { input: given, isFilledIn: false };
  const args = parseArguments(schema, input, { isNullDoubtful });
  return { args, options, input, parseNotes: isFilledIn ? [filledIn] : [] };
}
