import type { ShapeName } from '../contract/records/answer-fields.ts';
import type { Row } from '../contract/records/row.ts';
import {
  attendeeType,
  entityKind,
  objectStatus,
  participantType,
  responsibleType,
} from '../contract/records/vocabulary.ts';
import { uuidOf } from '../contract/uuid.ts';

/** Catalogue fields that contain a date with or without time. */
const moments = new Set(['CreationDate', 'LastChangeDate']);
/** Catalogue fields that contain a day without a time: a due date, and the date of a document. */
const days = new Set(['ExecutionDate', 'Date']);
/** Catalogue fields that contain a day without a time if the event lasts all day. */
const daysOfEvents = new Set(['StartDate', 'EndDate']);
const flags = new Set([
  ...['AllDay', 'IsArchive', 'IsClient', 'IsLocked'],
  ...['IsFinal', 'IsFinished', 'IsCompleted', 'IsClosed', 'IsClosing', 'IsDone'],
]);
/**
 * Enumeration values by normalized spelling. A number in such a field counts as missing, because its meaning is
 * unknown.
 */
const wordsOf: Readonly<Partial<Record<ShapeName, Readonly<Record<string, ReadonlyMap<string, string>>>>>> = {
  case: { Status: byLetters(Object.values(objectStatus)) },
  document: { EntityKind: byLetters(Object.values(entityKind)) },
  attendee: { Type: byLetters(Object.values(attendeeType)) },
};
/** Like `wordsOf`, for fields that may also contain other values, including numbers. */
const wordsAmongOthers: typeof wordsOf = {
  reference: { Type: byLetters([...Object.values(responsibleType), ...Object.values(participantType)]) },
  participant: { Type: byLetters(Object.values(participantType)) },
};
const ids = new Set(['Id', 'EntityId', 'DocumentFolderId', 'DictionaryId']);
const labels = new Set(['Name', 'Number']);

/** Normalizes a value. `row` is the record, with the catalogue's names. Returns undefined if the format is unknown. */
type ReadValue = (value: unknown, row: Row) => unknown;

/**
 * Returns the function that normalizes the values of a field: ids to lower case with hyphens, date-times to UTC,
 * booleans to true or false, and names to ordinary spaces. A value whose format is unknown counts as missing. Returns
 * undefined if the values of the field stay unchanged.
 */
export function valueReader(shape: ShapeName, name: string): ReadValue | undefined {
  const read = readerByName(name) ?? readerOfWords(wordsOf[shape]?.[name], wordsAmongOthers[shape]?.[name]);
  return (
    read &&
    ((value, row) => (value === null || value === '' || value === undefined ? value : read(value, row)))
  );
}

function readerByName(name: string): ReadValue | undefined {
  if (ids.has(name)) return readId;
  if (days.has(name)) return (value) => readMoment(value, true);
  if (daysOfEvents.has(name)) return (value, { AllDay }) => readMoment(value, readFlag(AllDay) === true);
  if (moments.has(name)) return (value) => readMoment(value, false);
  if (flags.has(name)) return readFlag;
  return labels.has(name) ? (value) => (typeof value === 'string' ? readLabel(value) : value) : undefined;
}

type Words = ReadonlyMap<string, string> | undefined;

const readerOfWords = (words: Words, amongOthers: Words): ReadValue | undefined =>
  (words ?? amongOthers) &&
  ((value) => {
    if (typeof value === 'number' && words !== undefined) return undefined;
    return typeof value === 'string' ? ((words ?? amongOthers)?.get(lettersOf(value)) ?? value) : value;
  });

/** Normalizes an enumeration value, because services write `InWork`, `IN_WORK` or `in-work`. */
function lettersOf(text: string): string {
  return text.replace(/[\s_-]/g, '').toLowerCase();
}

function byLetters(words: readonly string[]): ReadonlyMap<string, string> {
  return new Map(words.map((word) => [lettersOf(word), word]));
}

/** Normalizes an id. A number becomes a string of digits, because some services use numbers as ids. */
function readId(value: unknown): unknown {
  if (typeof value === 'string') return uuidOf(value) ?? value;
  return isNumberOfRecord(value) ? String(value) : value;
}

/** Checks whether a value may be a numeric id. */
export const isNumberOfRecord = (value: unknown): value is number => Number.isSafeInteger(value);

const inUtc = /^\d{4}-\d\d-\d\dT[\d:.]{5,}Z$/;
const dayAlone = /^\d{4}-\d\d-\d\d$/;
const ofAnyZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?[+-]\d\d:?\d\d$/;
const midnight = /^(\d{4}-\d\d-\d\d)T00:00(?::00(?:\.0+)?)?[+-]/;
/** A date-time in milliseconds since 1970, as old .NET serializers write it. */
const inBrackets = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/;
/**
 * Range of numbers that are read as milliseconds since 1970. It starts in 1973, because smaller numbers may be seconds.
 */
const leastMs = 1e11;
const mostMs = 1e14;

function readMoment(value: unknown, isWholeDay: boolean): string | undefined {
  if (typeof value === 'number') return momentAt(value);
  if (typeof value !== 'string') return undefined;
  if (inUtc.test(value)) return value;
  if (dayAlone.test(value)) return `${value}T00:00:00Z`;
  const [, day] = midnight.exec(value) ?? [];
  // The service may send a date without time as midnight in its own time zone.
  if (isWholeDay && day !== undefined) return `${day}T00:00:00Z`;
  if (ofAnyZone.test(value)) return momentOf(Date.parse(value));
  const ms = inBrackets.exec(value)?.[1];
  return ms === undefined ? undefined : momentOf(Number(ms));
}

const momentAt = (ms: number) => (ms >= leastMs && ms < mostMs ? momentOf(ms) : undefined);
const momentOf = (ms: number) =>
  Number.isNaN(ms) || Math.abs(ms) > 8e15 ? undefined : new Date(ms).toISOString();

const words: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false };

const readFlag = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : words[String(value).trim().toLowerCase()];

/** Matches strings that need normalization. Most do not. */
const isUntidy = /[\u00a0\u2007\u202f]|^\s|\s$/;
const readLabel = (text: string): string =>
  isUntidy.test(text) ? text.replace(/[\u00a0\u2007\u202f]/g, ' ').trim() || text : text;
