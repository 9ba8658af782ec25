import { isRow, type Row } from '../../contract/records/row.ts';
import { cutToWidth, displayWidth } from '../columns.ts';

/** Formats tables for people, with rows below each other and aligned columns. */

/** Maximum width of a cell, in columns. Longer cells are truncated. */
const widestCell = 32;
const narrowestCell = 8;
const between = '  ';

/**
 * Formats a list as a table, and a record as its fields.
 * @param json valid JSON
 * @returns undefined for other values, and if a number has more digits than JavaScript can represent
 */
export function tableOf(json: string, width: number): string | undefined {
  if (/[:[,]\s*-?\d{16,}/.test(json)) return undefined;
  const value: unknown = JSON.parse(json);
  const rows = rowsIn(value);
  if (rows !== undefined) return rows.length === 0 ? 'Nothing.' : listed(rows, width, restOf(value));
  return isRow(value) ? ofRecord(value, width) : undefined;
}

/** Aligns the columns of a workflow's text, which are separated by ` | `. */
export function aligned(text: string): string {
  const lines = text.split('\n');
  const done: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const block = blockAt(lines, at);
    done.push(...(block.length > 1 ? inColumns(block) : [lines[at] ?? '']));
    at += Math.max(1, block.length);
  }
  return done.join('\n');
}

const cellsOf = (line: string): string[] => line.replace(/^- /, '').split(' | ');

/** Returns the lines from `at` on that have the same number of cells, if there are at least two cells. */
function blockAt(lines: readonly string[], at: number): string[][] {
  const first = cellsOf(lines[at] ?? '');
  if (first.length < 2) return [];
  const end = lines.findIndex((line, index) => index > at && cellsOf(line).length !== first.length);
  return lines.slice(at, end === -1 ? undefined : end).map(cellsOf);
}

function rowsIn(value: unknown): readonly Row[] | undefined {
  const items = isRow(value) ? value.Items : value;
  return Array.isArray(items) && items.every(isRow) ? items : undefined;
}

/** Formats the fields of a list response other than its items. */
function restOf(value: unknown): string | undefined {
  if (!isRow(value)) return undefined;
  const rest = Object.entries(value).filter(
    ([name, one]) => name !== 'Items' && !name.endsWith('Url') && one !== null,
  );
  return rest.length === 0 ? undefined : rest.map(([name, one]) => `${name}: ${cell(one)}`).join(', ');
}

/** Formats as many columns as fit, and lists the names of the others. */
function listed(rows: readonly Row[], width: number, rest: string | undefined): string {
  const texts = rows.map((row) => new Map(Object.entries(row).map(([name, value]) => [name, cell(value)])));
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) =>
    texts.some((row) => (row.get(name) ?? '') !== ''),
  );
  const placeOf = (name: string) => (name === 'Id' ? 2 : Number(isForPrograms(name)));
  const ordered = names.toSorted((one, other) => placeOf(one) - placeOf(other));
  const widthOf = (name: string) =>
    Math.min(
      widestFor(name),
      Math.max(name.length, ...texts.map((row) => displayWidth(row.get(name) ?? ''))),
    );
  const shown: string[] = [];
  // Always show the id, because it is needed for the next call.
  let left = width - (names.includes('Id') ? widthOf('Id') + between.length : 0);
  for (const name of ordered) {
    const needed = name === 'Id' ? 0 : widthOf(name) + between.length;
    if (needed > left && shown.length > 0) continue;
    shown.push(name);
    left -= needed;
  }
  const hidden = ordered.filter((name) => !shown.includes(name));
  const table = inColumns([
    shown,
    ...texts.map((row) => shown.map((name) => cut(row.get(name) ?? '', widestFor(name)))),
  ]);
  const counted = `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`;
  const more = hidden.length > 0 ? [`Not shown: ${hidden.join(', ')} (--format json shows all).`] : [];
  return [...table, [counted, ...(rest === undefined ? [] : [rest])].join('; '), ...more].join('\n');
}

/** Fields for programs, which come after the others and before the id. */
const isForPrograms = (name: string) => /^(Url|SysName|IsSystem|CreationDate|LastChangeDate)$/.test(name);
const widestFor = (name: string) => (name === 'Id' ? Number.POSITIVE_INFINITY : widestCell);

function ofRecord(row: Row, width: number): string {
  const filled = Object.entries(row)
    .map(([name, value]) => [name, cell(value)] as const)
    .filter(([, text]) => text !== '');
  const left = Math.max(0, ...filled.map(([name]) => name.length));
  const room = Math.max(narrowestCell, width - left - between.length);
  return filled
    .map(([name, text]) => {
      const lines = broken(text, room).join(`\n${' '.repeat(left)}${between}`);
      return `${name.padEnd(left)}${between}${lines}`;
    })
    .join('\n');
}

/** Formats a value for a cell. Shows references by name, and removes control and direction characters. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(cell).join(', ');
  if (isRow(value)) {
    const { Name = value.Id } = value;
    if (typeof Name === 'string') return cell(Name);
    const filled = Object.entries(value).filter(([, one]) => cell(one) !== '');
    return filled.map(([name, one]) => `${name}: ${cell(one)}`).join('; ');
  }
  const text = String(value).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  const plain = text.replace(/\p{Cf}/gu, '').trim();
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(plain)
    ? `${plain.slice(0, 16).replace('T', ' ')}Z`
    : plain;
}

const cut = (text: string, most: number): string =>
  displayWidth(text) > most ? `${cutToWidth(text, most - 1)}…` : text;

function broken(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && displayWidth(line) + 1 + displayWidth(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function inColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))),
  );
  return rows.map((row) =>
    row
      .map((text, column) => `${text}${' '.repeat((widths[column] ?? 0) - displayWidth(text))}`)
      .join(between)
      .trimEnd(),
  );
}
