import { z } from 'zod';
import { InvalidArgumentsError, NameError, NameLookupError } from '../api/errors.ts';
import type { Arguments } from '../api/request.ts';
import type { Desk } from '../contract/desk.ts';
import type { Names } from '../contract/names.ts';
import {
  innermost,
  isId,
  markOf,
  maxNameLength,
  type RecordKind,
  type RecordMark,
} from '../contract/record.ts';
import type { CatalogueEntry } from './catalogue.ts';
import { parseArguments } from './input.ts';

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
 * @param desk where names are looked up
 * @throws InvalidArgumentsError, NameError, and what the desk throws
 */
export async function readArguments(
  names: Names,
  { operation, schema }: Pick<CatalogueEntry, 'operation' | 'schema'>,
  input: unknown,
  desk: () => Desk,
): Promise<ReadArguments> {
  // An update without the field and one with null may do different things, and `api.md` does not say which.
  const parsing = { isNullDoubtful: operation.access === 'update' };
  try {
    return { args: parseArguments(schema, input, parsing), understood: [] };
  } catch (error) {
    if (!(error instanceof InvalidArgumentsError)) throw error;
    const loose = loosened(schema);
    if (loose === schema) throw error;
    const given = structuredClone(parseArguments(loose, input, parsing));
    const understood = await replaceNames(places(schema, given, ''), {
      names,
      desk: desk(),
      guess: operation.access === 'read',
    });
    return { args: parseArguments(schema, given), understood };
  }
}

interface Lookup {
  readonly names: Names;
  readonly desk: Desk;
  readonly guess: boolean;
}

/** One after the other, since one may depend on another, and a refusal ends them all. */
async function replaceNames(found: Iterable<Place>, { names, desk, guess }: Lookup): Promise<Understood[]> {
  const understood: Understood[] = [];
  for (const { argument, mark, value, holder, key } of found) {
    if (isId(value)) continue;
    const kind = kindFor(mark, holder);
    if (kind === undefined)
      throw new InvalidArgumentsError(
        `Nothing was sent. ${argument}: should be an id (UUID), not ${show(value)}.`,
      );
    const within = mark.within === undefined ? undefined : String(holder[mark.within]);
    const named = await names.find(desk, kind, value, { within, guess }).catch((error: unknown) => {
      throw explained(error, argument, value);
    });
    holder[key] = named.id;
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

/** What a name stands for, by the argument beside it where that decides. */
function kindFor({ kind }: RecordMark, holder: Holder): RecordKind | undefined {
  if (typeof kind === 'string') return kind;
  const decisive = String(holder[kind.by]);
  return Object.hasOwn(kind.kinds, decisive) ? kind.kinds[decisive] : undefined;
}

type Holder = Record<string | number, unknown>;

/** A marked value among arguments, and where it stands. */
interface Place {
  readonly argument: string;
  readonly mark: RecordMark;
  readonly value: string;
  readonly holder: Holder;
  readonly key: string | number;
}

function* places(
  schema: z.ZodType,
  value: unknown,
  path: string,
  at?: Pick<Place, 'holder' | 'key'>,
): Generator<Place> {
  const mark = markOf(schema);
  if (mark !== undefined && typeof value === 'string' && at !== undefined)
    yield { argument: path, mark, value, ...at };
  if (typeof value !== 'object' || value === null) return;
  const holder = value as Holder;
  const inner = innermost(schema);
  if (inner instanceof z.ZodArray)
    for (const key of (value as unknown[]).keys())
      yield* places(inner.element as z.ZodType, holder[key], `${path}.${key}`, { holder, key });
  if (inner instanceof z.ZodObject)
    for (const [key, field] of Object.entries(inner.shape as Record<string, z.ZodType>))
      yield* places(field, holder[key], path === '' ? key : `${path}.${key}`, { holder, key });
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
