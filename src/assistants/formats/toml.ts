import { parse } from 'smol-toml';
import { Unusable } from '../assistant.ts';
import { configMessages } from '../messages.ts';
import { atLine, ended, lineEndOf, type Spot, type TextFormat } from './format.ts';

export const toml: TextFormat = {
  parse: (text) => {
    try {
      return parse(text);
    } catch (error) {
      const { line } = error as { line?: unknown };
      throw new Unusable(configMessages.noToml, { line: typeof line === 'number' ? atLine(line) : '' });
    }
  },
  put: (text, spot, entry) => {
    const eol = lineEndOf(text);
    const lines = [
      `[${spot.section}.${spot.name}]`,
      ...Object.entries(entry).map(([key, value]) => `${key} = ${written(value)}`),
    ];
    const block = lines.join(eol) + eol;
    const tables = tablesOf(text, spot);
    if (tables.length > 0) return withInstead(text, tables, block);
    const table = inlineTable(text, spot);
    if (table && entryOf(text, spot) !== undefined) return toml.put(toml.take(text, spot), spot, entry);
    if (table) {
      const pair = `${spot.name} = ${written(entry)}`;
      const inside = text.slice(table.start, table.end).trim();
      const fresh = inside === '' ? ` ${pair} ` : ` ${inside}, ${pair} `;
      return checked(text.slice(0, table.start) + fresh + text.slice(table.end), spot);
    }
    return text === '' ? block : checked(ended(text) + eol + block, spot);
  },
  take: (text, spot) => {
    const tables = tablesOf(text, spot);
    if (tables.length > 0) return withoutTables(text, tables);
    const table = inlineTable(text, spot);
    const inside = table && text.slice(table.start, table.end);
    const pair = `${spot.name} = ${written(entryOf(text, spot))}`;
    if (table && inside?.includes(pair)) {
      const left = inside.replace(`, ${pair}`, '').replace(pair, '').trim();
      return text.slice(0, table.start) + (left === '' ? '' : ` ${left} `) + text.slice(table.end);
    }
    throw new Unusable(configMessages.unknownForm, { name: spot.name });
  },
};

/** Returns the range of the content of a section that is written on one line: `mcp_servers = { … }`. */
function inlineTable(text: string, { section }: Spot): Span | undefined {
  let offset = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const open = line.indexOf('{');
    const [name, ...more] = line.slice(0, open).split('=');
    const end = line.lastIndexOf('}');
    const isWhole = end > open && /^(?:#[^"']*)?$/.test(line.slice(end + 1).trim());
    if (open > 0 && name?.trim() === section && more.join('').trim() === '' && more.length === 1 && isWhole)
      return { start: offset + open + 1, end: offset + end };
    offset += line.length;
  }
  return undefined;
}

function entryOf(text: string, { section, name }: Spot): unknown {
  const servers = parse(text)[section];
  return typeof servers === 'object' ? (servers as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** @throws Unusable if no table can be added to the section in the form in which it is written */
function checked(text: string, { section }: Spot): string {
  try {
    parse(text);
    return text;
  } catch {
    throw new Unusable(configMessages.unknownForm, { name: section });
  }
}

function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const pairs = Object.entries(value).map(([key, one]) => `${key} = ${written(one)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns the ranges of the server's tables. A comment belongs to the header below it. */
function tablesOf(text: string, spot: Spot): Span[] {
  const spans: Span[] = [];
  let start: number | undefined;
  let end = 0;
  let offset = 0;
  let inText: string | undefined;
  for (const line of text.split(/(?<=\n)/)) {
    const isHead = inText === undefined && line.trimStart().startsWith('[');
    if (isHead) {
      if (start !== undefined) spans.push({ start, end });
      start = isOurs(line, spot) ? offset : undefined;
    }
    for (const [quotes] of line.matchAll(/"""|'''/g))
      if (inText === undefined || inText === quotes) inText = inText === undefined ? quotes : undefined;
    offset += line.length;
    if (line.trim() !== '' && !line.trimStart().startsWith('#')) end = offset;
  }
  return start === undefined ? spans : [...spans, { start, end }];
}

/** Replaces the first table with the block and removes its subtables. */
function withInstead(text: string, [first, ...others]: readonly Span[], block: string): string {
  const left = withoutTables(text, others);
  return left.slice(0, first?.start) + block + left.slice(first?.end);
}

function withoutTables(text: string, tables: readonly Span[]): string {
  return tables.reduceRight((left, { start, end }) => {
    const isLast = left.slice(end).trim() === '';
    // After the last table, remove the empty lines above it, too.
    const from = isLast ? ended(left.slice(0, start).trimEnd()).length : start;
    return left.slice(0, Math.min(from, start)) + left.slice(end);
  }, text);
}

function isOurs(line: string, { section, name }: Spot): boolean {
  const words = line
    .trim()
    .replace(/^\[+/, '')
    .split(']', 1)[0]
    ?.split('.')
    .map((word) => word.trim().replace(/^["']|["']$/g, ''));
  return words?.[0] === section && words[1] === name;
}
