import type { Arguments } from '../../../../api/client/build-request.ts';
import type { Operation } from '../../../../contract/operations/operation.ts';
import { shapeShownBy } from '../../../../contract/records/answer-fields.ts';
import type { Row } from '../../../../contract/records/row.ts';
import { isUuid } from '../../../../contract/uuid.ts';
import { said } from '../../../../contract/worded.ts';
import { isEmptyValue, plainText } from '../../../../json/record-value.ts';
import { captionOf, isMoment, type Voice } from '../../../guards/question/wording.ts';
import type { NotedKept } from '../../../output/kept-notes.ts';
import { removedEntries } from '../verify-removed.ts';
import { sentFields, type ToldField, toldFields } from './told-fields.ts';
import { recordNouns, toldMessages } from './told-messages.ts';
import { inQuotes, plainLine, valueInWords } from './told-value.ts';

/** Data from which a change is described. The fields in the records have the catalogue's names. */
export interface ChangeMade {
  readonly definition: Operation;
  readonly args: Arguments;
  /**
   * The record before the change. Undefined if the change created it, if it was not read, or if assistants may not read
   * it.
   */
  readonly was: Row | undefined;
  /** The record after the change. */
  readonly is: Row | undefined;
  /** True if `is` comes from a read after the change, false if it comes from the response to the change. */
  readonly isRead: boolean;
  /** Whether a read after the change showed that the record no longer exists. */
  readonly isGone: boolean;
  readonly kept: NotedKept;
}

/** Matches text that contains an id, because ids mean nothing to a reader. */
export const hasId = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i;

/** Maximum length of one sentence, in characters. A longer sentence is cut. */
const longest = 2000;

/**
 * Describes a change in one line for people: the record, the old and new value of each sent field, and any other
 * changes. Returns undefined if the record's name is unknown, or if there is nothing to describe.
 */
export function changeInWords(voice: Voice, change: ChangeMade): string | undefined {
  const { definition, args, was, is } = change;
  const record = is ?? was;
  if (record === undefined || nameIn(record) === undefined) return undefined;
  const parts = whatWasDone(voice, change);
  if (parts === undefined) return undefined;
  const fields = sentFields(definition, args, { was, is });
  const more = [...othersIn(voice, change, fields), ...duplicatesIn(voice, change)];
  const head = recordInWords(voice, nounOf(voice, definition), record);
  return [...[`${head}: ${parts}`, ...more].map((one) => sentence(cut(one))), endOf(voice, change)].join(' ');
}

/** Adds to a description whether the record was read after the change. */
export const withEnd = (voice: Voice, change: ChangeMade, words: string): string =>
  `${sentence(cut(words))} ${endOf(voice, change)}`;

function endOf({ language }: Voice, { kept, isGone, isRead }: ChangeMade): string {
  const isUnread = kept.isUncompared === true || !(isGone || isRead);
  return said(language, toldMessages[isUnread ? 'unread' : isGone ? 'gone' : 'readBack']);
}

/** Returns the name of a record. Without a field `Name`, returns another name, such as that of a file or role. */
export function nameIn(record: Row): string | undefined {
  const other = Object.keys(record).find((key) => /^(?!first|last|middle)\w*name$/i.test(key));
  return [record.Name, other && record[other]].find(
    (name): name is string => typeof name === 'string' && name !== '',
  );
}

const cut = (line: string) => (line.length <= longest ? line : `${line.slice(0, longest)}…`);
const sentence = (line: string) => (/[.…]$/.test(line) ? line : `${line}.`);

/** Returns the noun for the record that an operation creates or changes. Returns undefined if there is none. */
export function nounOf({ language }: Voice, { stores, target }: Operation): string | undefined {
  const shape = shapeShownBy(stores?.shownBy ?? target?.tool ?? '');
  return shape && recordNouns[shape]?.[language];
}

/** Returns the record's type, name, number and case, by which people recognize it. */
export function recordInWords(voice: Voice, noun: string | undefined, record: Row): string {
  const name = inQuotes(voice, plainLine(nameIn(record) ?? '', 160));
  const about = [record.Number, record.Case]
    .filter((one) => !isEmptyValue(one))
    .map((one) => plainLine(typeof one === 'string' ? one : valueInWords(voice, one), 160));
  return `${noun ?? ''} ${name}${about.length > 0 ? ` (${about.join(', ')})` : ''}`.trim();
}

function whatWasDone(voice: Voice, change: ChangeMade): string | undefined {
  const { definition, args, was, is } = change;
  const { language } = voice;
  const { stores, access, removes } = definition;
  if (removes !== undefined && !removes.list)
    return change.isGone && removes.list === undefined ? said(language, toldMessages.deleted) : undefined;
  if (removes?.list !== undefined) {
    const gone = was === undefined ? [] : removedEntries(removes, args, was);
    if (gone.length === 0) return undefined;
    const entry = gone.map((one) => valueInWords(voice, one)).join(', ');
    return said(language, toldMessages.removed, { list: captionWithin(voice, removes.list), entry });
  }
  if (stores?.entryOf !== undefined) {
    const entry = Object.entries(args).filter(([name]) => name in (definition.body ?? {}));
    const words = entry.map(([name, value]) => `${captionWithin(voice, name)} ${valueInWords(voice, value)}`);
    return said(language, toldMessages.added, {
      list: captionWithin(voice, stores.entryOf),
      entry: words.join(', '),
    });
  }
  if (stores?.becomes !== undefined)
    return movedText(voice, { label: captionWithin(voice, 'Status'), was: was?.Status, is: is?.Status });
  const parts = sentFields(definition, args, { was, is })
    // Omit the name and the case of a created record, because the beginning of the line already contains them.
    .filter((field) => access !== 'create' || !/^(?:name|case(?:id)?)$/i.test(field.name) || isOther(field))
    .map((field) => fieldText(voice, change, field));
  if (access === 'create') parts.unshift(said(language, toldMessages.made));
  return parts.length === 0 ? undefined : parts.join('; ');
}

function fieldText(voice: Voice, { was, kept, is, definition }: ChangeMade, field: ToldField): string {
  const { language } = voice;
  const label = field.isTag ? plainLine(field.name, 80) : captionWithin(voice, field.name);
  const now = (value: unknown) => ({ label, is: valueInWords(voice, value) });
  const isOtherName = definition.access === 'create' && /^name$/i.test(field.name) && isOther(field);
  const isIn = (paths: readonly string[]) =>
    paths.some((path) => path === field.path || path.startsWith(`${field.path}.`));
  if (isIn(kept.unkept) || isOtherName) return said(language, toldMessages.refused, now(field.is));
  const isUnseen = isIn(kept.unseen) || is === undefined;
  if (isUnseen || (field.is === undefined && !isEmptyValue(field.sent)))
    return said(language, toldMessages.unseen, now(field.sent));
  if (was === undefined || definition.access === 'create')
    return said(language, toldMessages.now, now(field.is));
  return movedText(voice, { label, was: field.was, is: field.is });
}

export function movedText(
  voice: Voice,
  { label, was, is }: { readonly label: string; readonly was: unknown; readonly is: unknown },
): string {
  const [before, after] = [was, is].map((one) => valueInWords(voice, one));
  const isCut = typeof is === 'string' && !isUuid(is) && plainText(was) !== plainText(is);
  const isSame = before === after && (!isCut || isMoment(is));
  if (isSame || (isEmptyValue(was) && isEmptyValue(is)))
    return said(voice.language, toldMessages.same, { label, is: after ?? '' });
  return said(voice.language, toldMessages.moved, { label, was: before ?? '', is: after ?? '' });
}

/** Checks whether the record lacks a sent field, or contains a different text in it. */
const isOther = ({ sent, is }: ToldField): boolean =>
  is === undefined ||
  (typeof sent === 'string' && typeof is === 'string' && !isUuid(sent) && spaced(sent) !== spaced(is));
const spaced = (text: string) => text.replace(/\s+/g, ' ').trim();

/**
 * Returns a sentence about the requested check for duplicates. If the service finds a duplicate, it refuses the change.
 */
const duplicatesIn = ({ language }: Voice, { args }: ChangeMade): string[] =>
  args.CheckForDuplicates === true ? [said(language, toldMessages.unduplicated)] : [];

/** Returns a sentence about values that changed although the call did not send them. */
function othersIn(
  voice: Voice,
  { kept, definition, is }: ChangeMade,
  fields: readonly ToldField[],
): string[] {
  const { language } = voice;
  if (definition.access === 'create') {
    if (definition.stores?.entryOf !== undefined || is === undefined) return [];
    const set = toldFields(is, fields)
      .map(([name, value]) => ({ label: captionWithin(voice, name), is: valueInWords(voice, value) }))
      // Omit an id without a name, because it means nothing to the reader.
      .filter((one) => !hasId.test(one.is))
      .map((one) => said(language, toldMessages.now, one));
    return set.length === 0 ? [] : [said(language, toldMessages.set, { parts: set.join('; ') })];
  }
  const moved = (kept.others ?? []).map(({ path, was, is: now }) =>
    movedText(voice, { label: plainLine(path.join('.'), 80), was, is: now }),
  );
  return moved.length === 0 ? [] : [said(language, toldMessages.others, { parts: moved.join('; ') })];
}

/** Returns a field's caption for use within a sentence: `StatusId` becomes *status*. */
export function captionWithin(voice: Voice, api: string): string {
  const name = api.replace(/(?<=[a-z])Ids?$/, '');
  const caption = captionOf(voice, name);
  return /^\p{Lu}\p{Ll}/u.test(caption) ? caption.charAt(0).toLowerCase() + caption.slice(1) : caption;
}
