import { z } from 'zod';
import type { Arguments } from '../../api/client/build-request.ts';
import {
  ApiError,
  type Candidate,
  InvalidArgumentsError,
  isCallError,
  NameError,
  NameLookupError,
} from '../../contract/errors.ts';
import type { NameResolver, ResolvedRecord } from '../../contract/name-resolver.ts';
import type { OperationClient } from '../../contract/operation-client.ts';
import { isId, markOf, maxNameLength } from '../../contract/record-ref.ts';
import type { CatalogueEntry } from '../tools/operations.ts';
import { fieldsIn, isName, isSystemTag, kindFor, places, put, withinOf } from './argument-refs.ts';
import { parseArguments } from './parse-arguments.ts';

/** What an argument was taken for. */
export interface Understood {
  readonly argument: string;
  readonly given: string;
  readonly id: string;
  readonly name: string | undefined;
}

export interface ReadArguments {
  readonly args: Arguments;
  /** Names that were not given exactly; only for operations that read. */
  readonly understood: readonly Understood[];
}

/**
 * Checks arguments, and puts ids in place of names and links. Everything else is checked before any name is looked up,
 * and nothing is looked up where there are only ids.
 * @param operations where names are looked up
 * @throws InvalidArgumentsError, NameError, and what they throw
 */
export async function readArguments(
  names: NameResolver,
  { operation, schema }: Pick<CatalogueEntry, 'operation' | 'schema'>,
  input: unknown,
  operations: () => OperationClient,
): Promise<ReadArguments> {
  // An update without the field and one with null may do different things, and the API description does not say which.
  const parsing = { isNullDoubtful: operation.access === 'update' };
  const guess = operation.access === 'read';
  let strict: Arguments;
  try {
    strict = parseArguments(schema, input, parsing);
  } catch (error) {
    if (!(error instanceof InvalidArgumentsError)) throw error;
    const loose = loosened(schema);
    if (loose === schema) throw error;
    const given = structuredClone(parseArguments(loose, input, parsing));
    const understood = await replaceNames(schema, given, { names, operations: operations(), guess });
    return { args: parseArguments(schema, given), understood };
  }
  if (![...fieldsIn(schema, strict)].some(isName)) return { args: strict, understood: [] };
  const given = structuredClone(strict);
  const understood = await replaceNames(schema, given, { names, operations: operations(), guess });
  return { args: given, understood };
}

/**
 * Why the service refused a call, where that is a field that it does not have: with the fields that are called nearly
 * so. Any other error is the error itself.
 */
export async function explainFields(
  error: unknown,
  { schema, args }: { readonly schema: z.ZodType; readonly args: Arguments },
  { names, operations }: { readonly names: NameResolver; readonly operations: () => OperationClient },
): Promise<unknown> {
  if (!(error instanceof ApiError) || error.status !== 400) return error;
  for (const { argument, mark, value, holder } of fieldsIn(schema, args)) {
    if (isId(value) || isSystemTag(value)) continue;
    const question = { within: withinOf(mark, holder, args), guess: false };
    const found = await names.find(operations(), 'field', value, question).catch((cause: unknown) => cause);
    const refused = (message: string, nearest: readonly Candidate[]) =>
      new NameError(
        'NAME_UNKNOWN',
        `The service refused it (400). ${argument} ${show(value)}: ${message}`,
        nearest,
      );
    if (found instanceof NameError && found.code === 'NAME_UNKNOWN')
      return refused(found.message, found.candidates);
    if (isNamed(found) && found.id !== value)
      return refused('that is no tag. Give the tag, which stands as the id.', [
        { id: found.id, name: found.name ?? value },
      ]);
  }
  return error;
}

const isNamed = (found: unknown): found is ResolvedRecord =>
  typeof found === 'object' && found !== null && 'isExact' in found;

interface Workflow {
  readonly names: NameResolver;
  readonly operations: OperationClient;
  readonly guess: boolean;
}

/** One after the other, since one may depend on another, and a refusal ends them all. */
async function replaceNames(
  schema: z.ZodType,
  given: Arguments,
  { names, operations, guess }: Workflow,
): Promise<Understood[]> {
  const understood: Understood[] = [];
  for (const place of places(schema, given, '')) {
    if (!isName(place)) continue;
    const { argument, mark, value, holder } = place;
    const kind = kindFor(mark, holder);
    if (kind === undefined)
      throw new InvalidArgumentsError(
        `Nothing was sent. ${argument}: should be an id (UUID), not ${show(value)}.`,
      );
    const within = withinOf(mark, holder, given);
    const named = await names.find(operations, kind, value, { within, guess }).catch((error: unknown) => {
      // The service may know a tag that nobody can look up here.
      if (kind === 'field' && isCallError(error) && !(error instanceof NameError)) return undefined;
      throw explained(error, argument, value);
    });
    if (named === undefined) continue;
    put(place, named.id);
    if (!named.isExact) understood.push({ argument, given: value, id: named.id, name: named.name });
  }
  return understood;
}

function explained(error: unknown, argument: string, value: string): unknown {
  const words = (message: string) => `Nothing was sent. ${argument} ${show(value)}: ${message}`;
  if (error instanceof InvalidArgumentsError) return new InvalidArgumentsError(words(error.message));
  if (error instanceof NameError) return new NameError(error.code, words(error.message), error.candidates);
  if (error instanceof NameLookupError) return new NameLookupError(words(error.message), error);
  return error;
}

function show(value: string): string {
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
}

const loosenedBefore = new WeakMap<z.ZodType, z.ZodType>();

/** The schema with any short text where it wants the id of something that has a name; itself where it wants none. */
function loosened<Schema extends z.ZodType>(schema: Schema): Schema {
  const known = loosenedBefore.get(schema) ?? loosen(schema);
  loosenedBefore.set(schema, known);
  return known as Schema;
}

function loosen(schema: z.ZodType): z.ZodType {
  const { def } = schema._zod;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const innerType = loosen(schema.unwrap() as z.ZodType);
    return innerType === schema.unwrap()
      ? schema
      : schema.clone({ ...def, innerType } as never, { parent: true });
  }
  if (markOf(schema) !== undefined)
    return z
      .string()
      .min(1)
      .max(maxNameLength)
      .describe(schema.description ?? '');
  if (schema instanceof z.ZodArray) {
    const element = loosen(schema.element as z.ZodType);
    return element === schema.element ? schema : schema.clone({ ...def, element } as never, { parent: true });
  }
  if (!(schema instanceof z.ZodObject)) return schema;
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
  const shape = Object.fromEntries(fields.map(([name, field]) => [name, loosen(field)]));
  return fields.every(([name, field]) => shape[name] === field)
    ? schema
    : schema.clone({ ...def, shape } as never, { parent: true });
}
