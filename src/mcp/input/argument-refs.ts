import { z } from 'zod';
import type { Arguments } from '../../api/client/build-request.ts';
import { InvalidArgumentsError } from '../../contract/errors.ts';
import { innermost, isId, markOf, type RecordKind, type RecordMark } from '../../contract/record-ref.ts';

export type Holder = Record<string | number, unknown>;

/** A marked value among arguments, and where it stands. */
export interface Place {
  readonly argument: string;
  readonly mark: RecordMark;
  readonly value: string;
  readonly holder: Holder;
  readonly key: string | number;
  /** Whether it is the key that names something. */
  readonly isKey?: true;
}

/** All of them in a value of the schema, in the order of the schema. */
export function* places(
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
  const keyMark = inner instanceof z.ZodRecord ? markOf(inner.keyType as z.ZodType) : undefined;
  if (keyMark !== undefined)
    for (const key of Object.keys(holder))
      yield { argument: `${path}.${key}`, mark: keyMark, value: key, holder, key, isKey: true };
  if (inner instanceof z.ZodArray)
    for (const key of (value as unknown[]).keys())
      yield* places(inner.element as z.ZodType, holder[key], `${path}.${key}`, { holder, key });
  if (inner instanceof z.ZodObject)
    for (const [key, field] of Object.entries(inner.shape as Record<string, z.ZodType>))
      yield* places(field, holder[key], path === '' ? key : `${path}.${key}`, { holder, key });
}

/** Tags and names of fields among the arguments. */
export function* fieldsIn(schema: z.ZodType, args: Arguments): Generator<Place> {
  for (const [name, field] of Object.entries((schema as z.ZodObject).shape))
    if (args[name] !== undefined && marksFields(field as z.ZodType))
      yield* places(field as z.ZodType, args[name], name);
}

const knownToMark = new WeakMap<z.ZodType, boolean>();

/** Whether there is a place for the tag of a field in it: most arguments have none, so this is found out once. */
function marksFields(schema: z.ZodType): boolean {
  const known = knownToMark.get(schema);
  if (known !== undefined) return known;
  const inner = innermost(schema);
  const parts =
    inner instanceof z.ZodArray
      ? [inner.element]
      : inner instanceof z.ZodObject
        ? Object.values(inner.shape)
        : inner instanceof z.ZodRecord
          ? [inner.keyType]
          : [];
  const marks = markOf(schema)?.kind === 'field' || (parts as z.ZodType[]).some(marksFields);
  knownToMark.set(schema, marks);
  return marks;
}

/** A tag is sent as it is: only the service knows all of them. */
const isTag = (text: string) => /^[A-Za-z_][\w.-]*$/.test(text);
/** The API description, System fields of a table row. */
export const isSystemTag = (text: string) => /^Project_/i.test(text);
/** Whether the text has to be looked up. */
export const isName = ({ mark, value }: Place) => !isId(value) && (mark.kind !== 'field' || !isTag(value));

/** In place of a key its value stays. */
export function put({ argument, holder, key, isKey }: Place, id: string): void {
  if (!isKey || id === key) {
    if (!isKey) holder[key] = id;
    return;
  }
  if (Object.hasOwn(holder, id))
    throw new InvalidArgumentsError(`Nothing was sent. ${argument}: the field is given twice, as ${id} too.`);
  holder[id] = holder[key];
  delete holder[key];
}

/** What a name or an id stands for, by the argument beside it where that decides. */
export function kindFor({ kind }: RecordMark, holder: Holder): RecordKind | undefined {
  if (typeof kind === 'string') return kind;
  const decisive = String(holder[kind.by]);
  return Object.hasOwn(kind.kinds, decisive) ? kind.kinds[decisive] : undefined;
}

/** What the record belongs to: an argument beside its own, or one of the call. */
export function withinOf({ kind, within }: RecordMark, holder: Holder, args: Arguments): string | undefined {
  if (within === undefined) return undefined;
  const value = holder[within] ?? args[within];
  // The type of an object is looked up later, or not said.
  return kind === 'field' && !(typeof value === 'string' && isId(value)) ? undefined : String(value);
}
