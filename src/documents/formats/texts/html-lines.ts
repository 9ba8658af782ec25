import { markBegin, markEnd } from '../../../contract/features/document-marks.ts';
/** Writes a page as lines: paragraphs, headings, list items, table rows. */
export interface HtmlLines {
  readonly lines: string[];
  /** Adds text to the line. White space is collapsed unless `isExact`. */
  text(characters: string, isHidden: boolean, isExact: boolean): void;
  /** Ends the line. The next one begins with `prefix`. */
  breakLine(prefix?: string): void;
  /** Begins or ends a quotation. */
  quote(by: 1 | -1): void;
  openCell(): void;
  closeCell(): void;
  openRow(): void;
  closeRow(): void;
  /** Returns the length of the current line, in characters. */
  length(): number;
  /** Returns the text added to the line since it had this length. */
  since(length: number): string;
}

/** Maximum length of a line. A longer one is split, because each added word would copy the whole line. */
const maxLine = 20_000;

/** @see HtmlLines */
export function createHtmlLines(): HtmlLines {
  const lines: string[] = [];
  /** Lines of the open cells, innermost last. */
  const cells: string[][] = [];
  const rows: string[][][] = [];
  let line = '';
  let prefix = '';
  let isInHidden = false;
  let quotes = 0;

  const breakLine = (next = '') => {
    if (isInHidden) line += markEnd;
    isInHidden = false;
    const text = line.trimEnd();
    if (text !== '') (cells.at(-1) ?? lines).push('> '.repeat(Math.min(quotes, 9)) + prefix + text);
    // Keep the prefix if the line is still empty, because a list item may begin with a paragraph.
    if (text !== '' || next !== '') prefix = next;
    line = '';
  };

  const write = (text: string, isHidden: boolean, isExact = false) => {
    if (text === '') return;
    if (isHidden !== isInHidden && (text.trim() !== '' || isInHidden)) {
      if (isInHidden) line = `${line.trimEnd()}${markEnd} `;
      else line += markBegin('hidden');
      isInHidden = isHidden;
    }
    line +=
      !isExact && (line === '' || line.endsWith(' ') || line.endsWith(markBegin('hidden')))
        ? text.trimStart()
        : text;
    if (line.length > maxLine) breakLine();
  };

  return {
    lines,
    text(characters, isHidden, isExact) {
      if (!isExact) {
        write(characters.replace(/[\t\n\f\r ]+/g, ' '), isHidden);
        return;
      }
      for (const [index, one] of characters.split('\n').entries()) {
        if (index > 0) breakLine();
        write(one, isHidden, true);
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
      // Layout tables and nested tables: write the lines of their cells separately.
      if (row.length < 2 || row.some((cell) => cell.some((one) => one.startsWith('| '))))
        for (const cell of row) for (const one of cell) to.push(one);
      else if (row.some((cell) => cell.length > 0)) to.push(tableLine(row));
    },
    length: () => line.length,
    since: (length) => line.slice(length),
  };
}

/** Formats cells as a table row. */
const tableLine = (cells: readonly (readonly string[])[]) =>
  `| ${cells.map((lines) => lines.join('<br>').replaceAll('|', '\\|')).join(' | ')} |`;
