import type { AnswerReader } from '../contract/operations/deployment.ts';
import {
  type AnswerField,
  type AnswerShape,
  answerShapes,
  answersOf,
  type ShapeName,
} from '../contract/records/answer-fields.ts';
import { lettersOf } from '../contract/records/letters.ts';
import { listKey, placeOfList } from '../contract/records/list-place.ts';
import { isRow, type Row } from '../contract/records/row.ts';
import { isUuid } from '../contract/uuid.ts';
import { mapInTurns } from '../util/give-way.ts';
import { lazy } from '../util/lazy.ts';
import { mayBeName, namePart, otherNameOf, ownId } from './own-id-and-name.ts';
import { fieldsOfCard } from './read-card.ts';
import { isNumberOfRecord, valueReader } from './read-values.ts';

type Held = Exclude<AnswerField, string>;

/** Names of response fields in the deployment, keyed by record type and by the name in the operation catalogue. */
export type AnswerNames = Readonly<Partial<Record<string, Readonly<Record<string, string>>>>>;

/** Enumeration values in the deployment, by record type, field and catalogue value. */
export type AnswerValues = Readonly<
  Partial<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>
>;

/** Maximum nesting depth, high because folders contain folders. Deeper records stay unchanged. */
const maxDepth = 40;

interface ReadShape {
  /** Maps every spelling of a name to the catalogue's name. */
  readonly names: ReadonlyMap<string, string>;
  readonly own: ReadonlySet<string>;
  readonly normalized: readonly (readonly [
    name: string,
    read: NonNullable<ReturnType<typeof valueReader>>,
  ])[];
  /** Enumeration values in the deployment, by field and catalogue value. */
  readonly values: readonly (readonly [name: string, words: Readonly<Record<string, string>>])[];
  readonly holders: readonly (readonly [name: string, field: Held])[];
}

/** Creates a reader that converts responses to the catalogue's names and values, for workflows and name search. */
export function createAnswerReader(names: AnswerNames = {}, values: AnswerValues = {}): AnswerReader {
  const shapes = new Map(
    Object.entries(answerShapes).map(([name, fields]) => {
      const shape = name as ShapeName;
      const readShape: ReadShape = {
        names: fieldNames(fields, names[shape] ?? {}),
        own: new Set(Object.keys(fields)),
        normalized: Object.keys(fields).flatMap((field) => {
          const read = valueReader(shape, field);
          return read === undefined ? [] : [[field, read] as const];
        }),
        values: Object.entries(values[shape] ?? {}),
        holders: Object.entries(fields).filter((one): one is [string, Held] => typeof one[1] !== 'string'),
      };
      return [shape, readShape] as const;
    }),
  );
  const shapeOf = (shape: ShapeName) => shapes.get(shape) as ReadShape;
  const nameOf = ({ names }: ReadShape, row: Row, key: string): string => {
    const known = names.get(key) ?? names.get(lettersOf(key)) ?? key;
    // Do not mistake a part of a name, such as `LastName`, for the whole name.
    if (known === 'Name' && namePart.test(key)) return key;
    // If the record already has a field with the catalogue's name, leave both fields unchanged.
    return known !== key && Object.hasOwn(row, known) ? key : known;
  };
  const pageShape = shapeOf('page');

  /** Returns a copy of a record with the catalogue's names and values. */
  function named(shape: ReadShape, value: Row, keys: readonly string[]): Record<string, unknown> {
    const isNamed = keys.every((key) => shape.names.get(key) === key || nameOf(shape, value, key) === key);
    const row: Record<string, unknown> = isNamed
      ? { ...value }
      : Object.fromEntries(keys.map((key) => [nameOf(shape, value, key), value[key]]));
    for (const [name, words] of shape.values)
      if (Object.hasOwn(row, name)) row[name] = known(words, row[name]);
    return row;
  }

  function record(shape: ShapeName, value: unknown, depth = 0): unknown {
    if (!isRow(value) || depth > maxDepth) return value;
    const readShape = shapeOf(shape);
    const { own, normalized, holders } = readShape;
    const keys = Object.keys(value);
    const row = named(readShape, value, keys);
    // Prefer a UUID, because a numeric id may be only the row number in one database table.
    if ((row.Id === undefined || isNumberOfRecord(row.Id)) && own.has('Id')) {
      const id = ownId(shape, row);
      if (id !== undefined) row.Id = id;
    }
    for (const [name, read] of normalized) {
      const given = row[name];
      if (given === undefined) continue;
      const item = read(given, row);
      if (item === undefined) delete row[name];
      else if (item !== given) row[name] = item;
    }
    // Skip the search for a name in a record that has only an id, as most references to records do.
    const isBare = row.Id !== undefined && Object.keys(row).length === 1;
    const isNameless = !isBare && !row.Name && own.has('Name') && Object.keys(row).some(mayBeName);
    if (!isNameless && holders.length === 0) return row;
    const find = lazyFind(row);
    if (isNameless) {
      const name = otherNameOf(shape, find);
      if (name !== undefined) row.Name = name;
    }
    const held: Record<string, unknown> = {};
    for (const [name, field] of holders) {
      const given =
        field.holds === 'map'
          ? fieldsOfCard(row[name], find('Blocks'))
          : Object.hasOwn(row, name)
            ? row[name]
            : flatOf(name, field, find);
      if (given !== undefined) held[name] = holding(name, field, given, depth);
    }
    const party = shape === 'party' ? partyOf(row) : undefined;
    const inside = shape === 'folder' && row.Items === undefined ? ownRecordsIn(row) : undefined;
    const folders = inside && { Items: inside.map((item) => record('folder', item, depth + 1)) };
    return Object.assign(row, party, held, folders);
  }

  function holding(name: string, { shape, holds }: Held, given: unknown, depth: number): unknown {
    if (given === null) return null;
    const isReference = shape === 'reference' && holds !== 'map';
    const read = (item: unknown) => record(shape, isReference ? asReference(name, item) : item, depth + 1);
    if (holds === 'one') return read(given);
    if (holds === 'map') return isRow(given) ? mapValues(given, (item) => record(shape, item, depth)) : given;
    if (Array.isArray(given)) return given.map(read);
    // If a list is expected, a number is the number of the list's entries, so do not read it as an id.
    return [isNumberOfRecord(given) ? given : read(given)];
  }

  const listed = async (shape: ShapeName, body: unknown): Promise<unknown> => {
    const read = (items: readonly unknown[]) => mapInTurns(items, (item) => record(shape, item));
    if (Array.isArray(body)) return read(body);
    if (!isRow(body)) return body;
    const [key, ...deeper] = placeOfList(body, (one) => nameOf(pageShape, body, one) === listKey) ?? [];
    if (key === undefined) return body;
    if (deeper.length > 0) return listed(shape, body[key]);
    const page = mapNames(body, (one) => nameOf(pageShape, body, one));
    return { ...page, Items: await read(body[key] as readonly unknown[]) };
  };

  const single = (shape: ShapeName, input: Row, body: unknown): unknown => {
    if (shape === 'calendar') return record(shape, body);
    const alone = Array.isArray(body) && body.length === 1 ? body[0] : body;
    if (!isRow(alone)) return alone;
    const own = record(shape, alone) as Row;
    const isKnown = Object.keys(answerShapes[shape]).some((name) => Object.hasOwn(own, name));
    if (isKnown) return isUuid(String(own.Id)) || !isUuid(String(input.id)) ? own : { ...own, Id: input.id };
    const inside = onlyOne(Object.values(alone).filter(isRow));
    const found = inside && (record(shape, inside) as Row);
    return found && typeof found.Id === 'string' ? found : own;
  };

  return async (operation, input, body) => {
    const answers = (answersOf as Readonly<Record<string, ShapeName | readonly [ShapeName]>>)[operation];
    if (answers === undefined) return body;
    return typeof answers === 'string' ? single(answers, input, body) : listed(answers[0], body);
  };
}

/** Returns the catalogue's value for a deployment's value. */
const known = (words: Readonly<Record<string, string>>, value: unknown): unknown =>
  Object.entries(words).find(
    ([, real]) => real === (typeof value === 'number' ? String(value) : value),
  )?.[0] ?? value;

/** Maps every spelling of a field, and the deployment's name, to the catalogue's name. */
function fieldNames(fields: AnswerShape, ofDeployment: Readonly<Record<string, string>>) {
  const names = Object.keys(fields);
  return new Map([
    ...names.map((name) => [lettersOf(name), name] as const),
    ...names.map((name) => [name, name] as const),
    ...Object.entries(ofDeployment).map(([name, other]) => [other, name] as const),
  ]);
}

/** Creates a reference to a record from separate fields, such as `CaseId`, `ResponsibleIds` or `StatusName`. */
function flatOf(name: string, { shape, holds }: Held, find: (wanted: string) => unknown): unknown {
  if (shape !== 'reference') return undefined;
  const stem = holds === 'list' ? name.replace(/s$/, '') : name;
  if (holds === 'list') {
    const ids = find(`${stem}Ids`);
    if (Array.isArray(ids) || ids === null) return ids;
  }
  const [id, called] = [find(`${stem}Id`), find(`${stem}Name`)];
  if (id === undefined && called === undefined) return undefined;
  if (id === null || (id === undefined && called === null)) return null;
  return { ...(id === undefined ? {} : { Id: id }), ...(called === undefined ? {} : { Name: called }) };
}

/** Creates a lookup that ignores letter case and separators, with an index on first use. */
function lazyFind(row: Row): (wanted: string) => unknown {
  const byName = lazy(() => {
    const values = new Map<string, unknown>();
    for (const [key, value] of Object.entries(row)) {
      const name = lettersOf(key);
      if (!values.has(name)) values.set(name, value);
    }
    return values;
  });
  return (wanted) => byName().get(lettersOf(wanted));
}

/** Handles an entry in the list of parties that is itself the participant, with the role as an additional field. */
const partyOf = (row: Row): Row =>
  Object.keys(row).some((key) => /^participant/i.test(key)) || row.Id === undefined
    ? {}
    : { Participant: { ...row } };

/**
 * Returns the subfolders of a folder. The name of their field varies, so returns the only list whose entries all have
 * names.
 */
const ownRecordsIn = (row: Row): readonly unknown[] | undefined =>
  onlyOne(
    Object.values(row).filter(
      (value) =>
        Array.isArray(value) && value.length > 0 && value.every((item) => isRow(item) && hasName(item)),
    ) as (readonly unknown[])[],
  );
const hasName = (row: Row) => Object.keys(row).some((key) => /^name$/i.test(key));

/**
 * Converts a value to a reference to a record. A string is an id or a name, and a number is an id. In an object, id and
 * name may be called `CaseId` and `CaseName`.
 */
function asReference(name: string, value: unknown): unknown {
  if (typeof value === 'string') return isUuid(value) ? { Id: value } : { Name: value };
  if (isNumberOfRecord(value)) return { Id: value };
  if (!isRow(value)) return value;
  const keys = Object.keys(value);
  if (keys.some((key) => /^(?:id|name)$/i.test(key))) return value;
  const stem = name.replace(/s$/, '').toLowerCase();
  const inside = keys.find((key) => lettersOf(key) === stem);
  if (inside !== undefined) return asReference(name, value[inside]);
  const ids = keys.filter((key) => /.id$/i.test(key));
  const id = ids.find((key) => key.toLowerCase() === `${stem}id`) ?? onlyOne(ids);
  if (id === undefined) return value;
  const called = keys.find((key) => lettersOf(key) === lettersOf(`${id.slice(0, -2)}Name`));
  return { ...value, Id: value[id], ...(called === undefined ? {} : { Name: value[called] }) };
}

const onlyOne = <Item>(items: readonly Item[]): Item | undefined =>
  items.length === 1 ? items[0] : undefined;
const mapNames = (row: Row, name: (key: string) => string): Row =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [name(key), value]));

/** Returns a copy with other values. Copies first, because that is far faster than building an object. */
function mapValues(row: Row, read: (value: unknown) => unknown): Row {
  const copy: Record<string, unknown> = { ...row };
  for (const key of Object.keys(copy)) {
    const value = copy[key];
    const other = read(value);
    if (other !== value) copy[key] = other;
  }
  return copy;
}
