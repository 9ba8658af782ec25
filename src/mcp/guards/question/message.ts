import type { Sent } from '../../../api/client/build-request.ts';
import type { Question, QuestionRow } from '../../../contract/features/card.ts';
import type { QuestionWords } from '../../../contract/features/question.ts';
import { moreArgument } from '../../../contract/operations/field-marks.ts';
import { findLinks, stringsIn } from '../../outbound/find-links.ts';
import { showLink } from '../../outbound/link.ts';
import type { Proposal } from '../proposal.ts';
import type { Refusal } from '../refusal.ts';
import { describeLost } from './losses.ts';
import { planQuestionOf } from './plan.ts';
import type { AskedValue } from './sent-values.ts';
import { describeTarget, isNamed } from './target.ts';
import { oneLine } from './visible-text.ts';
import {
  captionOf,
  maxQuestion,
  quoted,
  rowText,
  say,
  showInShort,
  showValue,
  type Voice,
} from './wording.ts';

/**
 * Returns a refusal if the values alone are too long for a confirmation. Returns undefined if they may fit. Stops
 * counting as soon as the limit is exceeded.
 */
export function excessOf(sent: readonly Sent[]): Refusal | undefined {
  let left = maxQuestion;
  for (const { argument, value } of sent) {
    left -= lengthOf(value, left);
    if (left < 0) return tooLong(argument);
  }
  return undefined;
}

/** Returns a value's length in characters. The result may be incomplete if it exceeds `most`. */
function lengthOf(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  let length = 0;
  for (const [name, item] of Object.entries(value)) {
    length += (Array.isArray(value) ? 1 : name.length) + lengthOf(item, most - length);
    if (length > most) break;
  }
  return length;
}

export const tooLong = (argument?: string): Refusal => ({
  code: 'TOO_LONG_TO_ASK',
  reason: `A human must see everything that would be sent, but a question holds at most ${maxQuestion} characters${argument === undefined ? '' : `, which ${argument} goes beyond`}. Nobody was asked, and nothing was sent. Send less, or split the call into several; if that is impossible, the user can do it in the service.`,
});

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
  const voice: Voice = { ...wording, names: words.names, called };
  const target = withoutSecrets(proposal.target, sanitizer.json);
  const aimed = new Set(isNamed(target) ? Object.values(operation.target?.args ?? {}) : []);
  const values = sent.filter(({ argument }) => !aimed.has(argument));
  const show = (one: Sent) =>
    withBefore(voice, proposal, one, showSent(voice, one, sanitizer.withoutSecrets));
  const parts = values.map((one) => divide(one, given[one.argument]));
  // Look for addresses in plain text too, because programs often turn them into links.
  const found = [...new Set([...links, ...stringsIn(sent.map(({ value }) => value)).flatMap(findLinks)])];
  const question = {
    title: `${titleOf(operation, words, voice)}?`,
    ...describeTarget(voice, target, words.facts),
    lost: describeLost(voice, proposal.lost, operation.stores?.becomes),
    values: parts.flatMap(({ own }) => (own ? [show(own)] : [])),
    stays: parts.flatMap(({ along }) => (along ? [show(along)] : [])),
    links: found.map((link) => asLink(showLink(link))),
  };
  if (questionText(question, wording).length <= maxQuestion) return question;
  // The confirmation is too long, so omit the values that do not change.
  return sent.every(isGiven) ? tooLong() : questionOf({ ...proposal, sent: sent.flatMap(withoutKept) });
}

/**
 * Formats a confirmation as text. Each fact has its own line, because some dialogs cut lines at the width of the
 * window.
 */
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

function showSent(
  voice: Voice,
  { argument, name, value }: Sent,
  edit: (json: string) => string,
): QuestionRow {
  const isMore = argument === moreArgument;
  const key = isMore ? name : argument;
  const { [key]: shown } = withoutSecrets({ [key]: value }, (json) => ({ text: edit(json) })) as Record<
    string,
    unknown
  >;
  const label = isMore ? `${captionOf(voice, moreArgument)}: ${quoted(name)}` : captionOf(voice, argument);
  return { label, value: showValue(voice, shown) };
}

/** Maximum length of a value that will be replaced, in characters. A longer one would distract from the new value. */
const maxBefore = 120;

/** Adds the record's current value to a row. */
function withBefore(
  voice: Voice,
  { before, sanitizer }: Pick<Proposal, 'before' | 'sanitizer'>,
  { argument }: Sent,
  row: QuestionRow,
): QuestionRow {
  const value = withoutSecrets(before?.get(argument), sanitizer.json);
  return value === undefined ? row : { ...row, before: { value: showInShort(voice, value, maxBefore) } };
}

const withoutSecrets = (value: unknown, edit: (json: string) => { readonly text: string }): unknown =>
  value === undefined ? undefined : JSON.parse(edit(JSON.stringify(value)).text);

/** Formats an address. If its only markup is `://` and `www.`, it stays unescaped, so that people can open it. */
function asLink(shown: string): string {
  const line = oneLine(shown, maxQuestion);
  return line.replaceAll(':\\//', '://').replaceAll('www\\.', 'www.') === shown ? shown : line;
}
