import { ApiError } from '../contract/errors.ts';
import type { Worded } from '../contract/language.ts';
import type { OperationClient } from '../contract/operations/operation-client.ts';
import { answerShapes, kindReferredTo, type ShapeName } from '../contract/records/answer-fields.ts';
import type { NameResolver } from '../contract/records/name-resolver.ts';
import type { RecordKind } from '../contract/records/record-ref.ts';
import { isUuid } from '../contract/uuid.ts';
import { type Note, worded } from '../contract/worded.ts';
import { listAll } from './list-records.ts';
import { partNames, partPhrases } from './messages.ts';
import { eachOnce, whyMissing } from './partial.ts';
import { changed, namedRecord, type RecordReference, read } from './records.ts';

/** Records of a shape whose references are shown, and which of their fields these are. */
export interface Referring {
  readonly shape: ShapeName;
  readonly rows: readonly object[];
  readonly fields: readonly string[];
}

export interface Named {
  /** The record with the names of what it refers to; in place of one that cannot be found, its id and that. */
  readonly fill: <Row extends object>(row: Row) => Row;
  /** Which names could not be read, and why. */
  readonly notes: readonly Note[];
}

/** Where there are so few, each is read by itself; beyond, a list of them is. */
const few = 3;
/** Read by themselves, of one kind. */
const maxRead = 30;
/** Of a list that may be of thousands. */
const maxPages = 3;

/** Kinds of which a record can be read by itself, and by what they are listed where several are asked for. */
const readers = {
  object: { tool: 'get_object', many: 'cases', list: 'search_objects' },
  participant: { tool: 'get_participant', many: 'participants', list: undefined },
  user: { tool: 'get_user', many: 'users', list: 'list_users' },
} as const;
type ReadKind = keyof typeof readers;
const isReadKind = (kind: RecordKind): kind is ReadKind => Object.hasOwn(readers, kind);

/** What stands for a record whose name is not known. */
export const unnamed = (id: string) => `${id} (name not given by this service)`;

/**
 * The names of what records refer to: by the API description a reference carries an id and no name. What is at hand is
 * not asked for; the rest is read side by side, a dictionary by its list, few records one by one.
 */
export async function readNames(
  operations: OperationClient,
  names: NameResolver,
  namings: readonly Referring[],
  options: Frugal = {},
): Promise<Named> {
  const references = namings.flatMap((naming) => naming.rows.flatMap((row) => referencesIn(naming, row)));
  const atHand = [
    ...references.map(({ at }) => at),
    ...namings.flatMap(({ rows }) => rows as readonly RecordReference[]),
  ].flatMap(({ Id, Name }) => (Id === undefined || Name === undefined ? [] : [[Id, Name] as const]));
  const wanted = references.flatMap(({ at: { Id, Name }, kind }) =>
    Name === undefined && Id !== undefined && kind !== undefined ? [{ id: Id, kind }] : [],
  );
  const { names: known, notes } = await findNames(operations, names, wanted, new Map(atHand), options);
  const fieldsOf = new Map(
    namings.flatMap(({ rows, shape, fields }) => rows.map((row) => [row, { shape, fields }])),
  );
  const called = (at: RecordReference): RecordReference => {
    if (at.Name !== undefined || at.Id === undefined) return at;
    const name = known.get(at.Id) ?? (options.isCheap ? undefined : unnamed(at.Id));
    return name === undefined ? at : { ...at, Name: name };
  };
  return {
    fill: (row) => {
      const naming = fieldsOf.get(row);
      return naming === undefined ? row : filled(row, naming, called);
    },
    notes,
  };
}

interface Frugal {
  /** Leaves out what would have to be read one by one, and has no word for what is not found. */
  readonly isCheap?: boolean;
}

/** A record whose name is asked for. */
interface Wanted {
  readonly kind: RecordKind;
  readonly id: string;
  /** The id of what it belongs to: the dictionary of a value. */
  readonly within?: string | undefined;
}

/** @param known names by id that are at hand */
export async function findNames(
  operations: OperationClient,
  names: NameResolver,
  wanted: readonly Wanted[],
  known: ReadonlyMap<string, string> = new Map(),
  { isCheap = false }: Frugal = {},
): Promise<{ readonly names: ReadonlyMap<string, string>; readonly notes: readonly Note[] }> {
  const byList = new Map<string, Wanted & { readonly ids: Set<string> }>();
  for (const one of wanted) {
    if (known.has(one.id)) continue;
    const key = `${one.kind} ${one.within ?? ''}`;
    byList.set(key, { ...one, ids: (byList.get(key)?.ids ?? new Set()).add(one.id) });
  }
  const found = await Promise.all(
    [...byList.values()].map(({ kind, within, ids }) =>
      isReadKind(kind)
        ? readRecords(operations, kind, [...ids], isCheap)
        : readListed(operations, names, { kind, within }, [...ids]),
    ),
  );
  return {
    names: new Map([...found.flatMap((one) => one.names), ...known]),
    notes: eachOnce(found.flatMap((one) => one.notes)),
  };
}

interface Found {
  readonly names: readonly (readonly [id: string, name: string])[];
  readonly notes: readonly Note[];
}

/** Those that a list has are not read again; one that is gone has no name. */
async function readRecords(
  operations: OperationClient,
  kind: ReadKind,
  ids: readonly string[],
  isCheap: boolean,
): Promise<Found> {
  const { tool, many, list } = readers[kind];
  const notes: Worded[] = [];
  const failed = (error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404))
      notes.push(whyMissing(worded(partPhrases.namesOf, { what: partNames[many] }), error));
    return undefined;
  };
  const listed =
    list !== undefined && (isCheap ? kind === 'user' : ids.length > few || !ids.every(isUuid))
      ? await listedNames(operations, list).catch(failed)
      : undefined;
  const isRefused = notes.length > 0;
  // No read of a record takes another id.
  const left =
    isCheap || isRefused ? [] : ids.filter((id) => isUuid(id) && !listed?.has(id)).slice(0, maxRead);
  const read = await Promise.all(
    left.map(async (id) => [id, await recordName(operations, tool, id).catch(failed)] as const),
  );
  return {
    names: [...ids.map((id) => [id, listed?.get(id)] as const), ...read].flatMap(([id, name]) =>
      name === undefined ? [] : [[id, name] as const],
    ),
    notes: eachOnce(notes),
  };
}

/** @throws what `OperationClient.call` throws */
export const recordName = async (
  operations: OperationClient,
  tool: (typeof readers)[ReadKind]['tool'],
  id: string,
) =>
  (
    await operations.cache.remember(`${tool} ${id}`, async () => {
      const { Name } = read(namedRecord, await operations.call(tool, { id }));
      return { Name: Name?.trim() };
    })
  ).Name;

const listedNames = (
  operations: OperationClient,
  list: 'search_objects' | 'list_users',
): Promise<ReadonlyMap<string, string>> =>
  operations.cache.remember(`names of ${list}`, async () => {
    const { items } = await listAll(operations, [list, {}], namedRecord, {
      maxPages: list === 'list_users' ? 10 : maxPages,
    });
    return new Map(items.flatMap(({ Id, Name }) => (Name === undefined ? [] : [[Id, Name]])));
  });

/** Out of the list in which all of a kind stand, which is asked for once. */
async function readListed(
  operations: OperationClient,
  names: NameResolver,
  { kind, within }: Pick<Wanted, 'kind' | 'within'>,
  ids: readonly string[],
): Promise<Found> {
  const read = await Promise.allSettled(
    ids.map(async (id) => [id, await names.called(operations, kind, id, within)] as const),
  );
  const failures = read.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  return {
    names: read.flatMap((one) =>
      one.status === 'fulfilled' && one.value[1] !== undefined ? [[one.value[0], one.value[1]]] : [],
    ),
    notes: failures.slice(0, 1).map((error) => whyMissing(worded(partPhrases.namesOfEach, { kind }), error)),
  };
}

/** The references in the fields of a record, one level down where a list holds records with references. */
function referencesIn(
  { shape, fields }: Pick<Referring, 'shape' | 'fields'>,
  row: object,
): { at: RecordReference; kind: RecordKind | undefined }[] {
  return fields.flatMap((path) => {
    const [field = '', inner] = path.split('.');
    const held = answerShapes[shape][field];
    const value = (row as Record<string, unknown>)[field];
    if (held === undefined || typeof held === 'string' || value === undefined || value === null) return [];
    const items = [value].flat() as RecordReference[];
    if (inner !== undefined)
      return items.flatMap((item) => referencesIn({ shape: held.shape, fields: [inner] }, item));
    return items.map((at) => ({ at, kind: kindReferredTo(held, at.Type) }));
  });
}

function filled<Row extends object>(
  row: Row,
  { shape, fields }: Pick<Referring, 'shape' | 'fields'>,
  called: (at: RecordReference) => RecordReference,
): Row {
  const change: Record<string, unknown> = {};
  for (const path of fields) {
    const [field = '', inner] = path.split('.');
    const held = answerShapes[shape][field];
    const value = change[field] ?? (row as Record<string, unknown>)[field];
    if (held === undefined || typeof held === 'string' || value === undefined || value === null) continue;
    const fill = (item: RecordReference) =>
      inner === undefined ? called(item) : filled(item, { shape: held.shape, fields: [inner] }, called);
    change[field] = Array.isArray(value) ? value.map(fill) : fill(value as RecordReference);
  }
  return changed(row, change as Partial<Row>);
}
