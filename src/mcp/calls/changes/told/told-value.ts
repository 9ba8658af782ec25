import { isRow, type Row } from '../../../../contract/records/row.ts';
import { isUuid } from '../../../../contract/uuid.ts';
import { said } from '../../../../contract/worded.ts';
import { isEmptyValue } from '../../../../json/record-value.ts';
import { isMoment, known, momentText, type Voice } from '../../../guards/question/wording.ts';
import { timesBefore, toldMessages } from './told-messages.ts';

/** Maximum length of a string value and of a name, in characters, and maximum number of list entries. */
const most = { text: 120, name: 160, entries: 12 };

/** Fields of any record that mean nothing to a reader. */
const unsaid = new Set(['CreationDate', 'LastChangeDate', 'Url']);

/** Describes a value from a record: a reference by its name, a date-time in local time, and a list by its entries. */
export function valueInWords(voice: Voice, value: unknown): string {
  const { language } = voice;
  if (isEmptyValue(value)) return said(language, toldMessages.empty);
  if (Array.isArray(value)) return listInWords(voice, value);
  if (isRow(value)) return rowInWords(voice, value);
  if (typeof value === 'boolean') return said(language, toldMessages[value ? 'yes' : 'no']);
  return typeof value === 'string' ? textInWords(voice, value) : String(value);
}

function listInWords(voice: Voice, list: readonly unknown[]): string {
  const shown = list.slice(0, most.entries).map((one) => valueInWords(voice, one));
  const rest = list.length - shown.length;
  if (rest > 0) shown.push(said(voice.language, toldMessages.more, { count: rest }));
  return shown.join(', ');
}

/** Returns the unit of a time before an event, such as `{ Value: 3, Unit: 'Day' }`. Returns undefined for other groups. */
export function unitBefore({ Value, Unit }: Row): keyof typeof timesBefore | undefined {
  const isTime = Number.isInteger(Value) && typeof Unit === 'string' && Object.hasOwn(timesBefore, Unit);
  return isTime ? (Unit as keyof typeof timesBefore) : undefined;
}

/**
 * Describes a reference by its name, a party by name and role, a time before an event in words, and any other group
 * field by field.
 */
function rowInWords(voice: Voice, row: Row): string {
  const unit = unitBefore(row);
  if (unit !== undefined) return said(voice.language, timesBefore[unit], { count: Number(row.Value) });
  const { Name, Participant, Role, EntityId, Email, Id } = row;
  if (isRow(Participant)) {
    const role = isEmptyValue(Role) ? '' : ` (${valueInWords(voice, Role)})`;
    return `${valueInWords(voice, Participant)}${role}`;
  }
  if (typeof Name === 'string' && Name !== '') return plainLine(Name, most.name);
  const ids = [EntityId, Id].filter((id): id is string => typeof id === 'string' && isUuid(id));
  const named = ids.find((id) => voice.called.get(id.toLowerCase()) !== undefined);
  if (named === undefined && typeof Email === 'string' && Email !== '') return plainLine(Email, most.name);
  const id = named ?? ids[0];
  if (id !== undefined) return calledBy(voice, id);
  return Object.entries(row)
    .filter(([name, one]) => !isEmptyValue(one) && !unsaid.has(name))
    .slice(0, most.entries)
    .map(([name, one]) => `${plainLine(name, most.name)} ${valueInWords(voice, one)}`)
    .join('; ');
}

function calledBy({ language, called }: Voice, id: string): string {
  const name = called.get(id.toLowerCase());
  return name === undefined ? said(language, toldMessages.nameless, { id }) : plainLine(name, most.name);
}

function textInWords(voice: Voice, text: string): string {
  if (isUuid(text)) return calledBy(voice, text);
  if (isMoment(text)) return momentText(voice, text);
  const word = known(voice, text);
  if (word !== undefined) return word;
  const line = plainLine(text, most.text);
  const isWord = /^[\p{L}\p{N}.,@+/-]{1,40}$/u.test(line);
  const cut =
    text.length > most.text ? ` ${said(voice.language, toldMessages.cut, { count: text.length })}` : '';
  return isWord ? line : `${inQuotes(voice, line)}${cut}`;
}

export const inQuotes = ({ language }: Pick<Voice, 'language'>, line: string): string =>
  language === 'ru' ? `«${line}»` : `"${line}"`;

/**
 * Puts a string on one line, with line breaks as `⏎`, and cuts it to `length` characters. Replaces straight quotation
 * marks, so that none of them ends the quotation around the string.
 */
export function plainLine(text: string, length: number): string {
  const line = text
    .split(/[\r\n]/)
    .map((one) => one.replace(/\s+/g, ' ').trim())
    .filter((one) => one !== '')
    .join(' ⏎ ')
    .replaceAll('"', '”');
  return line.length <= length ? line : `${line.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…`;
}
