import { z } from 'zod';

/** Kinds of records that people call by a name or reach by a link. */
export const recordKinds = [
  'object',
  'case',
  'object class',
  'object type',
  'case type',
  'folder',
  'project',
  'stage',
  'role in case',
  'user',
  'system role',
  'participant',
  'task',
  'task type',
  'task status',
  'task priority',
  'task name',
  'event',
  'event type',
  'document',
  'document folder',
  'document type',
  'dictionary',
  'dictionary value',
  'legal form',
  'field',
] as const;
export type RecordKind = (typeof recordKinds)[number];

/** What an id argument identifies. */
export interface RecordMark {
  /** One kind, or the kind by the value of the argument beside it; a value without a kind takes ids only. */
  readonly kind: RecordKind | { readonly by: string; readonly kinds: Readonly<Record<string, RecordKind>> };
  /** The argument beside it that holds the id of what the record belongs to, such as the dictionary of a value. */
  readonly within?: string;
}

const marks = new WeakMap<z.ZodType, RecordMark>();

/** Longest name or link that is looked up, in characters. */
export const maxNameLength = 500;

/** Marks an id argument of a kind of record, or the key of a record of them: a name or a link will do in its place. Wrappers come after. */
export function idOf<Schema extends z.ZodType>(mark: RecordMark, schema: Schema): Schema {
  marks.set(schema, mark);
  return schema;
}

/** The mark on a schema, within `optional` and `nullable` too. */
export function markOf(schema: z.ZodType): RecordMark | undefined {
  return marks.get(innermost(schema));
}

/** A schema without what makes it optional or nullable. */
export function innermost(schema: z.ZodType): z.ZodType {
  let inner = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable)
    inner = inner.unwrap() as z.ZodType;
  return inner;
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
/** Whether the text is an id, of any version. */
export const isId = (text: string) => uuid.test(text);
