import type { ShapeName } from '../contract/records/answer-fields.ts';
import { lettersOf } from '../contract/records/letters.ts';
import { memoize } from '../contract/records/memoize.ts';
import type { Row } from '../contract/records/row.ts';
import { uuidOf } from '../contract/uuid.ts';

/** Finds the id and the name of a record in fields other than `Id` and `Name`. */

/** Names of the id field in records without `Id`. They are in lower case and without separators. */
const ownIds: Readonly<Partial<Record<ShapeName, readonly string[]>>> = {
  case: ['caseid', 'objectid'],
  document: ['docid', 'documentid'],
  type: ['typeid', 'objecttypeid', 'casetypeid'],
  attendee: ['attendeeid'],
};

/**
 * Returns the id of a record without a field `Id`. The API itself uses `docID` for documents. Returns undefined if none
 * of the known names contains a UUID.
 */
export function ownId(shape: ShapeName, row: Row): unknown {
  const names = [...(ownIds[shape] ?? [`${shape.toLowerCase()}id`]), 'guid', 'uuid', 'uid'];
  const keys = Object.keys(row);
  for (const name of names) {
    const key = keys.find((one) => lettersOf(one) === name);
    if (key !== undefined && typeof row[key] === 'string' && uuidOf(row[key]) !== undefined) return row[key];
  }
  return undefined;
}

export const namePart = /^(?:last|first|middle|second|sur|given|family)_?name$|^patronymic$/i;
const isPerson = (shape: ShapeName) => shape === 'user' || shape === 'participant';

/** Fields that contain the whole name. `Title` is not among them, because it may be a job or a form of address. */
const otherNames = ['FullName', 'DisplayName', 'Caption', 'Label'];

/**
 * Checks whether a field may contain a name or a part of one. A quick test, because most references to records have no
 * such field.
 */
export const mayBeName = memoize((key) => /name|caption|label|title|patronymic/.test(lettersOf(key)));

/** Returns the name of a record without a field `Name`. Returns undefined if no other field contains a name. */
export function otherNameOf(shape: ShapeName, find: (wanted: string) => unknown): string | undefined {
  const isOfPerson = isPerson(shape) || shape === 'reference' || shape === 'attendee';
  const whole = [...otherNames, ...(isOfPerson ? [] : ['Title'])].map(find);
  const parts = isOfPerson ? [nameOfParts(find)] : [];
  return [...whole, ...parts].find((name): name is string => typeof name === 'string' && name.trim() !== '');
}

/** Joins the parts of a person's name: last name, first name, middle name. */
const nameOfParts = (find: (wanted: string) => unknown): string =>
  [find('LastName') ?? find('Surname'), find('FirstName'), find('MiddleName') ?? find('Patronymic')]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ');
