import { inMark, partOfMarked } from '../../../../contract/features/documents/document-marks.ts';
import type { PartsWriter } from '../../../parts.ts';
import { tableRow } from '../table-row.ts';

export interface GridCell {
  /** Column number, starting at 1. */
  readonly column: number;
  readonly text: string;
}

/** Writes the rows of a sheet as lines. Abbreviates large gaps. */
export interface Grid {
  /** Writes a row if it has cells. If it does not directly follow the previous row, writes its number first. */
  row(number: number, cells: readonly GridCell[], isHidden: boolean): void;
}

/**
 * Maximum number of adjacent empty cells to write. A larger gap becomes `…`, and the next cell begins with its column.
 */
const maxEmptyCells = 10;
/** Maximum length of a cell, as in spreadsheet programs, and of a row, in characters. Longer text is cut. */
const maxCellLength = 32_767;
const maxRowLength = 2_000_000;

/** Creates the writer. @param parts receives the lines until its limit is reached */
export function createGrid(parts: Pick<PartsWriter, 'line' | 'isFull'>): Grid {
  let last = 0;
  return {
    row(number, cells, isHidden) {
      if (cells.length === 0 || parts.isFull()) return;
      if (number !== last + 1) parts.line(inMark(`row ${number}`));
      last = number;
      const text = tableRow(placed(cells).map((cell) => ({ lines: [cell], span: 1, isContinued: false })));
      parts.line(isHidden ? inMark('hidden', text) : text);
    },
  };
}

function placed(cells: readonly GridCell[]): string[] {
  let next = 1;
  let left = maxRowLength;
  return cells.flatMap(({ column, text: whole }) => {
    const text = left > 0 ? partOfMarked(whole, 0, maxCellLength) : '…';
    left -= text.length;
    const gap = column - next;
    next = column + 1;
    if (gap > maxEmptyCells) return ['…', `${letters(column)}: ${text}`];
    return [...Array.from({ length: Math.max(gap, 0) }, () => ''), text];
  });
}

function letters(column: number): string {
  const before = Math.floor((column - 1) / 26);
  return `${before > 0 ? letters(before) : ''}${String.fromCharCode(65 + ((column - 1) % 26))}`;
}
