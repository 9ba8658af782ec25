import type { Question } from '../../../contract/features/card.ts';
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
  showValue,
  type Voice,
} from './wording.ts';

/** Limits for data that only helps users to recognize a record, in characters. `items` is a number of list entries. */
const most = { name: 300, detail: 100, fact: 200, items: 5, record: 1000 };

type Fields = Readonly<Record<string, unknown>>;
const isWritten = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Checks whether the record has a name. */
export const isNamed = (record: unknown): record is Fields & { readonly Name: string } =>
  isWritten((record as Fields | null | undefined)?.Name);

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
  if (!isNamed(record))
    return {
      record: [{ label: say(voice, 'now'), value: showInShort(voice, record, most.record) }],
      facts: [],
    };
  const details = ['Number', 'Email', 'EntityKind', 'Status'].flatMap((key) => {
    const value = record[key];
    return isWritten(value) ? [{ label: captionOf(voice, key), value: word(voice, value, most.detail) }] : [];
  });
  let left = most.record;
  const told = facts.flatMap((key) => {
    const value = showFact(voice, record[key]);
    if (value === undefined) return [];
    const row = { label: captionOf(voice, key), value };
    left -= rowText(row).length;
    return left < 0 ? [] : [row];
  });
  return {
    record: [
      { label: say(voice, 'actsOn'), value: quotedInShort(voice, record.Name, most.name) },
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
function showFact(voice: Voice, field: unknown): string | undefined {
  if (Array.isArray(field)) {
    const shown = field.slice(0, most.items).flatMap((item) => showFact(voice, item) ?? []);
    const rest = field.length - most.items;
    if (rest > 0) shown.push(say(voice, 'more', rest));
    return shown.length > 0 ? shown.join(', ') : undefined;
  }
  const { Name, Email, Id = field } = (field ?? {}) as Fields;
  const id = isWritten(Id) ? Id.toLowerCase() : '';
  const called = [Name, voice.called.get(id), Email, field].find(isWritten);
  if (called === undefined) return voice.called.has(id) ? showValue(voice, id) : undefined;
  return isMoment(called) ? momentText(voice, called) : word(voice, called, most.fact);
}
