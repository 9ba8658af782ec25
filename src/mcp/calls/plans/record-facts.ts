import type { Arguments } from '../../../api/client/build-request.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import { isRow, type Row } from '../../../contract/records/row.ts';
import { said } from '../../../contract/worded.ts';
import { fieldStem, isEmptyValue } from '../../../json/record-value.ts';
import { lastDayBefore } from '../../guards/question/sent-values.ts';
import type { Voice } from '../../guards/question/wording.ts';
import { captionWithin, hasId } from '../changes/told/told-change.ts';
import { sentFields } from '../changes/told/told-fields.ts';
import { toldMessages } from '../changes/told/told-messages.ts';
import { valueInWords } from '../changes/told/told-value.ts';

/** Maximum number of facts, and of entries of a list in a fact. Further ones are left out, because a plan has many rows. */
const most = { facts: 2, entries: 3 };

/** Fields that the line for a row of a plan already contains. */
const named = ['Case', 'Object'];

/**
 * Returns the fields that help people recognize a record, except those that the change writes. Returns none if the
 * operation changes no record, such as a notification.
 * @param order names of the fields that help people recognize records of any kind, the most important first
 */
export function recordFacts(
  order: readonly string[],
  { definition, args, was }: { readonly definition: Operation; readonly args: Arguments; readonly was: Row },
): Row {
  if (definition.stores === undefined && definition.removes === undefined) return {};
  const sent = sentFields(definition, args, { was, is: undefined });
  const changed = new Set(sent.flatMap(({ name, path }) => [name, path]).map(fieldStem));
  const known = order.filter((name) => !named.includes(name) && !isEmptyValue(was[name]));
  const left = known.slice(0, most.facts).filter((name) => !changed.has(fieldStem(name)));
  return Object.fromEntries(left.map((name) => [name, factOf(was, name)]));
}

/** Returns the value of a field. An all-day event ends at midnight after its last day (API description, Event). */
const factOf = (was: Row, name: string): unknown =>
  name === 'EndDate' && was.AllDay === true ? (lastDayBefore(was[name]) ?? was[name]) : was[name];

/** Describes the fields that `recordFacts` returns. References without a name are only counted, except groups. */
export const factsInWords = (voice: Voice, facts: Row): string =>
  Object.entries(facts)
    .flatMap(([name, value]) => {
      const entries = [value].flat();
      const shown = entries.slice(0, most.entries).flatMap((one) => entryInWords(voice, one));
      const rest = entries.length - shown.length;
      const more = rest > 0 ? [said(voice.language, toldMessages.more, { count: rest })] : [];
      const label = captionWithin(voice, name);
      const is = [...shown, ...more].join(', ');
      return shown.length === 0 ? [] : [said(voice.language, toldMessages.now, { label, is })];
    })
    .join('; ');

function entryInWords(voice: Voice, entry: unknown): string[] {
  const words = valueInWords(voice, entry);
  if (!hasId.test(words)) return [words];
  // No operation of the API returns a group, so its name may be unknown.
  return isRow(entry) && entry.Type === 'Group' ? [said(voice.language, toldMessages.group)] : [];
}
