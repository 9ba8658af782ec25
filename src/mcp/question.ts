import type { QuestionWords } from '../contract/question.ts';
import type { Proposal } from './confirmation.ts';
import { showLink } from './link.ts';
import { findLinks, stringsIn } from './links-in.ts';
import { isMoment, known, localTime, nameOf, say, showText, showValue, type Voice } from './voice.ts';

/** How people are asked. */
export interface Wording extends Pick<Voice, 'language' | 'timeZone'> {
  readonly words: () => Promise<QuestionWords>;
}

/**
 * The question to a human: what would happen, to which record as it was freshly read, with every value and link that
 * would be sent. What is written for assistants has no place in it.
 */
export async function buildQuestion({ operation, args, target, links, wording }: Proposal): Promise<string> {
  const words = await wording.words();
  const voice = { ...wording, names: words.names };
  const aimed = new Set(target === undefined ? [] : Object.values(operation.target?.args ?? {}));
  const values = Object.entries(args)
    .filter(([name, value]) => !aimed.has(name) && value !== undefined)
    .map(([name, value]) => `${nameOf(voice, name)}: ${showValue(voice, value)}`);
  // Text may hold addresses outside links, and readers often make links of them.
  const found = [...new Set([...links, ...stringsIn(args).flatMap(findLinks)])];
  return [
    `${titleOf(operation, words, voice)}?`,
    ...describeTarget(voice, target, words.facts),
    ...values,
    ...(found.length > 0 ? [`${say(voice, 'links')}: ${found.length}`] : []),
    ...found.map((link) => `- ${showText(voice, showLink(link))}`),
  ].join('\n');
}

function titleOf(
  { name, title, access }: Proposal['operation'],
  { tools }: QuestionWords,
  voice: Voice,
): string {
  const words = tools[name] ?? tools[name.replace(/_v\d+$/, '')];
  return words?.[voice.language] ?? `${say(voice, access === 'read' ? 'read' : 'other')}: ${title}`;
}

const isWritten = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Name, number, address, kind and state of the record, then what tells it from others; its content where it has no name. */
function describeTarget(voice: Voice, target: unknown, facts: readonly string[]): string[] {
  if (target === undefined || target === null) return [];
  const fields = target as Record<string, unknown>;
  const { Name, Number: number, Email, EntityKind, Status } = fields;
  if (typeof Name !== 'string') return [`${say(voice, 'now')}: ${showValue(voice, target)}`];
  const details = [number, Email, EntityKind, Status].filter(isWritten);
  const inBrackets = details.map((one) => known(voice, one) ?? showText(voice, one)).join(', ');
  const told = facts.flatMap((name) => {
    const fact = showFact(voice, fields[name]);
    return fact === undefined ? [] : `${nameOf(voice, name)}: ${fact}`;
  });
  return [
    // In quotation marks: what outsiders called a record is no part of the question.
    `${say(voice, 'actsOn')}: ${JSON.stringify(showText(voice, Name))}${inBrackets === '' ? '' : ` (${inBrackets})`}`,
    ...(told.length > 0 ? [told.join('; ')] : []),
  ];
}

/** Of a fact, which only helps to tell records apart. */
const maxFact = { characters: 200, items: 5 };

/** A field in the words of people; undefined where it says nothing to them. */
function showFact(voice: Voice, field: unknown): string | undefined {
  if (Array.isArray(field)) {
    const shown = field.slice(0, maxFact.items).flatMap((item) => showFact(voice, item) ?? []);
    const rest = field.length - maxFact.items;
    if (rest > 0) shown.push(say(voice, 'more', rest));
    return shown.length > 0 ? shown.join(', ') : undefined;
  }
  const { Name, Email } = (field ?? {}) as Record<string, unknown>;
  const called = [field, Name, Email].find(isWritten);
  if (called === undefined) return undefined;
  if (isMoment(called)) return localTime(voice, called);
  return known(voice, called) ?? JSON.stringify(showText(voice, called, maxFact.characters));
}
