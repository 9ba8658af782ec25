import { isCallError } from '../../contract/errors.ts';
import type { DescribeRecord } from '../../contract/features/whole-record.ts';
import type { AnyOperationClient, OperationClient } from '../../contract/operations/operation-client.ts';
import { type ShapeName, shapeShownBy } from '../../contract/records/answer-fields.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import type { RecordKind } from '../../contract/records/record-ref.ts';
import { isRow, type Row } from '../../contract/records/row.ts';
import { isUuid } from '../../contract/uuid.ts';
import { type Note, worded } from '../../contract/worded.ts';
import {
  type CaseType,
  type FieldOfType,
  keyOfField,
  kindOfField,
  readCaseType,
} from '../cases/card-type.ts';
import { listWhole } from '../list-records.ts';
import { eachOnce, part } from '../partial.ts';
import { cachedName, type WantedName } from '../record-names.ts';
import { namedRecord } from '../records.ts';
import { findNames } from '../reference-names.ts';
import { cardLines, rowBlocksOf, titlesById } from './card-lines.ts';
import { wholeRecordMessages } from './messages.ts';
import { type FoundReference, referencesIn } from './references.ts';

/** Maximum number of records of one kind that are read one by one for their names. */
const maxRead = 20;
/** Maximum number of dictionaries whose values are read. */
const maxDictionaries = 8;

/** Kinds with names from a list that changes rarely. A reader does not need their ids. */
const terms: ReadonlySet<RecordKind> = new Set<RecordKind>([
  ...(['object type', 'object class', 'role in case', 'stage', 'legal form', 'dictionary value'] as const),
  ...(['task type', 'task status', 'task priority', 'event type', 'document type'] as const),
]);
/** Further kinds of records whose names can be found with few requests. */
const others: ReadonlySet<RecordKind | 'group'> = new Set([
  ...(['object', 'participant', 'user', 'group', 'document', 'task', 'folder', 'project'] as const),
]);
/** Kinds of records whose names are contained in the list or record of another kind. */
const sameAs: Readonly<Partial<Record<RecordKind | 'group', RecordKind>>> = {
  case: 'object',
  'case type': 'object type',
  'document folder': 'document',
};

/** Finds the names and titles for a record. The caller limits the time by the signal of `client`. */
export const describeWhole: DescribeRecord = async (client, names, { tool, record, fields }) => {
  const operations = client as AnyOperationClient & OperationClient;
  const shape = shapeShownBy(tool);
  const typeId = isRow(record.Type) && typeof record.Type.Id === 'string' ? record.Type.Id : undefined;
  const isCard = shape === 'case' && typeId !== undefined && isUuid(typeId) && isWanted(fields, ['Fields']);
  const naming = { operations, names };
  const outer = wanted(
    { shape, fields, record: isCard ? { ...record, Fields: undefined } : record },
    undefined,
  );
  // Name the fields of the card as soon as the type is known, so that other slow names do not delay them.
  const [outside, { type, inner, inside }] = await Promise.all([
    nameAll(naming, outer),
    (isCard ? typeOf(operations, typeId) : Promise.resolve(nothing)).then(async (read) => {
      const found = isCard ? wanted({ shape, fields, record: { Fields: record.Fields } }, read.value) : [];
      return { type: read, inner: found, inside: await nameAll(naming, found) };
    }),
  ]);
  const all = [...outer, ...inner];
  const known = new Map([...inside.names, ...outside.names]);
  const card = isCard && isRow(record.Fields) && fields === undefined ? record.Fields : undefined;
  return {
    names: known,
    terms: new Set(all.flatMap(({ id, kind }) => (isTerm(kind) ? [id.toLowerCase()] : []))),
    titles: card === undefined ? new Map() : titlesById(card, type.value),
    rowBlocks: card === undefined ? [] : rowBlocksOf(card, type.value),
    quoting: [
      ...(card === undefined ? [] : await cardLines(card, type.value, fewValues(operations))),
      ...unnamedLine(all, known),
    ],
    notes: eachOnce([...(type.note === undefined ? [] : [type.note]), ...outside.notes, ...inside.notes]),
  };
};

/** Maximum number of values of a dictionary that are all shown. */
const maxValues = 5;

/**
 * Creates the function that returns the values of a dictionary if there are few. It returns undefined beyond the
 * maximum number of dictionaries, and if a dictionary cannot be read in time.
 */
function fewValues(operations: OperationClient): (id: string) => Promise<readonly string[] | undefined> {
  let count = 0;
  return async (id) => {
    count += 1;
    if (count > maxDictionaries) return undefined;
    try {
      const { names } = await operations.cache.remember(`few values of ${id}`, async () => {
        const items = await listWhole(operations, ['list_dictionary_values', { id }], namedRecord);
        return { names: items.length > maxValues ? [] : items.flatMap(({ Name }) => Name ?? []) };
      });
      return names;
    } catch (error) {
      if (!operations.signal?.aborted && !isCallError(error)) throw error;
      return undefined;
    }
  };
}

const nothing = { value: undefined, note: undefined };
const isTerm = (kind: FoundReference['kind']): boolean => kind !== undefined && terms.has(kind as RecordKind);

/** Reads the type. Resolves to undefined if the time limit is exceeded. */
const typeOf = (operations: OperationClient, id: string) =>
  part('the type of the case', readCaseType(operations, id)).catch((error: unknown) => {
    if (operations.signal?.aborted) return nothing;
    throw error;
  });

interface Naming {
  readonly operations: OperationClient;
  readonly names: NameResolver;
}

/** A record, or the part of it in which references are looked for. */
interface Described {
  readonly shape: ShapeName | undefined;
  readonly record: Row;
  readonly fields: readonly string[] | undefined;
}

function wanted({ shape, record, fields }: Described, type: CaseType | undefined): FoundReference[] {
  if (shape === undefined) return [];
  const byKey = type && fieldsByKey(type);
  return referencesIn(shape, record, (key) => {
    const field = byKey?.get(key.toLowerCase()) ?? {};
    const kind = kindOfField(field) ?? (/^document$/i.test(field.Format ?? '') ? 'document' : undefined);
    return { kind, within: kind === 'dictionary value' ? field.DictionaryId : undefined };
  })
    .filter(({ path }) => isWanted(fields, path))
    .map((one) => ({ ...one, kind: (one.kind && sameAs[one.kind]) ?? one.kind }));
}

const fieldMaps = new WeakMap<CaseType, ReadonlyMap<string, FieldOfType>>();

/** Returns the fields of a type by their keys in a card, in lower case. */
function fieldsByKey(type: CaseType): ReadonlyMap<string, FieldOfType> {
  const known = fieldMaps.get(type);
  if (known !== undefined) return known;
  const fields = type.Blocks.flatMap(({ Fields }) => Fields);
  const byKey = new Map(fields.map((field) => [keyOfField(field).toLowerCase(), field] as const));
  fieldMaps.set(type, byKey);
  return byKey;
}

/**
 * Checks whether the answer shows a value: if the call requests a field on its path, or if it requests no single
 * fields.
 */
const isWanted = (fields: readonly string[] | undefined, path: readonly string[]): boolean => {
  if (fields === undefined) return true;
  const asked = fields.map((one) => one.toLowerCase());
  return path.some((name) => asked.some((one) => one.split('.').includes(name.toLowerCase())));
};

interface Names {
  readonly names: ReadonlyMap<string, string>;
  readonly notes: readonly Note[];
}

/** Finds the names of references, each kind separately, so that a failed or slow list affects no other kind. */
async function nameAll({ operations, names }: Naming, found: readonly FoundReference[]): Promise<Names> {
  const all = new Map<string, string>();
  for (const { id, name } of found) if (name !== undefined) all.set(id.toLowerCase(), name);
  const byKind = new Map<string, WantedName[]>();
  for (const { id, kind, within } of found) {
    if (kind === undefined || !(isTerm(kind) || others.has(kind)) || all.has(id.toLowerCase())) continue;
    // Usually all names are cached, so that nothing has to be read.
    const cached = cachedName(operations, { id, kind, within });
    if (cached?.name !== undefined) all.set(id.toLowerCase(), cached.name);
    if (cached !== undefined) continue;
    const key = `${kind} ${within ?? ''}`;
    byKind.set(key, [...(byKind.get(key) ?? []), { id, kind, within }]);
  }
  const notes: Note[] = [];
  if (byKind.size === 0) return { names: all, notes };
  const read = async (some: readonly WantedName[]) => {
    try {
      const { names: named, notes: why } = await findNames(operations, names, some, new Map(), { maxRead });
      for (const [id, name] of named) all.set(id.toLowerCase(), name);
      notes.push(...why);
    } catch (error) {
      // Leave the records without names if the time limit is exceeded. The answer says which ones.
      if (!operations.signal?.aborted && !isCallError(error)) throw error;
    }
  };
  const isDictionary = (key: string) => key.startsWith('dictionary value ');
  const lists = [...byKind].filter(([key]) => key !== 'group ' && !isDictionary(key));
  const dictionaries = [...byKind].filter(([key]) => isDictionary(key)).slice(0, maxDictionaries);
  await Promise.all([...lists, ...dictionaries].map(([, some]) => read(some)));
  // Groups come last, because the user records that were just read may contain their names.
  await read(byKind.get('group ') ?? []);
  return { names: all, notes };
}

/** Returns a sentence that lists the fields whose references have no name. */
function unnamedLine(all: readonly FoundReference[], known: ReadonlyMap<string, string>): Note[] {
  const paths = all
    .filter(({ id }) => !known.has(id.toLowerCase()))
    .map(({ path }) => path.join('.').slice(0, 80));
  const fields = [...new Set(paths)].slice(0, 12).join(', ');
  return fields === '' ? [] : [worded(wholeRecordMessages.unnamed, { fields })];
}
