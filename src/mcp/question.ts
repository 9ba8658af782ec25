import type { Proposal } from './confirmation.ts';

const maxValue = 300;
const maxLines = 20;
const maxListed = 5;

/** The question to a human, from what was freshly read: what would happen, to which record, with which values and links. */
export function buildQuestion({ operation, args, target }: Proposal): string {
  const aimed = new Set(Object.values(operation.target?.args ?? {}));
  const values = Object.entries(args)
    .filter(([name, value]) => !aimed.has(name) && value !== undefined)
    .slice(0, maxLines)
    .map(([name, value]) => `${name}: ${describe(value)}`);
  const links = findLinks(args);
  return [
    `${operation.title}?`,
    describeTarget(target),
    operation.description,
    ...values,
    links.length > 0 ? `Links: ${links.join(' ')}` : '',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** Name, number and state of the record; its content where it has no name. */
function describeTarget(target: unknown): string {
  if (target === undefined || target === null) return '';
  const { Name, Number: number, Status } = target as Record<string, unknown>;
  if (typeof Name !== 'string') return `Now: ${describe(target)}`;
  const details = [number, Status].filter((value) => typeof value === 'string' && value !== '');
  return `${plain(Name)}${details.length > 0 ? ` (${details.map((value) => plain(String(value))).join(', ')})` : ''}`;
}

function describe(value: unknown): string {
  if (Array.isArray(value)) {
    const shown = value.slice(0, maxListed).map(describe).join('; ');
    return `${value.length} (${shown}${value.length > maxListed ? '; …' : ''})`;
  }
  return plain(typeof value === 'string' ? value : JSON.stringify(value));
}

/** One line without characters that could hide or reorder what the human reads. */
function plain(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim();
  return line.length > maxValue ? `${line.slice(0, maxValue)}…` : line;
}

function findLinks(value: unknown): string[] {
  const text = JSON.stringify(value);
  const links = text.match(/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>\\]+/gi) ?? [];
  return [...new Set(links)].slice(0, maxLines).map(plain);
}
