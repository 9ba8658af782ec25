import { inMark, partOfMarked } from '../../../../contract/features/document-marks.ts';
import type { PartsWriter } from '../../../parts.ts';
import { tableRow } from '../table-row.ts';

export interface GridCell {
  /** From 1. */
  readonly column: number;
  readonly text: string;
}

/** Rows of a sheet as lines, however far apart what is in them stands. */
export interface Grid {
  /** Those without cells are left out; a row that does not follow the one before says its number. */
  row(number: number, cells: readonly GridCell[], isHidden: boolean): void;
}

/** So many empty cells are written; more are left out, and the cell behind them says where it stands. */
const mostEmpty = 10;
/** Of a cell and of a row: as long as a cell may be in any spreadsheet, and what a line may take. */
const mostOfCell = 32_767;
const mostOfRow = 2_000_000;

/** @param parts where lines go, while there is room */
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
  let left = mostOfRow;
  return cells.flatMap(({ column, text: whole }) => {
    const text = left > 0 ? partOfMarked(whole, 0, mostOfCell) : '…';
    left -= text.length;
    const gap = column - next;
    next = column + 1;
    if (gap > mostEmpty) return ['…', `${letters(column)}: ${text}`];
    return [...Array.from({ length: Math.max(gap, 0) }, () => ''), text];
  });
}

function letters(column: number): string {
  const before = Math.floor((column - 1) / 26);
  return `${before > 0 ? letters(before) : ''}${String.fromCharCode(65 + ((column - 1) % 26))}`;
}
