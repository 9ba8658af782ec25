import { isTooSmall } from '../../../visibility.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf } from '../../../xml-tree.ts';
import { type Cell, tableRow } from '../table-row.ts';
import type { TrackedChange } from '../tracked-changes.ts';
import { readParagraph, trackedChange } from './paragraph.ts';
import type { PageBreak } from './segments.ts';
import type { Story } from './story.ts';
import { backgroundOf, isOn } from './styles.ts';
import { type CellLooks, cellLooks } from './table-looks.ts';

/** Receiver of lines and page breaks, for example the pages of the document, a cell, a footnote or a box. */
export interface BlockOutput {
  line(text: string): void;
  breakPage(kind: PageBreak): void;
}

/** Callbacks of the XML parser for paragraphs and other blocks, and for the tables that contain them. */
export interface BlockReader {
  isWhole(name: string): boolean;
  enter(name: string): void;
  leave(name: string): void;
  whole(node: XmlNode): void;
}

interface Row {
  readonly cells: Cell[];
  change: TrackedChange | undefined;
  /** Page breaks in the row. If `startsPage` is true, the first one precedes the row. */
  readonly breaks: PageBreak[];
  startsPage: boolean;
  isHidden: boolean;
}

interface OpenCell {
  readonly lines: string[];
  span: number;
  isContinued: boolean;
  background: string | undefined;
  change: TrackedChange | undefined;
}

interface Table {
  row: Row | undefined;
  rows: number;
  looks: CellLooks | undefined;
  background: string | undefined;
  cell: OpenCell | undefined;
}

const newTable: Table = {
  row: undefined,
  rows: 0,
  looks: undefined,
  background: undefined,
  cell: undefined,
};

/**
 * Elements that contain blocks. The reader receives their start and end through `enter` and `leave`. It receives any
 * other element as a complete tree through `whole`.
 */
const containers: ReadonlySet<string> = new Set(
  [
    ...['document', 'body', 'hdr', 'ftr', 'txbxContent', 'footnote', 'endnote', 'comment'],
    ...['tbl', 'tr', 'tc', 'sdt', 'sdtContent', 'customXml', 'ins', 'del', 'moveFrom', 'moveTo'],
  ].map((name) => `w:${name}`),
);

export function createBlockReader(story: Story, output: BlockOutput): BlockReader {
  const tables: Table[] = [];
  const outputOf = (table: Table | undefined) =>
    table?.cell === undefined ? output : cellOutput(table.cell, table.row);
  const enter: Readonly<Record<string, (table: Table | undefined) => void>> = {
    'w:tbl': () => void tables.push({ ...newTable }),
    'w:tr'(table) {
      if (table !== undefined)
        table.row = { cells: [], change: undefined, breaks: [], startsPage: false, isHidden: false };
    },
    'w:tc'(table) {
      if (table !== undefined)
        table.cell = { lines: [], span: 1, isContinued: false, background: undefined, change: undefined };
    },
  };
  const leave: Readonly<Record<string, (table: Table | undefined) => void>> = {
    'w:tbl': () => void tables.pop(),
    'w:tr'(table) {
      if (table?.row === undefined) return;
      writeRow(table.row, tables.length > 1, story, outputOf(tables.at(-2)));
      table.rows += 1;
    },
    'w:tc'(table) {
      if (table?.cell !== undefined) table.row?.cells.push(table.cell);
      if (table !== undefined) table.cell = undefined;
    },
  };
  return {
    isWhole: (name) => !containers.has(name),
    enter: (name) => enter[name]?.(tables.at(-1)),
    leave: (name) => leave[name]?.(tables.at(-1)),
    whole(node) {
      const table = tables.at(-1);
      if (node.name === 'w:p') paragraph(node, story, table, outputOf(table));
      else if (table !== undefined) tableProperties(node, table, story);
    },
  };
}

function cellOutput(cell: OpenCell, row: Row | undefined): BlockOutput {
  return {
    line: (text) => void cell.lines.push(text),
    breakPage(kind) {
      if (row === undefined) return;
      const isEmpty = row.cells.length === 0 && cell.lines.every((line) => line.trim() === '');
      if (isEmpty && row.breaks.length === 0) row.startsPage = true;
      row.breaks.push(kind);
    },
  };
}

function paragraph(node: XmlNode, story: Story, table: Table | undefined, output: BlockOutput): void {
  const { cell, row } = table ?? {};
  const column = row?.cells.reduce((sum, { span }) => sum + span, 0) ?? 0;
  const background = cell?.background ?? table?.background;
  const { lines, boxes } = readParagraph(node, story, {
    change: row?.change ?? cell?.change,
    background,
    isHidden: row?.isHidden,
    looks: table?.looks?.(table.rows, column),
  });
  writeLines(lines, output);
  for (const box of boxes)
    readBlocks(
      box.content,
      {
        ...story,
        background: box.background ?? background ?? story.background,
        isHidden: box.isHidden || row?.isHidden === true || story.isHidden === true,
        change: row?.change ?? cell?.change ?? box.change ?? story.change,
      },
      output,
    );
}

/** Reads the blocks of a complete element: a box, footnote or header. */
function readBlocks(node: XmlNode, story: Story, output: BlockOutput): void {
  const reader = createBlockReader(story, { ...output, breakPage: () => undefined });
  const walk = (parent: XmlNode) => {
    for (const child of childrenOf(parent)) {
      if (reader.isWhole(child.name)) reader.whole(child);
      else {
        reader.enter(child.name);
        walk(child);
        reader.leave(child.name);
      }
    }
  };
  walk(node);
}

export function blocksInLine(node: XmlNode, story: Story): string {
  const lines: string[] = [];
  readBlocks(node, story, { line: (text) => void lines.push(text.trim()), breakPage: () => undefined });
  return lines.filter((line) => line !== '').join(' ');
}

function writeLines(lines: ReturnType<typeof readParagraph>['lines'], output: BlockOutput): void {
  const isBlank = lines.every((line) => typeof line === 'string' && line.trim() === '');
  if (isBlank) output.line('');
  for (const line of isBlank ? [] : lines)
    if (typeof line !== 'string') output.breakPage(line.page);
    else if (line.trim() !== '') output.line(line.trimEnd());
}

function writeRow(row: Row, isNested: boolean, { counters }: Story, output: BlockOutput): void {
  const [first, ...rest] = row.breaks;
  if (row.startsPage && first !== undefined) output.breakPage(first);
  if (row.cells.some(({ span, isContinued }) => span > 1 || isContinued)) counters.merged += 1;
  output.line(tableRow(row.cells, isNested));
  for (const kind of row.startsPage ? rest : row.breaks) output.breakPage(kind);
}

function tableProperties(node: XmlNode, table: Table, { counters, styles }: Story): void {
  const { row } = table;
  if (node.name === 'w:tblPr') {
    table.looks = cellLooks(node, styles.table(childOf(node, 'w:tblStyle')?.attributes['w:val']));
    table.background = backgroundOf(node, styles.theme);
  } else if (node.name === 'w:trPr' && row !== undefined) {
    const height = childOf(node, 'w:trHeight')?.attributes;
    const isFlat = height?.['w:hRule'] === 'exact' && isTooSmall(Number(height['w:val'] ?? 0) / 20);
    row.isHidden = isFlat || isOn(childOf(node, 'w:hidden')) === true;
    row.change = changeOf(node, 'w:ins', 'w:del', counters);
    const before = Number(childOf(node, 'w:gridBefore')?.attributes['w:val'] ?? 0);
    for (let index = 0; index < before && index < 63; index += 1)
      row.cells.push({ lines: [], span: 1, isContinued: false });
  } else if (node.name === 'w:tcPr' && table.cell !== undefined) {
    const span = Number(childOf(node, 'w:gridSpan')?.attributes['w:val'] ?? 1);
    // Ignore a larger span, because Word allows at most 63 columns.
    table.cell.span = span >= 1 && span <= 63 ? span : 1;
    const merge = childOf(node, 'w:vMerge');
    table.cell.isContinued = merge !== undefined && merge.attributes['w:val'] !== 'restart';
    table.cell.background = backgroundOf(node, styles.theme);
    table.cell.change = changeOf(node, 'w:cellIns', 'w:cellDel', counters);
  }
}

/** Returns the tracked change of a whole row or cell. */
function changeOf(
  node: XmlNode,
  ins: string,
  del: string,
  counters: Story['counters'],
): TrackedChange | undefined {
  const [inserted, deleted] = [childOf(node, ins), childOf(node, del)];
  const change = deleted ?? inserted;
  if (change === undefined) return undefined;
  return trackedChange(change, deleted === undefined ? '+' : '-', counters);
}
