import { InvalidArgumentsError, NameError } from '../contract/errors.ts';
import type { Row } from '../contract/records/row.ts';
import {
  type BlockOfCard,
  type FieldOfCard,
  fieldCandidate,
  fieldWithName,
  withName,
} from './card-fields.ts';
import { mayBeRows } from './value-checks.ts';

/**
 * Converts rows of object cards. A card has one list per field, and the entries with the same index are one row. Callers
 * often send a list of rows under the name of the block instead, or the fields of one block as an object.
 */

/**
 * Replaces rows with one value or list for each of their fields. Other values of fields stay unchanged.
 * @param argument path of the fields, for error messages
 * @param blocks blocks of the object type. Without blocks, all rows are refused, because the service accepts only
 *   fields
 * @throws InvalidArgumentsError, NameError with the format to send if rows or other values fit no block
 */
export function rowsToLists(argument: string, fields: Row, blocks: readonly BlockOfCard[]): Row {
  const converted: Record<string, unknown> = {};
  const known = blocks.flatMap((block) => block.fields);
  for (const [key, value] of Object.entries(fields)) {
    const path = `${argument}.${key}`;
    const areRows = mayBeRows(value);
    const [block] = areRows || withName(known, key).length > 0 ? [] : withName(blocks, key);
    if (block !== undefined) throw notRows(path, block);
    const values = areRows ? listsOf(path, key, value, blocks) : { [key]: value };
    for (const [at, list] of Object.entries(values)) {
      if (Object.hasOwn(converted, at))
        throw new InvalidArgumentsError(`Nothing was sent. ${path}: the field is set twice, also as ${at}.`);
      converted[at] = list;
    }
  }
  return converted;
}

function listsOf(path: string, key: string, value: unknown, blocks: readonly BlockOfCard[]): Row {
  const known = blocks.flatMap(({ fields }) => fields);
  if (known.length === 0) throw unknownType(path);
  const rows = [value].flat() as Row[];
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const called = withName(blocks, key);
  const isField = withName(known, key).length > 0;
  const fitting = (called.length > 0 || isField ? called : blocks).filter(({ fields }) =>
    keys.every((one) => withName(fields, one).length > 0),
  );
  const [block] = fitting;
  // If no block fits, the key may be a field or an External ID, whose value may be an object that the service defines.
  const isValue = isField || (called.length === 0 && !Array.isArray(value));
  if (block === undefined && isValue) return { [key]: value };
  if (block === undefined || fitting.length > 1) throw noBlock(path, keys, called, fitting);
  const isGivenAsList = Array.isArray(value) || block.isMulti === true;
  const namesOf = new Map<FieldOfCard, string[]>();
  for (const one of keys) {
    const field = fieldWithName(block.fields, one, `${path}.${one}`) as FieldOfCard;
    namesOf.set(field, [...(namesOf.get(field) ?? []), one]);
  }
  return Object.fromEntries(
    [...namesOf].map(([field, names]) => {
      const isOne = block.isMulti === false && field.isMulti !== true;
      if (isOne && rows.length > 1)
        throw new InvalidArgumentsError(
          `Nothing was sent. ${path}: the field ${field.key} takes one value, and ${rows.length} rows were given.`,
        );
      const values = rows.map((row) => valueInRow(path, row, field, names));
      return [field.key, !isOne && isGivenAsList ? values : values[0]];
    }),
  );
}

/**
 * Returns the value of a field in a row. Returns null if the row does not contain the field.
 * @param names all names that the rows use for this field
 */
function valueInRow(path: string, row: Row, { key }: FieldOfCard, names: readonly string[]): unknown {
  const [own, second] = names.filter((one) => Object.hasOwn(row, one));
  if (second !== undefined)
    throw new InvalidArgumentsError(`Nothing was sent. ${path}: the field ${key} is set twice.`);
  return own === undefined ? null : (row[own] ?? null);
}

/** Maximum number of fields in the example of the expected format. */
const maxExample = 3;

/**
 * Returns the instruction that describes the expected format of a card.
 * @param fields fields for the example. Default: invented ones
 */
function formFor(fields: readonly FieldOfCard[] = []): string {
  const tags =
    fields.length > 0 ? fields.slice(0, maxExample).map(({ key }) => key) : ['FirstTag', 'SecondTag'];
  return `Send one list for each field, in the order of the rows, without the block: {${tags.map((tag) => `${JSON.stringify(tag)}: [row 1, row 2]`).join(', ')}}.`;
}

/** Returns the error for a value of a block that is not rows of fields. */
const notRows = (path: string, { fields }: BlockOfCard) =>
  new NameError(
    'NAME_UNKNOWN',
    `Nothing was sent. ${path}: this is a block, not a field. ${formFor(fields)}`,
    fields.map(fieldCandidate),
  );

/** Returns the error for rows if no field of the type is known. */
const unknownType = (path: string) =>
  new InvalidArgumentsError(
    `Nothing was sent. ${path}: the fields of this type could not be read, so the rows cannot be assigned to fields. ${formFor()} get_object shows the tags of filled fields.`,
  );

/**
 * Returns the error for rows that fit no block, or several. The message shows the expected format, and the candidates
 * are the fields that may be meant.
 */
function noBlock(
  path: string,
  keys: readonly string[],
  called: readonly BlockOfCard[],
  fitting: readonly BlockOfCard[],
): NameError {
  if (fitting.length > 1) {
    const fields = fitting.flatMap((block) => keys.flatMap((key) => withName(block.fields, key)));
    const why = `${fitting.length} blocks of this card have these fields. ${formFor()}`;
    return new NameError('NAME_AMBIGUOUS', `Nothing was sent. ${path}: ${why}`, fields.map(fieldCandidate));
  }
  const [block] = called;
  if (block === undefined || called.length > 1) {
    const why = `no block of this card has this name and these fields. ${formFor()}`;
    return new NameError('NAME_UNKNOWN', `Nothing was sent. ${path}: ${why}`, []);
  }
  const wrong = keys.filter((key) => withName(block.fields, key).length === 0);
  const why = `the block has no field ${wrong.map((key) => JSON.stringify(key.slice(0, 80))).join(', ')}. ${formFor(block.fields)}`;
  return new NameError('NAME_UNKNOWN', `Nothing was sent. ${path}: ${why}`, block.fields.map(fieldCandidate));
}
