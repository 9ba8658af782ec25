import { answerNames, taggedFields } from '../../contract/records/answer-names.ts';
import { lettersOf } from '../../contract/records/letters.ts';
import { parseExact } from '../../json/exact.ts';
import { zonelessMoment } from '../../util/local-moment.ts';

/** Adds a zone to a date-time that the service wrote without one. */
export type ReadMoment = (zoneless: string) => string;

/**
 * Parses a response. Numbers that JavaScript cannot represent become strings of digits. Names whose letter case or word
 * separators differ from the API description get its spelling. Date-times without a zone get a zone.
 * @throws SyntaxError if the text is not JSON
 */
export function readJson(text: string, readMoment: ReadMoment): unknown {
  const value = parseExact(text);
  if (typeof value !== 'object' || value === null) return value;
  if (respell(value, false)) readMoments(value, readMoment);
  return value;
}

/** Quick test for a date-time without a zone: it has a T at this place, and ends in a digit. */
const mayBeZoneless = (text: string): boolean =>
  text.charCodeAt(10) === 0x54 && isDigit(text.charCodeAt(text.length - 1));
const isDigit = (unit: number) => unit >= 0x30 && unit <= 0x39;

/**
 * Changes names to the spelling of the API description, in place. Tags that users define stay. Returns whether the JSON
 * may contain a date-time without a zone.
 */
function respell(value: object, isTagged: boolean): boolean {
  let isAnyZoneless = false;
  if (Array.isArray(value)) {
    for (const item of value)
      if (typeof item === 'string') isAnyZoneless ||= mayBeZoneless(item);
      else if (typeof item === 'object' && item !== null && respell(item, false)) isAnyZoneless = true;
    return isAnyZoneless;
  }
  const fields = value as Record<string, unknown>;
  for (const given of Object.keys(fields)) {
    const held = fields[given];
    const name = isTagged ? given : spelt(given, held);
    if (typeof held === 'string') isAnyZoneless ||= mayBeZoneless(held);
    else if (typeof held === 'object' && held !== null && respell(held, taggedFields.has(name)))
      isAnyZoneless = true;
    if (name === given || Object.hasOwn(fields, name)) continue;
    fields[name] = held;
    delete fields[given];
  }
  return isAnyZoneless;
}

const byLetters = new Map(Array.from(answerNames, (name) => [lettersOf(name), name]));
function spelt(name: string, value: unknown): string {
  if (answerNames.has(name)) return name;
  const letters = lettersOf(name);
  const isMoment = typeof value === 'string' || typeof value === 'number';
  return byLetters.get(letters) ?? (isMoment ? stamps.get(letters) : undefined) ?? name;
}

/** Names that frameworks use for the two date-times that every record has (API description). */
const stamps = new Map([
  ...['created', 'createdat', 'createdon', 'createdate', 'createddate', 'creationtime', 'datecreated'].map(
    (name) => [name, 'CreationDate'] as const,
  ),
  ...[
    ...[
      'updated',
      'updatedat',
      'updatedon',
      'updatedate',
      'updateddate',
      'changed',
      'changedat',
      'changedon',
    ],
    ...['modified', 'modifiedat', 'modifiedon', 'modifieddate', 'lastmodified', 'lastmodifiedat'],
    ...['lastmodifieddate', 'lastupdated', 'lastupdate', 'datemodified', 'dateupdated'],
  ].map((name) => [name, 'LastChangeDate'] as const),
]);

function readMoments(value: object, readMoment: ReadMoment): void {
  const fields = value as Record<string, unknown>;
  for (const name of Object.keys(fields)) {
    const held = fields[name];
    if (typeof held === 'string') {
      if (zonelessMoment.test(held)) fields[name] = readMoment(held);
    } else if (typeof held === 'object' && held !== null) readMoments(held, readMoment);
  }
}
