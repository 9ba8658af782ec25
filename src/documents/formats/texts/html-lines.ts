import { markBegin, markEnd } from '../../../contract/features/document-marks.ts';
/** A page as lines: paragraphs, headings, items of lists, rows of tables. */
export interface HtmlLines {
  readonly lines: string[];
  /** Words of a line, with spaces as they are in the file where `isExact`. */
  text(characters: string, isHidden: boolean, isExact: boolean): void;
  /** What stands before comes to a line of its own, and so does what follows, with these characters before it. */
  breakLine(prefix?: string): void;
  /** What follows is quoted, or no longer so. */
  quote(by: 1 | -1): void;
  openCell(): void;
  closeCell(): void;
  openRow(): void;
  closeRow(): void;
  /** How long the line is so far, in characters. */
  length(): number;
  /** What was written in the line since it was so long. */
  since(length: number): string;
}

/** A longer line is cut: it would be copied with each word that comes to it. */
const maxLine = 20_000;

/** @see HtmlLines */
export function createHtmlLines(): HtmlLines {
  const lines: string[] = [];
  /** Of the cells that are open, one within the other. */
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
    // What follows a mark may begin with a paragraph of its own.
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
      // Tables that only lay out the page: what is in their cells is no row.
      if (row.length < 2 || row.some((cell) => cell.some((one) => one.startsWith('| '))))
        for (const cell of row) for (const one of cell) to.push(one);
      else if (row.some((cell) => cell.length > 0)) to.push(tableLine(row));
    },
    length: () => line.length,
    since: (length) => line.slice(length),
  };
}

/** Cells of lines as a row. */
const tableLine = (cells: readonly (readonly string[])[]) =>
  `| ${cells.map((lines) => lines.join('<br>').replaceAll('|', '\\|')).join(' | ')} |`;
