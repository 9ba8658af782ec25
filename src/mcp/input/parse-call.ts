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

/** Pipeline step: checks the arguments. @throws InvalidArgumentsError */
export const parsed = ({ schema, input }: Given): { args: Arguments } => ({
  args: parseArguments(schema, input),
});

/** Pipeline step: checks arguments that may come from records, which must be ids. @throws InvalidArgumentsError */
export const parsedOfRecords = (call: Given & { readonly refs: Refs | undefined }): { args: Arguments } => ({
  args: readIds(call, call.input),
});

interface Parsed {
  readonly args: Arguments;
  /** Options of the answer, separated from the operation's arguments. */
  readonly options: ResponseOptions;
  /** The call without the options. */
  readonly input: unknown;
  /** Notes about the interpretation of the call. */
  readonly parseNotes: readonly Note[];
}

/** Pipeline step: separates the options of the answer and checks the arguments. @throws InvalidArgumentsError */
export function parsedWithOptions(call: Given & { readonly definition: Operation }): Parsed {
  const { definition, schema } = call;
  const { options, input: given } = takeResponseOptions(definition, withoutReadOnly(definition, call.input));
  // An update without a field and an update with null may differ, and the API description does not say how.
  const isNullDoubtful = definition.access === 'update';
  const { input, isFilledIn } = isNullDoubtful
    ? readNulls(schema, given)
    : { input: given, isFilledIn: false };
  const args = parseArguments(schema, input, { isNullDoubtful });
  return { args, options, input, parseNotes: isFilledIn ? [filledIn] : [] };
}
