import { InvalidArgumentsError } from '../contract/errors.ts';
import type {
  Alignment,
  DraftBlock,
  DraftParagraph,
  DraftText,
  ParagraphKind,
  Run,
  Table,
} from './blocks.ts';
import { createNumbering, type WrittenNumber } from './numbering.ts';
import { type LineReferences, readRuns } from './runs.ts';

const noteLine = /^\[\^([^[\]\s]{1,40})\]:\s*(\S.*)$/u;
const heading = /^(#{1,4})\s+(\S.*)$/u;
const bullet = /^(\s*)[-*•]\s+(\S.*)$/u;
const numbered = /^(\s*)(\d{1,3}(?:\.\d{1,3}){0,3})([.)]?)\s+(\S.*)$/u;
const placed = /^>([><]?)\s*(\S.*)$/u;
const sides: Readonly<Record<string, ParagraphKind>> = { '': 'addressee', '>': 'right', '<': 'centre' };
/** A line for a signature, with or without a name, such as `Director ________ /A. Smith/`. */
const signature =
  /_{3}\s*(?:\/[^/]{0,80}\/|\([^()]{0,80}\)|(?:\p{Lu}\.\s?){1,2}\p{Lu}[\p{L}-]{1,40}|\p{Lu}[\p{L}-]{1,40}\s(?:\p{Lu}\.\s?){1,2})?$/u;
const tableRow = /^\s*\|.*\|$/u;
const delimiter = /^:?-+:?$/u;

/**
 * Parses text with markup. Each line is a paragraph. Unknown markup stays text.
 * @param fill returns the text for a placeholder
 * @throws InvalidArgumentsError if the rows of a table have different numbers of cells
 */
export function parseText(text: string, fill: LineReferences['fill']): DraftText {
  const lines = joinBroken(text.split(/\r\n|[\r\n\u2028\u2029]/u));
  const notes = footnotesIn(lines);
  const known: LineReferences = { fill, note: (name) => notes.get(name)?.index };
  const numbering = createNumbering();
  const blocks: DraftBlock[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const { text: line = '' } = lines[at] ?? {};
    const rows = rowsFrom(lines, at);
    if (rows.length > 0) {
      blocks.push(readTable(rows, known));
      at += rows.length - 1;
    } else if (isLineBlank(line)) continue;
    else if (notes.get(noteLine.exec(line)?.[1] ?? '')?.at !== at)
      blocks.push(readLine(line, known, numbering));
  }
  const noteRuns = [...notes.values()].map(({ words }) =>
    readRuns(words, { ...known, note: () => undefined }),
  );
  return { blocks, lists: numbering.lists, notes: noteRuns };
}

const isLineBlank = (line: string) => line.trim() === '' && !line.includes('\f');

/** Returns the lines that define footnotes, by name. A definition without a reference mark stays text. */
function footnotesIn(lines: readonly Line[]) {
  const marked = new Set(
    lines.flatMap(({ text }) =>
      [...text.replace(noteLine, '$2').matchAll(/\[\^([^[\]\s]{1,40})\]/gu)].map(([, name]) => name),
    ),
  );
  const notes = new Map<string, { readonly at: number; readonly index: number; readonly words: string }>();
  for (const [at, { text }] of lines.entries()) {
    const [, name = '', words = ''] = noteLine.exec(text) ?? [];
    if (marked.has(name) && !notes.has(name)) notes.set(name, { at, index: notes.size, words });
  }
  return notes;
}

interface Line {
  readonly text: string;
  /** Line number, starting at 1. */
  readonly number: number;
}

/** Joins each line that ends with a backslash with the next line. */
function joinBroken(lines: readonly string[]): readonly Line[] {
  const joined: Line[] = [];
  let open: Line | undefined;
  for (const [index, line] of lines.entries()) {
    const whole: Line =
      open === undefined ? { text: line, number: index + 1 } : { ...open, text: open.text + line };
    const isBroken = line.endsWith('\\') && index < lines.length - 1;
    open = isBroken ? { ...whole, text: `${whole.text.slice(0, -1)}<br>` } : undefined;
    if (open === undefined) joined.push(whole);
  }
  return joined;
}

function readLine(
  line: string,
  known: LineReferences,
  numbering: ReturnType<typeof createNumbering>,
): DraftBlock {
  const text = line.trim();
  if (/^\\(?:newpage|pagebreak)$|^\f$/iu.test(line.trimEnd()) || line === '\f') return { kind: 'page break' };
  if (/^-{3,}$/u.test(text)) return { kind: 'rule' };
  const paragraph = (
    kind: ParagraphKind,
    words: string,
    place?: DraftParagraph['place'],
  ): DraftParagraph => ({
    kind,
    runs: readRuns(words.replaceAll('\f', ' '), known),
    place,
  });
  const [, marks, title] = heading.exec(text) ?? [];
  if (marks !== undefined && title !== undefined) {
    const kind = `heading${marks.length as 1 | 2 | 3 | 4}` as const;
    const item = readNumber(title, numbering);
    return paragraph(kind, item?.place ? item.words : title, item?.place);
  }
  const [, side, words] = placed.exec(text) ?? [];
  if (side !== undefined && words !== undefined) return paragraph(sides[side] ?? 'addressee', words);
  const [, indent, point] = bullet.exec(line) ?? [];
  if (indent !== undefined && point !== undefined)
    return paragraph('item', point, { list: 'bullets', level: Math.min(depthOf(indent), 3) });
  const item = readNumber(line, numbering);
  if (item?.place) return paragraph('item', item.words, item.place);
  // If no list would show the number, keep it as text.
  if (item?.isClosed) return paragraph('item', `${item.written}\t${item.words}`);
  return paragraph(text.length <= 200 && signature.test(text) ? 'signature' : 'body', text);
}

const depthOf = (indent: string) => Math.floor(indent.replaceAll('\t', '    ').length / 2);

function readNumber(line: string, numbering: ReturnType<typeof createNumbering>) {
  const [, indent = '', digits, end = '', words] = numbered.exec(line) ?? [];
  if (digits === undefined || words === undefined) return undefined;
  const path = digits.split('.').map(Number);
  const number: WrittenNumber = {
    path,
    form: end === ')' ? 'bracket' : 'legal',
    isClosed: end !== '',
    depth: depthOf(indent),
  };
  // A number with a leading zero, or without a dot or bracket, is not a list number.
  const isCounted = path.map(String).join('.') === digits && (path.length > 1 || end !== '');
  if (!isCounted || (path.length > 1 && end === ')')) return undefined;
  return { place: numbering.placeOf(number), words, written: digits + end, isClosed: number.isClosed };
}

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Returns the rows of the table that begins at a line. A single line between bars also counts as a table. */
function rowsFrom(lines: readonly Line[], from: number): readonly Row[] {
  const rows: Row[] = [];
  for (let at = from; at < lines.length; at += 1) {
    const { text, number } = lines[at] as Line;
    if (!tableRow.test(text.trimEnd()) || text.trim().length < 2) break;
    rows.push({ line: number, cells: cellsOf(text.trim()) });
  }
  return rows;
}

/** Splits a row at bars. An escaped bar is text. */
const cellsOf = (row: string): string[] =>
  row
    .slice(1, -1)
    .split(/(?<!\\)\|/u)
    .map((cell) => cell.trim());

function readTable(rows: readonly Row[], known: LineReferences): Table {
  const [first, second] = rows as [Row, ...Row[]];
  const ragged = rows.find(({ cells }) => cells.length !== first.cells.length);
  if (ragged !== undefined)
    throw new InvalidArgumentsError(
      `text, line ${ragged.line}: this row has ${ragged.cells.length} cells, and the table's first row has ${first.cells.length}. Write the same number of cells in each row (an empty one as | |), and a bar within a cell as \\|. Nothing was filed.`,
    );
  const hasHead = second?.cells.every((cell) => delimiter.test(cell)) ?? false;
  const columns = first.cells.map((_, index) => alignmentOf(hasHead ? second?.cells[index] : undefined));
  const content = hasHead ? [first, ...rows.slice(2)] : rows;
  const read = (cell: string): readonly Run[] => readRuns(cell, known);
  return { kind: 'table', hasHead, columns, rows: content.map(({ cells }) => cells.map(read)) };
}

function alignmentOf(mark = ''): Alignment {
  if (!mark.endsWith(':')) return 'left';
  return mark.startsWith(':') ? 'center' : 'right';
}
