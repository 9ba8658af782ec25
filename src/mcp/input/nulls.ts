import { z } from 'zod';
import { dropArgument, moreArgument } from '../../contract/operations/field-marks.ts';
import { innermost } from '../../contract/operations/registered.ts';
import { isRow, type Row } from '../../contract/records/row.ts';
import { worded } from '../../contract/worded.ts';
import { inputMessages } from './messages.ts';

/**
 * Interprets null in the arguments of a change. Normally, null clears a field that can be empty. In a call that names
 * every argument, null means *not given*, because some clients send null for every argument that the model omitted.
 * Such a client can clear fields in `more`.
 * @param input arguments that have not been validated
 * @returns the arguments. Each remaining null clears a field or is refused later
 */
export function readNulls(schema: z.ZodObject, input: unknown): { input: unknown; isFilledIn: boolean } {
  if (!isRow(input)) return { input, isFilledIn: false };
  const given = isFilledIn(schema, input) ? withoutNulls(schema, input) : input;
  return { input: emptiedBeside(schema, given), isFilledIn: given !== input };
}

/** Note for callers that intended null to clear a field. */
export const filledIn = worded(inputMessages.nullsLeftOut, { more: moreArgument });

/**
 * Minimum number of nulls for which null means *not given*. A single null may be a field that the caller wants to
 * clear.
 */
const leastNulls = 2;

function isFilledIn({ shape }: z.ZodObject, input: Row): boolean {
  const names = Object.keys(shape).filter((name) => name !== moreArgument && name !== dropArgument);
  const nulls = names.filter((name) => input[name] === null);
  return nulls.length >= leastNulls && names.every((name) => Object.hasOwn(input, name));
}

function withoutNulls({ shape }: z.ZodObject, input: Row): Row {
  const entries = Object.entries(input).flatMap(([name, value]) => {
    if (value === null) return [];
    const field = Object.hasOwn(shape, name) ? innermost(shape[name] as z.ZodType) : undefined;
    const isGroup = field instanceof z.ZodObject && isRow(value);
    return [[name, isGroup ? withoutNulls(field, value) : value]];
  });
  return Object.fromEntries(entries);
}

/** Moves each null in `more` to the argument of the same name, if that can be empty. */
function emptiedBeside({ shape }: z.ZodObject, input: Row): Row {
  const more = input[moreArgument];
  if (!isRow(more)) return input;
  const names = Object.keys(more).filter(
    (name) =>
      more[name] === null &&
      input[name] === undefined &&
      Object.hasOwn(shape, name) &&
      isNullable(shape[name]),
  );
  if (names.length === 0) return input;
  const rest = Object.entries(more).filter(([name]) => !names.includes(name));
  const nulls = Object.fromEntries(names.map((name) => [name, null]));
  return { ...input, ...nulls, [moreArgument]: Object.fromEntries(rest) };
}

const isNullable = (field: unknown) => field instanceof z.ZodType && field.safeParse(null).success;
