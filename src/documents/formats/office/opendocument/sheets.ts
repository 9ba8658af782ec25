import { inMark } from '../../../../contract/features/documents/document-marks.ts';
import type { FormatContent, FormatRequest } from '../../../format.ts';
import { createParts } from '../../../parts.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf } from '../../../xml-tree.ts';
import { createGrid, type Grid, type GridCell } from '../sheets/grid.ts';
import { newSheetCounters, type SheetCounters, sheetNotes } from '../sheets/sheet.ts';
import { linesIn } from './blocks.ts';
import { cellLook, tableLook } from './looks.ts';
import { openDocumentNotes, openOpenDocument, stylesOf } from './package.ts';
import type { OpenTextFlow } from './paragraph.ts';
import { createOpenTextFlow } from './text.ts';

/** Maximum number of copies written for a repeated row or cell. */
const maxRepeated = 100;

/** Reads a spreadsheet. @throws UnreadableError if it is damaged or has a password */
export function readOpenSheets({ bytes, range, limits }: FormatRequest): FormatContent {
  const file = openOpenDocument(bytes, limits);
  const styles: XmlNode[] = [];
  const known = new Map(stylesOf(file.parse('styles.xml')));
  const textFlow = createOpenTextFlow(known, limits);
  const columns: boolean[] = [];
  const parts = createParts({ range, limits });
  const counters = newSheetCounters();
  let [count, row] = [0, 1];
  let grid = createGrid(parts);
  file.read('content.xml', {
    isWhole: (name) => /^(?:office:automatic-styles|table:(?:table-row|table-column|shapes))$/.test(name),
    enter(name, attributes) {
      if (name !== 'table:table') return;
      count += 1;
      if (count === 1) parts.name(attributes['table:name']);
      else parts.next(attributes['table:name']);
      [grid, row] = [createGrid(parts), 1];
      columns.length = 0;
      const style = stylesOf({ name: '', attributes: {}, children: styles }).get(
        attributes['table:style-name'] ?? '',
      );
      if (childOf(style, 'style:table-properties')?.attributes['table:display'] !== 'false') return;
      counters.hidden += 1;
      parts.line(inMark('hidden', 'the whole sheet'));
    },
    whole(node) {
      if (node.name === 'office:automatic-styles') {
        styles.push(node);
        for (const [name, style] of stylesOf({ name: '', attributes: {}, children: [node] }))
          known.set(name, style);
      } else if (node.name === 'table:table-column') hideColumns(node, columns, counters);
      else if (node.name === 'table:table-row')
        row += writeRow(node, row, { grid, textFlow, counters, columns });
    },
  });
  const { notes, ...content } = parts.finish('sheet');
  return {
    kind: 'spreadsheet',
    ...content,
    inside: file.inside,
    properties: file.properties(),
    notes: [
      ...notes,
      ...sheetNotes({
        ...counters,
        comments: textFlow.counters.comments,
        hidden: counters.hidden + textFlow.counters.hidden,
        struck: counters.struck + textFlow.counters.struck,
      }),
      ...openDocumentNotes(file),
    ],
  };
}

interface Writing {
  readonly grid: Grid;
  readonly textFlow: OpenTextFlow;
  readonly counters: SheetCounters;
  readonly columns: readonly boolean[];
}

const maxColumns = 16_384;

function hideColumns({ attributes }: XmlNode, columns: boolean[], counters: SheetCounters): void {
  const repeated = Math.max(Number(attributes['table:number-columns-repeated'] ?? 1) || 1, 1);
  const isHidden = (attributes['table:visibility'] ?? 'visible') !== 'visible';
  if (isHidden) counters.hidden += 1;
  for (let count = 0; count < repeated && columns.length < maxColumns; count += 1) columns.push(isHidden);
}

/** Writes a row. @returns the number of rows that the element represents */
function writeRow(node: XmlNode, number: number, writing: Writing): number {
  const { grid, textFlow, counters } = writing;
  const { attributes } = node;
  const repeated = Math.max(Number(attributes['table:number-rows-repeated'] ?? 1) || 1, 1);
  const isHidden = tableLook(node.name, attributes, textFlow.styles, {}).isHidden === true;
  const cells = rowCells(node, writing);
  if (isHidden && cells.length > 0) counters.hidden += 1;
  for (let copy = 0; copy < Math.min(repeated, maxRepeated) && cells.length > 0; copy += 1)
    grid.row(number + copy, cells, isHidden);
  return repeated;
}

function rowCells(row: XmlNode, { textFlow, counters, columns }: Writing): GridCell[] {
  let column = 1;
  return childrenOf(row).flatMap((cell) => {
    const repeated = Math.max(Number(cell.attributes['table:number-columns-repeated'] ?? 1) || 1, 1);
    const from = column;
    column += repeated;
    if (cell.name !== 'table:table-cell') return [];
    if (cell.attributes['table:formula'] !== undefined) counters.formulas += 1;
    const text = cellText(cell, textFlow);
    return text === ''
      ? []
      : Array.from({ length: Math.min(repeated, maxRepeated) }, (_, index) => ({
          column: from + index,
          text: columns[from + index - 1] === true ? inMark('hidden', text) : text,
        }));
  });
}

/** Returns the displayed text of a cell; its value if no text is displayed. */
function cellText(cell: XmlNode, textFlow: OpenTextFlow): string {
  const { attributes } = cell;
  const comments = childrenOf(cell, 'office:annotation').map((note) => {
    textFlow.counters.comments += 1;
    const author = String(childOf(note, 'dc:creator')?.children[0] ?? '?');
    return inMark(`comment by ${author}`, textFlow.inLine(note));
  });
  const look = cellLook(cell, textFlow.styles);
  const shown = linesIn({ ...cell, children: childrenOf(cell, 'text:p') }, textFlow, look).join('\n');
  const value =
    attributes['office:string-value'] ??
    attributes['office:date-value'] ??
    attributes['office:time-value'] ??
    attributes['office:boolean-value'] ??
    attributes['office:value'] ??
    '';
  return [shown === '' ? value : shown, ...comments].filter((part) => part !== '').join(' ');
}
