import type { Sent } from '../../../api/client/build-request.ts';
import type { Question, QuestionRow } from '../../../contract/features/card.ts';
import type { QuestionWords } from '../../../contract/features/question.ts';
import { moreArgument } from '../../../contract/operations/field-marks.ts';
import { isRow, type Row } from '../../../contract/records/row.ts';
import { idIn, isEmptyValue } from '../../../json/record-value.ts';
import { findLinks, stringsIn } from '../../outbound/find-links.ts';
import { showLink } from '../../outbound/link.ts';
import type { Proposal } from '../proposal.ts';
import type { Refusal } from '../refusal.ts';
import { namesWithin, replacedValues } from './before-values.ts';
import { describeLost } from './losses.ts';
import { planQuestionOf } from './plan.ts';
import type { Called } from './record-names.ts';
import { type AskedValue, lastDayOf } from './sent-values.ts';
import { describeTarget, isCut, nameFieldOf, showFact } from './target.ts';
import { excessOf, tooLong } from './too-long.ts';
import { oneLine } from './visible-text.ts';
import {
  captionOf,
  maxQuestion,
  momentText,
  quoted,
  quotedInShort,
  rowText,
  say,
  showAlone,
  showEntry,
  showInShort,
  showValue,
  type Voice,
} from './wording.ts';

/**
 * Returns the parts of a confirmation: the action, the record as it was just read, and every value and link that will
 * be sent. No part addresses assistants.
 * @returns a refusal if the confirmation would be longer than a dialog can show
 */
export async function questionOf(proposal: Proposal): Promise<Question | Refusal> {
  const { operation, sent, given, links, wording, sanitizer } = proposal;
  if (proposal.rows !== undefined) return planQuestionOf(proposal.rows, wording);
  const excess = excessOf(sent.filter(isGiven));
  if (excess !== undefined) return excess;
  const [words, called] = await Promise.all([wording.words(), proposal.called()]);
  const target = withoutSecrets(proposal.target, sanitizer.json);
  const voice: Voice = { ...wording, names: words.names, called: withNamesOf(target, called) };
  const nameField = nameFieldOf(target);
  const aimed = new Set(nameField !== undefined ? Object.values(operation.target?.args ?? {}) : []);
  const values = sent.filter(({ argument }) => !aimed.has(argument));
  const showUnchanged = (one: Sent) => {
    const row = showSent(voice, one, sanitizer.withoutSecrets);
    const last = lastDayOf(operation, one, sent);
    if (last === undefined) return row;
    return { ...row, value: `${one.value} (${momentText(voice, last)}, ${say(voice, 'endOfDay')})` };
  };
  // If the record has no name, the confirmation shows its content, so the rows do not repeat the current values.
  const own = nameField === undefined ? new Map() : replacedValues(operation, given, target);
  const before = proposal.before ?? own;
  const show = (one: Sent) => withBefore(voice, { before, operation, sanitizer }, one, showUnchanged(one));
  const parts = values.map((one) => divide(one, given[one.argument]));
  const { record, facts } = describeTarget(voice, target, words.facts);
  const changes = parts.flatMap(({ own }) => (own ? [show(own)] : []));
  // Labels of the rows that show the current value next to the new one. The facts about the record omit these values.
  const replaced = new Set(changes.flatMap((row) => (row.before ? [row.label] : [])));
  // Look for addresses in plain text too, because programs often turn them into links.
  const found = [...new Set([...links, ...stringsIn(sent.map(({ value }) => value)).flatMap(findLinks)])];
  const question = {
    title: `${titleOf(operation, words, voice)}?`,
    record,
    facts: [...facts.filter(({ label }) => !replaced.has(label)), ...openWorkRows(voice, proposal.openWork)],
    lost: describeLost(voice, proposal.lost, operation.stores?.becomes),
    values: changes,
    stays: unchangedRows(
      voice,
      parts.flatMap(({ along }) =>
        along ? [{ ...showUnchanged(along), ...unchanged(voice, along, sanitizer.withoutSecrets) }] : [],
      ),
      [
        ...facts,
        ...(nameField === undefined
          ? []
          : record.slice(0, 1).map((row) => ({ ...row, label: captionOf(voice, nameField) }))),
      ],
    ),
    links: found.map((link) => asLink(showLink(link))),
  };
  if (questionText(question, wording).length <= maxQuestion) return question;
  // The confirmation is too long, so omit the values that do not change.
  return sent.every(isGiven) ? tooLong() : questionOf({ ...proposal, sent: sent.flatMap(withoutKept) });
}

/** Formats a confirmation with one line per fact, because some dialogs cut lines. */
export function questionText(
  { title, record, facts, lost, values, stays, links }: Question,
  wording: Proposal['wording'],
): string {
  const listed = (rows: readonly QuestionRow[]) => rows.map((row) => `- ${rowText(row)}`);
  return [
    title,
    ...record.map(rowText),
    ...facts.map(rowText),
    ...(lost ? [lost.rows.length > 0 ? `${lost.heading}:` : lost.heading] : []),
    ...listed(lost?.rows ?? []),
    ...values.map(rowText),
    ...(stays.length > 0 ? [`${say(wording, 'stays')}:`] : []),
    ...listed(stays),
    ...(links.length > 0 ? [`${say(wording, 'links')}: ${links.length}`] : []),
    ...links.map((link) => `- ${link}`),
  ].join('\n');
}

/** Maximum length of the name of an event that is shown, in characters. A longer name is cut. */
const maxEventName = 100;

function openWorkRows(voice: Voice, work: Proposal['openWork']): QuestionRow[] {
  if (work === undefined) return [];
  const { tasks, event } = work;
  const counts = tasks && `${tasks.open}${tasks.overdue > 0 ? say(voice, 'overdue', tasks.overdue) : ''}`;
  return [
    { label: say(voice, 'openTasks'), value: counts ?? say(voice, 'unknown') },
    ...(event === undefined
      ? []
      : [
          { label: say(voice, 'event'), value: quotedInShort(voice, event.name, maxEventName) },
          { label: captionOf(voice, 'StartDate'), value: momentText(voice, event.moment) },
        ]),
  ];
}

const withoutKept = ({ carried, certain, ...one }: AskedValue): readonly AskedValue[] => {
  if (carried === undefined) return [one];
  return certain === undefined ? [] : [{ ...one, value: certain }];
};

/** Checks whether a value comes from the call. If not, it was carried over from the record. */
const isGiven = ({ carried }: Sent): boolean => carried === undefined;

/** Splits a value into the part that the caller passed and the part that is sent back unchanged. */
function divide(sent: AskedValue, given: unknown): { readonly own?: Sent; readonly along?: Sent } {
  const { argument, value, isDescribed } = sent;
  if (given === undefined) return { along: sent };
  if (argument === moreArgument || isDescribed || typeof value !== 'object' || value === null)
    return { own: sent };
  const isOwn = Array.isArray(value) ? isEntryOf(given) : isMemberOf(given);
  const entries = Object.entries(value);
  const whole = (some: typeof entries) =>
    Array.isArray(value) ? some.map(([, item]) => item) : Object.fromEntries(some);
  const others = entries.filter((entry) => !isOwn(entry));
  if (others.length === 0 || others.length === entries.length) return { own: sent };
  return {
    own: { ...sent, value: whole(entries.filter(isOwn)) },
    along: { ...sent, value: whole(others) },
  };
}

type Entry = readonly [name: string, value: unknown];

function isEntryOf(given: unknown): (entry: Entry) => boolean {
  const own = new Set((given as readonly unknown[]).map((item) => JSON.stringify(item)));
  return ([, item]) => own.has(JSON.stringify(item));
}

const isMemberOf =
  (given: unknown) =>
  ([name]: Entry) =>
    Object.hasOwn(given as object, name);

export function titleOf(
  { name, title, access }: Proposal['operation'],
  { tools }: QuestionWords,
  voice: Voice,
): string {
  const words = tools[name] ?? tools[name.replace(/_v\d+$/, '')];
  return words?.[voice.language] ?? `${say(voice, access === 'read' ? 'read' : 'other')}: ${title}`;
}

function showSent(voice: Voice, sent: Sent, edit: (json: string) => string): QuestionRow {
  const { argument, name } = sent;
  const isMore = argument === moreArgument;
  const label = isMore ? `${captionOf(voice, moreArgument)}: ${quoted(name)}` : captionOf(voice, argument);
  // The caller also chose the names of the members inside a field of `more`, so the confirmation shows them.
  return { label, value: showValue(voice, cleaned(sent, edit), isMore ? showAlone : undefined) };
}

/** Returns a value without secrets. The name of the value is needed, because secrets are recognized by their names. */
function cleaned({ argument, name, value }: Sent, edit: (json: string) => string): unknown {
  const key = argument === moreArgument ? name : argument;
  const { [key]: shown } = withoutSecrets({ [key]: value }, (json) => ({ text: edit(json) })) as Record<
    string,
    unknown
  >;
  return shown;
}

/** Returns the display name and the value of an unchanged field. A group of scalar values has no braces. */
function unchanged(voice: Voice, sent: Sent, edit: (json: string) => string) {
  const { argument, name } = sent;
  const value = cleaned(sent, edit);
  const field = captionOf(voice, argument === moreArgument ? name : argument);
  const members = isRow(value) && isGroup(value) ? Object.entries(value) : [];
  const isFlat = members.length > 0 && members.every(([, item]) => typeof item !== 'object' || item === null);
  if (!isFlat || argument === moreArgument) return { of: value, field };
  const shown = members.map(([key, item]) => `${captionOf(voice, key)} ${showValue(voice, item)}`);
  return { of: value, field, value: shown.join(', ') };
}

/** Returns rows for unchanged values. Values that are empty or already shown are only listed by name. */
function unchangedRows(
  voice: Voice,
  rows: readonly (QuestionRow & { readonly of: unknown; readonly field: string })[],
  shown: readonly QuestionRow[],
): QuestionRow[] {
  const whole = new Set(shown.flatMap(({ label, value }) => (isCut(voice, value) ? [] : [label])));
  const isKnown = (row: (typeof rows)[number]) => whole.has(row.field) || isEmptyValue(row.of);
  const known = rows.filter(isKnown).map(({ label }) => label);
  return [
    ...rows.filter((row) => !isKnown(row)).map(({ label, value }) => ({ label, value })),
    ...(known.length > 0 ? [{ label: say(voice, 'asShown'), value: known.join(', ') }] : []),
  ];
}

/** Maximum length of a value that will be replaced, in characters. A longer one would distract from the new value. */
const maxBefore = 120;

/** Adds the current value to a row. In a list whose entries have a key, adds it to each entry. */
function withBefore(
  voice: Voice,
  { before, operation, sanitizer }: Pick<Proposal, 'before' | 'operation' | 'sanitizer'>,
  { argument, value }: Sent,
  row: QuestionRow,
): QuestionRow {
  const was = withoutSecrets(before?.get(argument), sanitizer.json);
  if (was === undefined) return row;
  const { by: [key, another] = [] } = operation.replaces?.[argument] ?? {};
  if (key !== undefined && another === undefined && Array.isArray(value) && Array.isArray(was)) {
    const entries = value.map((entry: unknown) => {
      const own = was.find((one: unknown) => isRow(one) && isRow(entry) && one[key] === entry[key]);
      const [now, then] = [showEntry(voice, entry), own && showEntry(voice, own)];
      return then === undefined || then === now ? now : arrowed(then, now);
    });
    return { ...row, value: `${value.length} (${entries.join('; ')})` };
  }
  const shown = isRow(was) && isGroup(was) ? undefined : showFact(voice, was);
  return { ...row, before: { value: shown ?? showInShort(voice, was, maxBefore) } };
}

/** Checks whether an object is a group of fields, and not a reference to a record. */
const isGroup = (value: Row) => idIn(value) === undefined;

/** Shows an entry before and after: `Cases: View → Edit` if both are pairs with the same first word. */
function arrowed(then: string, now: string): string {
  const start = `${now.split(': ', 1)[0]}: `;
  return then.startsWith(start) ? `${then} → ${now.slice(start.length)}` : `${then} → ${now}`;
}

/** Adds the names that the record itself contains to the names that were read. */
function withNamesOf(record: unknown, called: Called): Called {
  const within = namesWithin(record);
  const read = [...called].filter(([id, name]) => name !== undefined || !within.has(id));
  return new Map([...within, ...read]);
}

const withoutSecrets = (value: unknown, edit: (json: string) => { readonly text: string }): unknown =>
  value === undefined ? undefined : JSON.parse(edit(JSON.stringify(value)).text);

/** Formats an address. If its only markup is `://` and `www.`, it stays unescaped, so that people can open it. */
function asLink(shown: string): string {
  const line = oneLine(shown, maxQuestion);
  return line.replaceAll(':\\//', '://').replaceAll('www\\.', 'www.') === shown ? shown : line;
}
