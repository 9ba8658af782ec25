import { inMark } from '../../../../contract/features/documents/document-marks.ts';
import type { PartsWriter } from '../../../parts.ts';
import { createGrid, type GridCell } from '../sheets/grid.ts';
import type { ShowCell } from '../sheets/number-formats.ts';
import { type SheetCounters, shownText } from '../sheets/sheet.ts';

/** Value of a cell: a number or string that the cell style formats, or a fixed string that is written unchanged. */
export type CellValue = number | string | { readonly fixed: string };

/** Writes the cells of a sheet of a binary workbook as lines. Row and column numbers start at 0, as in the files. */
export interface SheetWriter {
  hideRow(row: number): void;
  hideColumns(first: number, last: number): void;
  cell(row: number, column: number, style: number, value: CellValue): void;
  merge(firstRow: number, lastRow: number, firstColumn: number, lastColumn: number): void;
  /** Adds a line after the rows. */
  after(line: string): void;
  isFull(): boolean;
  finish(): void;
}

/** Maximum number of merged areas to list. Further areas are omitted. */
const maxMerged = 100;

export function createSheetWriter(
  parts: Pick<PartsWriter, 'line' | 'isFull'>,
  show: ShowCell,
  counters: SheetCounters,
): SheetWriter {
  const grid = createGrid(parts);
  const hiddenRows = new Set<number>();
  const hiddenColumns: (readonly [first: number, last: number])[] = [];
  const after: string[] = [];
  let merged = 0;
  let current: { readonly row: number; readonly cells: GridCell[] } | undefined;
  const flush = () => {
    if (current !== undefined) grid.row(current.row + 1, current.cells, hiddenRows.has(current.row));
    current = undefined;
  };
  return {
    hideRow(row) {
      if (!hiddenRows.has(row)) counters.hidden += 1;
      hiddenRows.add(row);
    },
    hideColumns(first, last) {
      counters.hidden += 1;
      hiddenColumns.push([first, last]);
    },
    cell(row, column, style, value) {
      if (current?.row !== row) flush();
      const text = typeof value === 'object' ? value.fixed : shownText(show(value, style), counters);
      if (text === '') return;
      current ??= { row, cells: [] };
      const isHidden = hiddenColumns.some(([first, last]) => first <= column && column <= last);
      current.cells.push({ column: column + 1, text: isHidden ? inMark('hidden', text) : text });
    },
    merge(firstRow, lastRow, firstColumn, lastColumn) {
      merged += 1;
      if (merged <= maxMerged)
        after.push(inMark('merged', `${cellName(firstRow, firstColumn)}:${cellName(lastRow, lastColumn)}`));
    },
    after: (line) => void after.push(line),
    isFull: () => parts.isFull(),
    finish() {
      flush();
      for (const line of after) parts.line(line);
    },
  };
}

/** Returns the name of a cell: `B3` for row 2 and column 1. */
export function cellName(row: number, column: number): string {
  let letters = '';
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return `${letters}${row + 1}`;
}

const errors: Readonly<Record<number, string>> = {
  ...{ 0: '#NULL!', 7: '#DIV/0!', 15: '#VALUE!', 23: '#REF!', 29: '#NAME?', 36: '#NUM!', 42: '#N/A' },
};
export const errorValue = (code: number): CellValue => ({ fixed: errors[code] ?? '#ERROR!' });
export const booleanValue = (code: number): CellValue => ({ fixed: code === 0 ? 'FALSE' : 'TRUE' });

/** Decodes the compact number format of XLS and XLSB (MS-XLS 2.5.217). */
export function shortNumber(bits: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(4, bits & 0xfffffffc, true);
  const value = (bits & 2) === 0 ? view.getFloat64(0, true) : bits >> 2;
  return (bits & 1) === 0 ? value : value / 100;
}
