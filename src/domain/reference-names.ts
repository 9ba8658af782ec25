import { ApiError } from '../contract/errors.ts';
import type { Worded } from '../contract/language.ts';
import type { OperationClient } from '../contract/operations/operation-client.ts';
import { answerShapes, kindReferredTo, type ShapeName } from '../contract/records/answer-fields.ts';
import type { NameResolver } from '../contract/records/name-resolver.ts';
import type { RecordKind } from '../contract/records/record-ref.ts';
import { responsibleType } from '../contract/records/vocabulary.ts';
import { isUuid } from '../contract/uuid.ts';
import { type Note, worded } from '../contract/worded.ts';
import { partNames, partPhrases } from './messages.ts';
import { eachOnce, whyMissing } from './partial.ts';
import { groupNames, keepGroupNames } from './people/group-names.ts';
import {
  cachedName,
  isReadKind,
  listedNames,
  type NameList,
  namesInList,
  type ReadKind,
  readers,
  recordOf,
  type WantedName,
} from './record-names.ts';
import { changed, type RecordReference } from './records.ts';

/** Records of one type, and their reference fields for which names are needed. */
export interface Referring {
  readonly shape: ShapeName;
  readonly rows: readonly object[];
  readonly fields: readonly string[];
}

export interface Named {
  /** Adds names to a record's references. If a name is unknown, it becomes the id with a remark. */
  readonly fill: <Row extends object>(row: Row) => Row;
  /** Notes about names that could not be read, with the reasons. */
  readonly notes: readonly Note[];
}

/** Maximum number of records that are read one by one. For more records, the list of the kind is read. */
export const maxReadSingly = 3;
/** Maximum number of records of one kind that are read for their names. Further records keep their ids as names. */
const maxReadPerKind = 30;
/** Returns the display name for a record whose real name is unknown. */
export const unnamed = (id: string) => `${id} (name not returned by this service)`;

/**
 * Reads the names of referenced records, because a reference contains an id but no name (API description). Names that
 * occur in the given rows are reused. Other names are read concurrently: for dictionary values from their lists, and
 * for a few records one by one.
 */
export async function readNames(
  operations: OperationClient,
  names: NameResolver,
  namings: readonly Referring[],
  options: NameOptions = {},
): Promise<Named> {
  const references = namings.flatMap((naming) => naming.rows.flatMap((row) => referencesIn(naming, row)));
  const atHand = [
    ...references.map(({ at }) => at),
    ...namings.flatMap(({ rows }) => rows as readonly RecordReference[]),
  ].flatMap(({ Id, Name }) => (Id === undefined || Name === undefined ? [] : [[Id, Name] as const]));
  const wanted = references.flatMap(({ at: { Id, Name, Type }, kind }): WantedName[] => {
    const sort = kind ?? (Type === responsibleType.group ? 'group' : undefined);
    return Name === undefined && Id !== undefined && sort !== undefined ? [{ id: Id, kind: sort }] : [];
  });
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

export interface NameOptions {
  /** Maximum number of records of one kind that are read one by one. Default: `maxReadPerKind`. */
  readonly maxRead?: number;
  /** If true, skips names that need one request each, and leaves references without a known name unchanged. */
  readonly isCheap?: boolean;
}

/** Finds the names of records by id. @param known names that are already known */
export async function findNames(
  operations: OperationClient,
  names: NameResolver,
  wanted: readonly WantedName[],
  known: ReadonlyMap<string, string> = new Map(),
  options: NameOptions = {},
): Promise<{ readonly names: ReadonlyMap<string, string>; readonly notes: readonly Note[] }> {
  const all = new Map(known);
  const byList = new Map<string, WantedName & { readonly ids: Set<string>; readonly unread: Set<string> }>();
  for (const one of wanted) {
    if (known.has(one.id)) continue;
    const key = `${one.kind} ${one.within ?? ''}`;
    const list = byList.get(key) ?? { ...one, ids: new Set(), unread: new Set() };
    byList.set(key, list);
    list.ids.add(one.id);
    const cached = cachedName(operations, one);
    if (cached?.name !== undefined) all.set(one.id, cached.name);
    if (cached === undefined) list.unread.add(one.id);
  }
  const found = await Promise.all(
    [...byList.values()].flatMap(({ kind, within, ids, unread }) => {
      if (kind === 'group' || unread.size === 0) return [];
      return isReadKind(kind)
        ? readRecords(operations, kind, [...unread], { ...options, isMany: ids.size > maxReadSingly })
        : readListed(operations, names, { kind, within }, [...unread]);
    }),
  );
  for (const one of found) for (const [id, name] of one.names) all.set(id, name);
  // Look up groups last, because the user records that were just read may contain their names.
  const groups = byList.get('group ')?.unread;
  if (groups !== undefined && groups.size > 0)
    for (const [id, name] of await groupNames(operations, names, [...groups], options.isCheap))
      if (!all.has(id)) all.set(id, name);
  return { names: all, notes: eachOnce(found.flatMap((one) => one.notes)) };
}

interface Found {
  readonly names: readonly (readonly [id: string, name: string])[];
  readonly notes: readonly Note[];
}

/**
 * Reads the names of records. A deleted record (404) gets neither a name nor a note.
 * @param isMany whether many names of the kind are needed, including cached ones. Their list is then read first
 */
async function readRecords(
  operations: OperationClient,
  kind: ReadKind,
  ids: readonly string[],
  { isMany, isCheap = false, maxRead = maxReadPerKind }: NameOptions & { readonly isMany: boolean },
): Promise<Found> {
  const { tool, many, list } = readers[kind];
  const notes: Worded[] = [];
  const failed = (error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404))
      notes.push(whyMissing(worded(partPhrases.namesOf, { what: partNames[many] }), error));
    return undefined;
  };
  const listed =
    list !== undefined && (isCheap ? kind === 'user' : isMany || !ids.every(isUuid))
      ? await listedNames(operations, list).catch(failed)
      : undefined;
  const isRefused = notes.length > 0;
  // Read only UUIDs one by one, because these operations accept no other ids.
  const left =
    isCheap || isRefused ? [] : ids.filter((id) => isUuid(id) && !listed?.has(id)).slice(0, maxRead);
  const read = await Promise.all(
    left.map(async (id) => [id, await recordOf(operations, tool, id).catch(failed)] as const),
  );
  await keepGroupNames(
    operations,
    read.flatMap(([, record]) => record ?? []),
  );
  return {
    names: [
      ...ids.map((id) => [id, listed?.get(id)] as const),
      ...read.map(([id, record]) => [id, record?.Name] as const),
    ].flatMap(([id, name]) => (name === undefined ? [] : [[id, name] as const])),
    notes: eachOnce(notes),
  };
}

async function readListed(
  operations: OperationClient,
  names: NameResolver,
  list: NameList,
  ids: readonly string[],
): Promise<Found> {
  try {
    const known = await namesInList(operations, names, list);
    return {
      names: ids.flatMap((id) => {
        const name = known.get(id.toLowerCase());
        return name === undefined ? [] : [[id, name] as const];
      }),
      notes: [],
    };
  } catch (error) {
    return { names: [], notes: [whyMissing(worded(partPhrases.namesOfEach, { kind: list.kind }), error)] };
  }
}

/** Returns references. A path may lead one level into list items (`Participants.Role`). */
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
