import { z } from 'zod';
import type { Arguments } from '../../api/client/build-request.ts';
import { InvalidArgumentsError } from '../../contract/errors.ts';
import { innermost } from '../../contract/operations/registered.ts';
import { type RecordKind, type RecordRef, refOf } from '../../contract/records/record-ref.ts';
import { isUuid } from '../../contract/uuid.ts';
import { mayBeRows } from '../../json/value-checks.ts';

export type Holder = Record<string | number, unknown>;

/** A value in the arguments that refers to a record, with its path. */
export interface ArgumentRef {
  readonly argument: string;
  readonly ref: RecordRef;
  readonly value: string;
  readonly holder: Holder;
  readonly key: string | number;
  /** True if the reference is the property's name instead of its value. */
  readonly isKey?: true;
}

/** Paths of references in a schema: the value itself, its keys, its items, or its fields. */
export interface Refs {
  readonly own?: RecordRef | undefined;
  readonly keys?: RecordRef | undefined;
  readonly items?: Refs | undefined;
  readonly fields?: ReadonlyMap<string, Refs>;
}

/** Finds where a schema contains references. Returns undefined if it contains none. Called once per operation. */
export function refsIn(schema: z.ZodType): Refs | undefined {
  const own = refOf(schema);
  if (own !== undefined) return { own };
  const inner = innermost(schema);
  if (inner instanceof z.ZodRecord) {
    const keys = refOf(inner.keyType as z.ZodType);
    return keys && { keys };
  }
  if (inner instanceof z.ZodArray) {
    const items = refsIn(inner.element as z.ZodType);
    return items && { items };
  }
  if (!(inner instanceof z.ZodObject)) return undefined;
  const fields = Object.entries(inner.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
    const refs = refsIn(field);
    return refs === undefined ? [] : [[name, refs] as const];
  });
  return fields.length > 0 ? { fields: new Map(fields) } : undefined;
}

/** Yields all references in a value, in the order in which the schema lists them. */
export function* places(
  refs: Refs | undefined,
  value: unknown,
  path = '',
  at?: Pick<ArgumentRef, 'holder' | 'key'>,
): Generator<ArgumentRef> {
  if (refs === undefined) return;
  if (refs.own && typeof value === 'string' && at) yield { argument: path, ref: refs.own, value, ...at };
  if (typeof value !== 'object' || value === null) return;
  const holder = value as Holder;
  if (refs.keys)
    for (const key of Object.keys(holder))
      yield { argument: `${path}.${key}`, ref: refs.keys, value: key, holder, key, isKey: true };
  if (refs.items && Array.isArray(value))
    for (const key of value.keys()) yield* places(refs.items, value[key], `${path}.${key}`, { holder, key });
  for (const [key, field] of refs.fields ?? [])
    yield* places(field, holder[key], path === '' ? key : `${path}.${key}`, { holder, key });
}

/** Checks whether a string is a field tag. Tags are sent unchanged, because only the service has a list of all tags. */
const isTag = (text: string) => /^[A-Za-z_][\w.-]*$/.test(text);
/**
 * Checks whether the value must be looked up by name. A property name whose value may be rows is not looked up, because
 * it is the name of a block. It is replaced later.
 */
export const isName = ({ ref, value, holder, key, isKey }: ArgumentRef) =>
  !isUuid(value) && (ref.kind !== 'field' || !(isTag(value) || (isKey && mayBeRows(holder[key]))));
/** Checks whether the value must be an id but is not. */
export const isNoId = ({ ref, value }: ArgumentRef) => !isUuid(value) && ref.kind !== 'field';

/** Replaces a name with an id. If the name is a property name, the property is renamed and keeps its value. */
export function put({ argument, holder, key, isKey }: ArgumentRef, id: string): void {
  if (!isKey || id === key) {
    if (!isKey) holder[key] = id;
    return;
  }
  if (Object.hasOwn(holder, id))
    throw new InvalidArgumentsError(`Nothing was sent. ${argument}: the field is set twice, also as ${id}.`);
  holder[id] = holder[key];
  delete holder[key];
}

/** Returns the kind of record that an argument refers to. It may depend on a sibling argument. */
export function kindFor({ kind }: RecordRef, holder: Holder): RecordKind | undefined {
  if (typeof kind === 'string') return kind;
  const decisive = String(holder[kind.by]);
  return Object.hasOwn(kind.kinds, decisive) ? kind.kinds[decisive] : undefined;
}

/** Returns the id of the parent record, from a sibling argument or from an argument of the call. */
export function withinOf({ kind, within }: RecordRef, holder: Holder, args: Arguments): string | undefined {
  if (within === undefined) return undefined;
  const value = holder[within] ?? args[within];
  // Without an id, the object type is still a name that is resolved later, or it is missing.
  return kind === 'field' && !(typeof value === 'string' && isUuid(value)) ? undefined : String(value);
}
