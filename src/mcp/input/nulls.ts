import { z } from 'zod';
import { dropArgument, moreArgument } from '../../contract/operations/field-marks.ts';
import { innermost } from '../../contract/operations/registered.ts';
import { worded } from '../../contract/worded.ts';
import { inputMessages } from './messages.ts';

type Open = Readonly<Record<string, unknown>>;

/**
 * What null means in a change. It empties a field that can be empty, except in a call that names every argument there
 * is: such a client writes null for whatever it leaves out. It says that a field is to be emptied in `more`.
 * @param input not checked yet
 * @returns the input with null only where it empties, or where it is to be refused
 */
export function readNulls(schema: z.ZodObject, input: unknown): { input: unknown; isFilledIn: boolean } {
  if (!isOpen(input)) return { input, isFilledIn: false };
  const given = isFilledIn(schema, input) ? withoutNulls(schema, input) : input;
  return { input: emptiedBeside(schema, given), isFilledIn: given !== input };
}

/** For whoever may have meant something else. */
export const filledIn = worded(inputMessages.nullsLeftOut, { more: moreArgument });

/** Two are more than chance: the last field beside all others may well be one to be emptied. */
const leastNulls = 2;

function isFilledIn({ shape }: z.ZodObject, input: Open): boolean {
  const names = Object.keys(shape).filter((name) => name !== moreArgument && name !== dropArgument);
  const nulls = names.filter((name) => input[name] === null);
  return nulls.length >= leastNulls && names.every((name) => Object.hasOwn(input, name));
}

function withoutNulls({ shape }: z.ZodObject, input: Open): Open {
  const entries = Object.entries(input).flatMap(([name, value]) => {
    if (value === null) return [];
    const field = Object.hasOwn(shape, name) ? innermost(shape[name] as z.ZodType) : undefined;
    const isGroup = field instanceof z.ZodObject && isOpen(value);
    return [[name, isGroup ? withoutNulls(field, value) : value]];
  });
  return Object.fromEntries(entries);
}

/** What is emptied in `more`, as if it stood among the arguments. */
function emptiedBeside({ shape }: z.ZodObject, input: Open): Open {
  const more = input[moreArgument];
  if (!isOpen(more)) return input;
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
const isOpen = (value: unknown): value is Open =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
