import { z } from 'zod';
import { marked, registered } from './registered.ts';

const otherNames = z.registry<{ readonly names: readonly string[] }>();
const collectors = z.registry<{ readonly isCollector: true }>();
const otherValues = z.registry<{ readonly values: Readonly<Record<string, string>> }>();

/** Converts a name to lower case and removes separators. */
const plain = (name: string) => name.toLowerCase().replace(/[\s_.-]+/g, '');

/** Adds further names by which an argument is accepted. They do not appear in the published schema. */
export const alsoCalled = <Schema extends z.ZodType>(schema: Schema, ...names: readonly string[]): Schema =>
  marked(schema, otherNames, { names: names.map(plain) });

/** Other names that callers give to the arguments of a tool that another tool calls. */
const namesOfArguments = ['args', 'argument', 'input', 'params', 'parameters', 'tool_arguments'];

/**
 * Arguments of a tool that another tool calls. They also take unknown arguments that stand next to them, because callers
 * often put some there by mistake.
 */
export const argumentsOfTool = <Schema extends z.ZodType>(schema: Schema): Schema =>
  marked(alsoCalled(schema, ...namesOfArguments), collectors, { isCollector: true });

/** Returns the argument of an object that takes unknown arguments next to it. */
export const collectorIn = ({ shape }: z.ZodObject): string | undefined =>
  Object.keys(shape).find((name) => registered(collectors, shape[name] as z.ZodType) !== undefined);

/** Adds words, in lower case, that an enumeration accepts but does not publish. */
export const alsoSaid = <Value extends Readonly<Record<string, string>>>(
  schema: z.ZodEnum<Value>,
  values: Readonly<Record<string, Value[keyof Value]>>,
): z.ZodEnum<Value> => marked(schema, otherValues, { values });

/**
 * Returns the argument that a name refers to. The name is the argument's own or one added by `alsoCalled`. Ignores
 * letter case and separators. Returns undefined if no argument or more than one matches.
 */
export function argumentCalled(schema: z.ZodObject, name: string): string | undefined {
  const asked = plain(name);
  const isIt = ([own, field]: readonly [string, unknown]) =>
    plain(own) === asked || registered(otherNames, field as z.ZodType)?.names.includes(asked);
  const [found, second] = Object.entries(schema.shape).filter(isIt);
  return second === undefined ? found?.[0] : undefined;
}

/**
 * Returns the enumeration value that a word refers to. The word is the value itself or one added by `alsoSaid`. Ignores
 * letter case. Returns undefined if no value or more than one matches.
 */
export function valueSaid(schema: z.ZodType, values: readonly unknown[], word: string): string | undefined {
  const asked = word.trim().toLowerCase();
  const [found, second] = values.filter(
    (value) => typeof value === 'string' && value.toLowerCase() === asked,
  );
  if (found !== undefined) return second === undefined ? (found as string) : undefined;
  const said = registered(otherValues, schema)?.values;
  return said !== undefined && Object.hasOwn(said, asked) ? said[asked] : undefined;
}
