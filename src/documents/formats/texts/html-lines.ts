import { markBegin, markEnd } from '../../../contract/features/documents/document-marks.ts';

export type TextMark = 'hidden' | 'struck' | undefined;

/** Writes an HTML page as lines: paragraphs, headings, list items and table rows. */
export interface HtmlLines {
  readonly lines: string[];
  /** Adds text to the line. Collapses white space unless `isExact` is true. */
  text(characters: string, mark: TextMark, isExact: boolean): void;
  /** Ends the line. The next one begins with `prefix`. */
  breakLine(prefix?: string): void;
  /** Begins (1) or ends (-1) a quotation. */
  quote(by: 1 | -1): void;
  openCell(): void;
  closeCell(): void;
  openRow(): void;
  closeRow(): void;
  /** Returns the length of the current line, in characters. */
  length(): number;
  /** Returns the text that was added since the line had this length. */
  since(length: number): string;
}

/** Maximum length of a line, in characters. A longer one is split, because each added word copies the line. */
const maxLine = 20_000;

export function createHtmlLines(): HtmlLines {
  const lines: string[] = [];
  /** Lines of the open cells, innermost last. */
  const cells: string[][] = [];
  const rows: string[][][] = [];
  let line = '';
  let prefix = '';
  let open: TextMark;
  let quotes = 0;

  const breakLine = (next = '') => {
    if (open) line += markEnd;
    open = undefined;
    const text = line.trimEnd();
    if (text !== '') (cells.at(-1) ?? lines).push('> '.repeat(Math.min(quotes, 9)) + prefix + text);
    // Keep the prefix if the line is still empty, because a list item may begin with a paragraph.
    if (text !== '' || next !== '') prefix = next;
    line = '';
  };

  const write = (text: string, mark: TextMark, isExact = false) => {
    if (text === '') return;
    if (mark !== open && (text.trim() !== '' || open)) {
      if (open) line = `${line.trimEnd()}${markEnd}${line.endsWith(' ') || open === 'hidden' ? ' ' : ''}`;
      if (mark) line += markBegin(mark);
      open = mark;
    }
    line +=
      !isExact && (line === '' || line.endsWith(' ') || (open && line.endsWith(markBegin(open))))
        ? text.trimStart()
        : text;
    if (line.length > maxLine) breakLine();
  };

  return {
    lines,
    text(characters, mark, isExact) {
      if (!isExact) {
        write(characters.replace(/[\t\n\f\r ]+/g, ' '), mark);
        return;
      }
      for (const [index, one] of characters.split('\n').entries()) {
        if (index > 0) breakLine();
        write(one, mark, true);
      }
    },
    breakLine,
    quote(by) {
      breakLine();
      quotes += by;
    },
    openRow: () => void rows.push([]),
    openCell() {
      breakLine();
      cells.push([]);
    },
    closeCell() {
      breakLine();
      const cell = cells.pop();
      if (cell) rows.at(-1)?.push(cell);
    },
    closeRow() {
      const row = rows.pop() ?? [];
      const to = cells.at(-1) ?? lines;
      // Write the lines of the cells separately if the row has only one cell, as in many layout tables, or contains a
      // table.
      if (row.length < 2 || row.some((cell) => cell.some((one) => one.startsWith('| '))))
        for (const cell of row) for (const one of cell) to.push(one);
      else if (row.some((cell) => cell.length > 0)) to.push(tableLine(row));
    },
    length: () => line.length,
    since: (length) => line.slice(length),
  };
}

const tableLine = (cells: readonly (readonly string[])[]) =>
  `| ${cells.map((lines) => lines.join('<br>').replaceAll('|', '\\|')).join(' | ')} |`;
