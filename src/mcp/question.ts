import type { Proposal } from './confirmation.ts';
import { showLink } from './link.ts';

/** Characters of one value; as long as the longest text that reaches a person, so that none has a hidden end. */
const maxValue = 10_000;
const maxListed = 100;

/** The question to a human, from what was freshly read: what would happen, to which record, with which values and links. */
export function buildQuestion({ operation, args, target, links }: Proposal): string {
  const aimed = new Set(target === undefined ? [] : Object.values(operation.target?.args ?? {}));
  const values = Object.entries(args)
    .filter(([name, value]) => !aimed.has(name) && value !== undefined)
    .map(([name, value]) => `${name}: ${describe(value)}`);
  // Text may hold addresses outside links, and readers often make links of them.
  const found = stringsIn(args).flatMap(findLinks);
  const shown = [...new Set([...links, ...found.map(withoutEntities)])].map(
    (link) => `- ${plain(showLink(link))}`,
  );
  return [
    `${operation.title}?`,
    describeTarget(target),
    operation.description,
    ...values,
    ...(shown.length > 0 ? [`Links: ${shown.length}`, ...shown] : []),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** Name, number, address, kind and state of the record; its content where it has no name. */
function describeTarget(target: unknown): string {
  if (target === undefined || target === null) return '';
  const { Name, Number: number, Email, EntityKind, Status } = target as Record<string, unknown>;
  if (typeof Name !== 'string') return `Now: ${describe(target)}`;
  const details = [number, Email, EntityKind, Status].filter(
    (value) => typeof value === 'string' && value !== '',
  );
  // In quotation marks: what outsiders called a record is no part of the question.
  return `Acts on: ${JSON.stringify(plain(Name))}${details.length > 0 ? ` (${details.map((value) => plain(String(value))).join(', ')})` : ''}`;
}

/** How many, and which. */
function describe(value: unknown): string {
  if (!Array.isArray(value)) return plain(typeof value === 'string' ? value : JSON.stringify(value));
  const rest = value.length - maxListed;
  return `${value.length} (${value.slice(0, maxListed).map(describe).join('; ')}${rest > 0 ? `; and ${rest} more` : ''})`;
}

/** One line without characters that could hide or reorder what the human reads. */
function plain(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim();
  return line.length > maxValue ? `${line.slice(0, maxValue)}… (${line.length} characters in all)` : line;
}

const withoutEntities = (link: string) => link.replaceAll('&amp;', '&');

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Addresses, and whatever else markup lets a reader follow. */
function findLinks(text: string): string[] {
  const addresses = text.match(/\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>]+/gi) ?? [];
  const attributes = [...text.matchAll(/\b(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi)];
  return [...addresses, ...attributes.map(([, double, single, bare]) => double ?? single ?? bare ?? '')];
}
