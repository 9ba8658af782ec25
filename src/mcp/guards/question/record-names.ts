import { z } from 'zod';
import { argumentsIn, type Sent } from '../../../api/client/build-request.ts';
import { responseKindOf } from '../../../api/client/response-kinds.ts';
import { isCallError } from '../../../contract/errors.ts';
import { moreArgument } from '../../../contract/operations/field-marks.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import type { AnyOperationClient } from '../../../contract/operations/operation-client.ts';
import { innermost } from '../../../contract/operations/registered.ts';
import type { NameResolver } from '../../../contract/records/name-resolver.ts';
import { type RecordKind, refOf } from '../../../contract/records/record-ref.ts';
import { isUuid } from '../../../contract/uuid.ts';
import { kindFor, places, type Refs, withinOf } from '../../input/argument-refs.ts';
import type { Catalogue, CatalogueEntry } from '../../input/catalogue.ts';
import type { Sanitizer } from '../../output/sanitize.ts';

/** Record names, by lower-case id. A name is undefined if it could not be read. */
export type Called = ReadonlyMap<string, string | undefined>;

/** Maximum number of ids whose names are read. Beyond it, none is read, because names would fill the confirmation. */
const mostNamed = 60;
const atOnce = 5;

interface Numbered {
  readonly id: string;
  readonly kind?: RecordKind | undefined;
  /** Id of the parent record. */
  readonly within?: string | undefined;
}

/** Timeout for reading all names together, in milliseconds, because a person is waiting for the confirmation. */
const timeLimitMs = 8000;

interface Values {
  readonly sent: readonly Sent[];
  readonly refs: Refs | undefined;
  /** Ids that the confirmation shows in addition to the sent values. */
  readonly shown?: readonly Numbered[];
}

export interface Naming {
  readonly services: {
    readonly catalogue: Catalogue;
    readonly names: Pick<NameResolver, 'called'>;
    readonly sanitizer: Sanitizer;
  };
  readonly signal: AbortSignal | undefined;
  /** Client that reads for the confirming person. The policy for assistants does not apply to it. */
  readonly peopleClient: (signal?: AbortSignal) => AnyOperationClient;
  /** Names that other rows of the same plan have already looked up, by kind and lower-case id. Default: none. */
  readonly namesRead?: NamesRead | undefined;
}

export type NamesRead = Map<string, Promise<string | undefined>>;

/** Creates a function that reads the names of the records whose ids occur in the values. */
export const namesFor =
  ({ services, signal, peopleClient, namesRead = new Map() }: Naming, read: () => Promise<Values>) =>
  async (): Promise<Called> => {
    const values = await read();
    const { catalogue, names, sanitizer } = services;
    const timeLimit = AbortSignal.timeout(timeLimitMs);
    const operations = peopleClient(signal ? AbortSignal.any([signal, timeLimit]) : timeLimit);
    return readNames(values, { entries: await catalogue.entries(), names, sanitizer, operations, namesRead });
  };

interface Reading {
  readonly entries: ReadonlyMap<string, CatalogueEntry>;
  readonly names: Pick<NameResolver, 'called'>;
  readonly sanitizer: Sanitizer;
  readonly operations: AnyOperationClient;
  readonly namesRead: NamesRead;
}

/**
 * Reads the name of each record once: by the read operation of its kind, or from the list of its kind. A record stays
 * without a name if the read fails or times out.
 */
async function readNames(
  values: Values,
  { entries, sanitizer, namesRead, ...reading }: Reading,
): Promise<Called> {
  const guide = guideTo(entries);
  const found = [...numbered(values, guide).values()];
  const called = new Map<string, string | undefined>(found.map(({ id }) => [id.toLowerCase(), undefined]));
  if (found.length > mostNamed) return called;
  for (let start = 0; start < found.length; start += atOnce)
    await Promise.all(
      found.slice(start, start + atOnce).map(async (one) => {
        const id = one.id.toLowerCase();
        // The key includes the kind, because a later row with the same id may specify its kind more precisely.
        const key = `${one.kind} ${id}`;
        const read = namesRead.get(key) ?? readName(one, guide, reading).catch(noName);
        namesRead.set(key, read);
        const name = await read;
        if (name !== undefined) called.set(id, sanitizer.text(name).text);
      }),
    );
  return called;
}

/** Ignores a failed or cancelled read, because the confirmation can be shown without the name. */
function noName(error: unknown): undefined {
  const isOver = error instanceof DOMException;
  if (!isCallError(error) && !isOver) throw error;
}

async function readName(
  { id, kind, within }: Numbered,
  { readers }: Guide,
  { names, operations }: Pick<Reading, 'names' | 'operations'>,
): Promise<string | undefined> {
  if (kind === undefined) return undefined;
  operations.signal?.throwIfAborted();
  const reader = readers.get(kind) ?? readers.get(sameAs[kind] ?? kind);
  if (reader === undefined || (reader.within !== undefined && within === undefined))
    return (await names.called(operations, kind, within)).get(id.toLowerCase());
  const args = { [reader.id]: id, ...(reader.within === undefined ? {} : { [reader.within]: within }) };
  const { Name: name } = ((await operations.call(reader.tool, args)) ?? {}) as Record<string, unknown>;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Kinds that are read by the operation of another kind. */
const sameAs: Readonly<Partial<Record<RecordKind, RecordKind>>> = {
  case: 'object',
  'document folder': 'document',
  template: 'document',
};

/** Catalogue data about ids: read operations by kind, and kinds by argument name. */
interface Guide {
  readonly readers: ReadonlyMap<RecordKind, Reader>;
  readonly kinds: ReadonlyMap<string, RecordKind | undefined>;
}

/** Operation that reads one record, and the names of its arguments. */
interface Reader {
  readonly tool: string;
  readonly id: string;
  readonly within: string | undefined;
}

const guides = new WeakMap<ReadonlyMap<string, CatalogueEntry>, Guide>();

function guideTo(entries: ReadonlyMap<string, CatalogueEntry>): Guide {
  const known = guides.get(entries);
  if (known) return known;
  const readers = new Map<RecordKind, Reader>();
  const kinds = new Map<string, RecordKind | undefined>();
  for (const { operation } of entries.values()) {
    const reader = readerOf(operation);
    if (reader && !readers.has(reader.kind)) readers.set(reader.kind, reader);
    for (const [name, field] of Object.entries({
      ...operation.params,
      ...operation.query,
      ...operation.body,
    })) {
      const kind = kindOf(field);
      if (kind !== undefined) kinds.set(name, kinds.has(name) && kinds.get(name) !== kind ? undefined : kind);
    }
  }
  const guide = { readers, kinds };
  guides.set(entries, guide);
  return guide;
}

/**
 * Returns the reader that an operation provides for one kind of record. Returns undefined unless the operation is the
 * newest version of `GET …/{id}`, and the id belongs to one kind.
 */
function readerOf(operation: Operation) {
  const { name, access, method, path, params } = operation;
  const id = /\{(\w+)\}$/.exec(path ?? '')?.[1];
  const ref = id === undefined ? undefined : params?.[id] && refOf(params[id]);
  const isRecord = access === 'read' && method === 'GET' && responseKindOf(operation).hasFields;
  if (!isRecord || /_v\d+$/.test(name)) return undefined;
  if (id === undefined || typeof ref?.kind !== 'string') return undefined;
  const others = Object.keys(params ?? {}).filter((one) => one !== id);
  if (others.some((one) => one !== ref.within)) return undefined;
  return { kind: ref.kind, tool: name, id, within: others[0] };
}

/** Returns the kind that an argument's id, or each id in its list, refers to. */
function kindOf(field: z.ZodType): RecordKind | undefined {
  const inner = innermost(field);
  const ref = refOf(inner instanceof z.ZodArray ? (inner.element as z.ZodType) : inner);
  return typeof ref?.kind === 'string' ? ref.kind : undefined;
}

/**
 * Returns every id once, with its lower-case form as key. The kind is that of the argument, or otherwise the kind that
 * the catalogue assigns to the field's name.
 */
function numbered({ sent, refs, shown = [] }: Values, { kinds }: Guide): Map<string, Numbered> {
  const found = new Map<string, Numbered>();
  const note = (one: Numbered) => {
    const key = one.id.toLowerCase();
    if (found.get(key)?.kind === undefined) found.set(key, one);
  };
  const args = argumentsIn(sent);
  for (const { ref, value, holder } of places(refs, args))
    if (isUuid(value)) note({ id: value, kind: kindFor(ref, holder), within: withinOf(ref, holder, args) });
  const walk = (value: unknown, name: string): void => {
    if (typeof value === 'string' && isUuid(value)) note({ id: value, kind: kinds.get(name) });
    if (typeof value !== 'object' || value === null) return;
    // The name `Id` within a reference does not identify the kind of the record, so use the name of the field that
    // contains the reference.
    for (const [key, item] of Object.entries(value))
      walk(item, Array.isArray(value) || /^id$/i.test(key) ? name : key);
  };
  for (const { argument, name, value } of sent) walk(value, argument === moreArgument ? name : argument);
  for (const one of shown) note(one);
  return found;
}
