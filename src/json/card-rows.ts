import { InvalidArgumentsError, NameError } from '../contract/errors.ts';
import { isRow, type Row } from '../contract/records/row.ts';

/**
 * Converts rows of object cards. A card has one list per field, and the entries with the same index are one row. Callers
 * often send a list of rows under the name of the block instead, or the fields of one block as an object.
 */

interface Named {
  /** Tag, or id if there is no tag (API description, Conventions). */
  readonly key: string;
  readonly title: string;
  /** Id, tag and title in lower case. If the title is in two languages, also each half of it. */
  readonly names: readonly string[];
  /** Whether it has several rows or values. Undefined if the type does not say so. */
  readonly isMulti: boolean | undefined;
}

/** A block of object cards with its fields. */
export interface BlockOfRows extends Named {
  readonly fields: readonly Named[];
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const plain = (text: string) => text.trim().toLowerCase();
const rowsIn = (list: unknown): Row[] => (Array.isArray(list) ? list.filter(isRow) : []);

/** Reads the blocks of an object type, as `get_object_type` returns it. Omits fields without tag and id. */
export const blocksOfType = (type: unknown): readonly BlockOfRows[] =>
  rowsIn(isRow(type) ? type.Blocks : undefined).map((block) => ({
    ...named(block, isText(block.Kind) ? /multi/i.test(block.Kind) : undefined),
    fields: rowsIn(block.Fields)
      .map((field) => named(field, typeof field.IsMulti === 'boolean' ? field.IsMulti : undefined))
      .filter(({ key }) => key !== ''),
  }));

function named({ Id, Tag, Name }: Row, isMulti: boolean | undefined): Named {
  const title = isText(Name) ? Name : '';
  const names = [Id, Tag, title, ...title.split(' / ')].filter(isText).map(plain);
  return { key: [Tag, Id].find(isText) ?? '', title, names, isMulti };
}

/** Checks whether a value may be rows of a block: one or several objects that are no references to records. */
export function mayBeRows(value: unknown): boolean {
  const rows = [value].flat();
  const isOwn = (row: unknown) =>
    isRow(row) && Object.keys(row).length > 0 && !Object.keys(row).some((key) => plain(key) === 'id');
  return rows.length > 0 && rows.every(isOwn);
}

/**
 * Replaces rows by one value or list for each of their fields. Other values stay unchanged, and so does everything if no
 * block is known.
 * @param argument path of the fields, for error messages
 * @throws InvalidArgumentsError, NameError with the form to send if the rows fit no block
 */
export function rowsToLists(argument: string, fields: Row, blocks: readonly BlockOfRows[]): Row {
  const isField = (key: string) => blocks.some((block) => fieldOf(block, key) !== undefined);
  if (blocks.length === 0) return fields;
  const converted: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    const path = `${argument}.${key}`;
    const values = mayBeRows(value) && !isField(key) ? listsOf(path, key, value, blocks) : { [key]: value };
    for (const [at, list] of Object.entries(values)) {
      if (Object.hasOwn(converted, at))
        throw new InvalidArgumentsError(`Nothing was sent. ${path}: the field is set twice, also as ${at}.`);
      converted[at] = list;
    }
  }
  return converted;
}

const fieldOf = ({ fields }: BlockOfRows, key: string) =>
  fields.find(({ names }) => names.includes(plain(key)));

function listsOf(path: string, key: string, value: unknown, blocks: readonly BlockOfRows[]): Row {
  const rows = [value].flat() as Row[];
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const called = blocks.filter(({ names }) => names.includes(plain(key)));
  const fitting = (called.length > 0 ? called : blocks).filter((block) =>
    keys.every((one) => fieldOf(block, one) !== undefined),
  );
  const [block] = fitting;
  // The key may be an External ID, whose value may be an object in the service's own form.
  if (block === undefined && called.length === 0 && !Array.isArray(value)) return { [key]: value };
  if (block === undefined || fitting.length > 1) throw noBlock(path, keys, called);
  const isGivenAsList = Array.isArray(value) || block.isMulti === true;
  const fields = [...new Set(keys.map((one) => fieldOf(block, one) as Named))];
  return Object.fromEntries(
    fields.map((field) => {
      const isOne = block.isMulti === false && field.isMulti !== true;
      if (isOne && rows.length > 1)
        throw new InvalidArgumentsError(
          `Nothing was sent. ${path}: the field ${field.key} takes one value, and ${rows.length} rows were given.`,
        );
      const values = rows.map((row) => valueInRow(path, row, field));
      return [field.key, !isOne && isGivenAsList ? values : values[0]];
    }),
  );
}

/** Returns the value of a field in a row. Returns null if the row does not contain the field. */
function valueInRow(path: string, row: Row, { key, names }: Named): unknown {
  const [own, second] = Object.keys(row).filter((one) => names.includes(plain(one)));
  if (second !== undefined)
    throw new InvalidArgumentsError(`Nothing was sent. ${path}: the field ${key} is set twice.`);
  return own === undefined ? null : (row[own] ?? null);
}

/** Maximum number of fields in the example of the form. */
const maxExample = 3;

/** Returns the error for rows that fit no block. It shows the form that a card takes, and the fields that it has. */
function noBlock(path: string, keys: readonly string[], called: readonly BlockOfRows[]): NameError {
  const [block] = called;
  const isOne = block !== undefined && called.length === 1;
  const wrong = isOne ? keys.filter((key) => fieldOf(block, key) === undefined) : [];
  const tags = isOne ? block.fields.slice(0, maxExample).map(({ key }) => key) : ['FirstTag', 'SecondTag'];
  const form = `{${tags.map((tag) => `${JSON.stringify(tag)}: [row 1, row 2]`).join(', ')}}`;
  const reason = isOne
    ? `the block has no field ${wrong.map((key) => JSON.stringify(key.slice(0, 80))).join(', ')}`
    : 'no block of this card has this name and these fields';
  return new NameError(
    'NAME_UNKNOWN',
    `Nothing was sent. ${path}: ${reason}. Send one list for each field, in the order of the rows, without the block: ${form}.`,
    (isOne ? block.fields : []).map(({ key, title }) => ({ id: key, name: title === '' ? key : title })),
  );
}
