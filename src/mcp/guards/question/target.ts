import type { Question } from '../../../contract/features/card.ts';
import type { Row } from '../../../contract/records/row.ts';
import { isUuid } from '../../../contract/uuid.ts';
import { cutLine } from './visible-text.ts';
import {
  captionOf,
  isMoment,
  known,
  momentText,
  quotedInShort,
  rowText,
  say,
  showInShort,
  showPair,
  showValue,
  type Voice,
} from './wording.ts';

/** Limits for data that only helps users to recognize a record, in characters. `items` is a number of list entries. */
const most = { name: 300, detail: 100, fact: 200, items: 5, record: 1000 };

const isId = (value: unknown) => typeof value === 'string' && isUuid(value);
const isWritten = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Returns the field with the name of a record: `Name`, or the only field such as `RoleName`. */
export function nameFieldOf(record: unknown): string | undefined {
  if (typeof record !== 'object' || record === null) return undefined;
  const fields = record as Row;
  if (isWritten(fields.Name)) return 'Name';
  const [only, other] = Object.keys(fields).filter(
    (name) => /^[A-Z][a-z]+Name$/.test(name) && isWritten(fields[name]),
  );
  return other === undefined ? only : undefined;
}

/**
 * Describes a record in a few rows: name, number, address, type and state, then distinguishing data. If the record has
 * no name, its content describes it. Record text is in quotation marks, because outsiders may have written it.
 * @param record record from which secrets have been removed
 */
export function describeTarget(
  voice: Voice,
  record: unknown,
  facts: readonly string[],
): Pick<Question, 'record' | 'facts'> {
  if (record === undefined || record === null) return { record: [], facts: [] };
  const nameField = nameFieldOf(record);
  if (nameField === undefined)
    return {
      record: [{ label: say(voice, 'now'), value: showInShort(voice, record, most.record) }],
      facts: [],
    };
  const fields = record as Row;
  // If the name of the record is in a field other than `Name`, the importance of its fields is unknown, so all of them
  // are shown.
  const all =
    nameField === 'Name'
      ? facts
      : Object.keys(fields).filter((key) => key !== nameField && !isId(fields[key]));
  const details = ['Number', 'Email', 'EntityKind', 'Status'].flatMap((key) => {
    const value = fields[key];
    return isWritten(value) ? [{ label: captionOf(voice, key), value: word(voice, value, most.detail) }] : [];
  });
  let left = most.record;
  const told = all.flatMap((key) => {
    const value = showFact(voice, fields[key]);
    if (value === undefined) return [];
    const row = { label: captionOf(voice, key), value };
    left -= rowText(row).length;
    return left < 0 ? [] : [row];
  });
  return {
    record: [
      { label: say(voice, 'actsOn'), value: quotedInShort(voice, String(fields[nameField]), most.name) },
      ...details,
    ],
    facts: told,
  };
}

/** Cuts a line, and closes a quotation mark that the cut left open. */
export function inShort(line: string, length = most.record): string {
  if (line.length <= length) return line;
  const start = cutLine(line, length);
  return `${start}…${start.split('"').length % 2 === 0 ? '"' : ''}`;
}

const word = (voice: Voice, text: string, length: number) =>
  quotedInShort(voice, known(voice, text) ?? text, length);

/** Describes a field in plain words. Returns undefined if the field has no meaning for people. */
export function showFact(voice: Voice, field: unknown): string | undefined {
  if (Array.isArray(field)) {
    const pairs = field.map((item) => showPair(item));
    if (pairs.length > 0 && pairs.every((pair) => pair !== undefined)) return inShort(pairs.join('; '));
    const shown = field.slice(0, most.items).flatMap((item) => showFact(voice, item) ?? []);
    // Count the entries that cannot be described, so that the shown ones do not seem to be all entries.
    const rest = field.length - shown.length;
    if (rest > 0 && shown.length > 0) shown.push(say(voice, 'more', rest));
    return shown.length > 0 ? shown.join(', ') : undefined;
  }
  // The id of an attendee's record is `EntityId` (API description, Attendee); `Id` is that of the entry.
  const { Name, Email, Id = field, EntityId = Id } = (field ?? {}) as Row;
  const id = isWritten(EntityId) ? EntityId.toLowerCase() : '';
  const called = [Name, voice.called.get(id), Email, field].find(isWritten);
  if (called === undefined) return voice.called.has(id) ? showValue(voice, id) : undefined;
  return isMoment(called) ? momentText(voice, called) : word(voice, called, most.fact);
}

/** Checks whether a fact shows only a part of its field. */
export function isCut(voice: Voice, fact: string): boolean {
  const count = Number(fact.match(/\d+/g)?.at(-1) ?? 0);
  return fact.includes('…') || fact.endsWith(say(voice, 'more', count));
}
