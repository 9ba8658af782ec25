/** Reads values of records in the spellings of different services: ids, date-times, names of fields. */

import { lettersOf } from '../contract/records/letters.ts';
import { isRow, type Row } from '../contract/records/row.ts';
import { uuidOf } from '../contract/uuid.ts';

/** Checks whether a value is empty. False and zero are not. */
export function isEmptyValue(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmptyValue);
  return value === null || value === undefined;
}

export const isAnyId = (value: unknown): value is string =>
  typeof value === 'string' && uuidOf(value) !== undefined;

const moment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/i;
const inBrackets = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/;
/** Smaller numbers (before 1973 in milliseconds) are not read as date-times. */
const leastMs = 1e11;
const mostMs = 1e14;

/** Returns a date-time in milliseconds since the epoch. Returns undefined for other values. */
export function momentIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value >= leastMs && value < mostMs ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const ms = inBrackets.exec(value)?.[1];
  if (ms !== undefined) return Number(ms);
  if (!moment.test(value)) return undefined;
  const at = Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`);
  return Number.isNaN(at) ? undefined : at;
}

/** Returns the same string for all spellings of an id, a date-time or a number. */
export function plainText(value: unknown): string {
  const text = String(value).trim();
  const id = uuidOf(text);
  if (id !== undefined) return id;
  const at = momentIn(value);
  return at === undefined ? text : `@${at}`;
}

const idNames = /^_?(?:id|uid|uuid|guid|oid|docid)$/i;
const idEnd = /(?<=[a-z\d])(?:Ids?|IDs?|Uu?ids?|UUIDs?|Guids?|GUIDs?|_ids?|_uu?ids?|_guids?)$/;

/** Checks from the name of a field whether the field contains an id. */
export const isIdName = (name: string): boolean => idNames.test(name) || idEnd.test(name);

const naming = /^(?:full|short|display)?_?(?:name|title|caption|label|text)$/i;
const keying = /^(?:key|value|code|ref)$/i;

/**
 * Returns the id in an object such as `{Key, Title}`. The object must also contain a name, otherwise any group of
 * fields would match.
 */
function idBesideName(plain: readonly (readonly [string, string | number])[]): string | number | undefined {
  if (!plain.some(([name, value]) => naming.test(name) && !isAnyId(value))) return undefined;
  const ids = plain.filter(([, value]) => isAnyId(value));
  const keys = plain.filter(([name, value]) => keying.test(name) && typeof value === 'number');
  const [only, other] = ids.length > 0 ? ids : keys;
  return other === undefined ? only?.[1] : undefined;
}

export function idIn(row: Row): string | number | undefined {
  const plain = Object.entries(row).filter(
    (entry): entry is [string, string | number] =>
      (typeof entry[1] === 'string' && entry[1] !== '') || typeof entry[1] === 'number',
  );
  const own = plain.find(([name]) => idNames.test(name));
  if (own !== undefined) return own[1];
  const [only, other] = plain.filter(([name]) => idEnd.test(name));
  if (only === undefined) return idBesideName(plain);
  return other === undefined ? only[1] : undefined;
}

/** Returns the stem of a field name: the same for `responsibleIds`, `Responsibles` and `responsible_id`. */
export const fieldStem = (name: string): string => lettersOf(name.replace(idEnd, '')).replace(/s$/, '');

/** Fields that only the service writes (API description, Entity reference), and fields that every change updates. */
const bookkeeping =
  /^(?:_?id|docid|creat(?:ed|ion|or)(?:at|on|by|date|time|utc|user)*|(?:last)?(?:changed?|modified|modification|updated?|edited)(?:at|on|by|date|time|stamp|utc|user)*|url|href|_?links?|self|type_?name|version|row_?version|etag|_?rev(?:ision)?|history|changes|log|journal|audit\w*)$/i;
export const isBookkeeping = (name: string): boolean => bookkeeping.test(name.replace(/[-_]/g, ''));

/** Returns the record in an answer, which may be wrapped in another object. */
export function recordIn(answer: unknown): Row | undefined {
  const alone = Array.isArray(answer) && answer.length === 1 ? answer[0] : answer;
  if (!isRow(alone)) return undefined;
  if (idIn(alone) !== undefined) return alone;
  const [inside, other] = Object.values(alone).filter(isRow);
  return inside !== undefined && other === undefined && idIn(inside) !== undefined ? inside : alone;
}

export interface FoundField {
  readonly name: string;
  readonly value: unknown;
}

/**
 * Finds a field by one of its names: first by the exact name, then regardless of case and separators, then by the stem
 * (`fieldStem`).
 */
export function fieldCalled(row: Row, names: readonly string[]): FoundField | undefined {
  const keys = Object.keys(row);
  const spellings: readonly ((key: string, name: string) => boolean)[] = [
    (key, name) => key === name,
    (key, name) => lettersOf(key) === lettersOf(name),
    (key, name) => fieldStem(key) === fieldStem(name),
  ];
  for (const isCalled of spellings)
    for (const wanted of names) {
      const [key, other] = keys.filter((one) => isCalled(one, wanted));
      if (key !== undefined && other === undefined) return { name: key, value: row[key] };
      const filled = [key, other].find((one) => one !== undefined && !isEmptyValue(row[one]));
      if (filled !== undefined) return { name: filled, value: row[filled] };
    }
  return undefined;
}
