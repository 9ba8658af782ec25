import { answerNames, taggedFields } from '../../contract/records/answer-names.ts';
import { lettersOf } from '../../contract/records/letters.ts';
import { parseExact } from '../../json/exact.ts';
import { zonelessMoment } from '../../util/local-moment.ts';

/** A moment that the service writes without a zone, as one with a zone. */
export type ReadMoment = (zoneless: string) => string;

/**
 * What an answer says, for whoever reads it here: numbers that JavaScript cannot hold are their digits, names are spelt
 * as the API description spells them where a deployment has other cases or separators of words, and moments have a zone.
 * @throws SyntaxError for what is no JSON
 */
export function readJson(text: string, readMoment: ReadMoment): unknown {
  const value = parseExact(text);
  if (typeof value !== 'object' || value === null) return value;
  respell(value, false);
  if (anyZoneless.test(text)) readMoments(value, readMoment);
  return value;
}

/** In a text that holds one; others may look so too. */
const anyZoneless = /"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?"/;

/** @param isTagged its own names are nobody's to change */
function respell(value: object, isTagged: boolean): void {
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object' && item !== null) respell(item, false);
    return;
  }
  const fields = value as Record<string, unknown>;
  for (const given of Object.keys(fields)) {
    const held = fields[given];
    const name = isTagged ? given : spelt(given, held);
    if (typeof held === 'object' && held !== null) respell(held, taggedFields.has(name));
    if (name === given || Object.hasOwn(fields, name)) continue;
    fields[name] = held;
    delete fields[given];
  }
}

const byLetters = new Map(Array.from(answerNames, (name) => [lettersOf(name), name]));
function spelt(name: string, value: unknown): string {
  if (answerNames.has(name)) return name;
  const letters = lettersOf(name);
  const isMoment = typeof value === 'string' || typeof value === 'number';
  return byLetters.get(letters) ?? (isMoment ? stamps.get(letters) : undefined) ?? name;
}

/** What frameworks call the moments that the API description has in every record. */
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
