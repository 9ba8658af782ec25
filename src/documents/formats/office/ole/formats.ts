import { inMark } from '../../../../contract/features/documents/document-marks.ts';
import { type CompoundFolder, compoundRoot, readCompoundFile } from '../../../containers/compound-file.ts';
import { type Format, type FormatContent, type FormatRequest, UnreadableError } from '../../../format.ts';
import { officeMessages } from '../../../notes/messages.ts';
import { createParts, type PartsWriter } from '../../../parts.ts';
import { readXls } from '../binary-sheets/xls.ts';
import { tableRow } from '../table-row.ts';
import type { OldWordText } from './old-word-text.ts';
import { readOldWord, rowEnd } from './word.ts';

/** Office files in the formats from before 2007, and newer files with a password. Both are compound files. */
export const oldOffice: Format = {
  is(bytes) {
    const root = compoundRoot(bytes);
    return root !== undefined && kindIn(root) !== undefined;
  },
  read(request) {
    const file = readCompoundFile(request.bytes);
    const kind = kindIn(file);
    if (kind === 'encrypted') throw new UnreadableError('encrypted', 'it is protected by a password');
    if (kind === 'document') return readDocument(file, request);
    if (kind === 'workbook') return readXls(file, request);
    throw new UnreadableError(
      'unknown',
      'it is a presentation in a format before 2007 (PPT): try download_document_pdf, or save it in a newer format',
    );
  },
};

type Kind = 'encrypted' | 'document' | 'workbook' | 'presentation';

const marks: readonly (readonly [stream: string, kind: Kind])[] = [
  ['EncryptedPackage', 'encrypted'],
  ['WordDocument', 'document'],
  ['Workbook', 'workbook'],
  ['Book', 'workbook'],
  ['PowerPoint Document', 'presentation'],
];

const kindIn = ({ files }: CompoundFolder): Kind | undefined =>
  marks.find(([stream]) => files.has(stream))?.[1];

function readDocument(file: CompoundFolder, { range, limits }: FormatRequest): FormatContent {
  const texts = readOldWord(file);
  const parts = createParts({ range, limits });
  for (const line of new Set(paragraphs(texts.headers))) parts.line(inMark('header or footer', line));
  write(withAnnotations(texts), parts);
  for (const line of paragraphs(texts.boxes)) parts.line(line);
  const hasBoth = texts.footnotes !== '' && texts.endnotes !== '';
  if (hasBoth)
    for (const line of paragraphs(`${texts.footnotes}\r${texts.endnotes}`)) parts.line(inMark('^', line));
  const { notes, ...content } = parts.finish('part');
  return {
    kind: 'Word document',
    ...content,
    notes: [...notes, officeMessages.oldWord, ...(hasBoth ? [officeMessages.notesAtEnd] : [])],
  };
}

/** Removes the control characters for fields, pictures and notes. */
const plain = (text: string): string =>
  [...withoutFields(text).replaceAll('\u000b', '\n').replaceAll('\u001e', '-')]
    .filter((letter) => letter >= ' ' || letter === '\n' || letter === '\t')
    .join('')
    .replaceAll('\u00ad', '');

const paragraphs = (text: string): string[] =>
  ['\u0007', '\u000c', rowEnd]
    .reduce((all, end) => all.replaceAll(end, '\r'), text)
    .split('\r')
    .map((line) => plain(line).trim())
    .filter((line) => line !== '');

/** Removes field codes and keeps the results. A field is stored as `\u0013` instruction `\u0014` result `\u0015`. */
function withoutFields(text: string): string {
  let depth = 0;
  let shown = '';
  const open: boolean[] = [];
  for (const letter of text) {
    if (letter === '\u0013') {
      open.push(true);
      depth += 1;
    } else if (letter === '\u0014' && open.at(-1) === true) {
      open[open.length - 1] = false;
      depth -= 1;
    } else if (letter === '\u0015') {
      if (open.pop() === true) depth -= 1;
    } else if (depth === 0 || letter === '\r') shown += letter;
  }
  return shown;
}

/** Inserts footnotes and comments at their reference marks. Both are stored in the order of the marks. */
function withAnnotations({ main, footnotes, endnotes, comments }: OldWordText): string {
  const notes = footnotes === '' || endnotes === '' ? paragraphs(footnotes + endnotes) : [];
  const commentTexts = paragraphs(comments);
  let [note, comment] = [0, 0];
  let shown = '';
  for (const sign of withoutFields(main)) {
    if (sign === '\u0005') {
      if (commentTexts[comment] !== undefined) shown += ` ${inMark('comment by ?', commentTexts[comment])}`;
      comment += 1;
    } else if (sign === '\u0002') {
      note += 1;
      if (notes[note - 1] !== undefined) shown += inMark(`^${note}`, notes[note - 1]);
    } else shown += sign;
  }
  return shown;
}

/** Writes paragraphs and table rows. Each cell and each row ends with a control character. */
function write(text: string, parts: PartsWriter): void {
  let [cells, lines, line]: [string[][], string[], string] = [[], [], ''];
  for (const letter of text) {
    if (letter === '\u0007') {
      cells.push([...lines, plain(line)]);
      [lines, line] = [[], ''];
    } else if (letter === rowEnd) {
      parts.line(tableRow(cells.map((of) => ({ lines: of, span: 1, isContinued: false }))));
      [cells, lines, line] = [[], [], ''];
    } else if (letter !== '\r' && letter !== '\u000c') line += letter;
    else {
      // The first cell of a row is recognized only when the cell ends, so its earlier paragraphs are already written as
      // lines.
      if (cells.length > 0) lines.push(plain(line));
      else parts.line(plain(line));
      line = '';
    }
  }
  writeCells(cells, parts);
  for (const rest of [...lines, plain(line)]) if (rest !== '') parts.line(rest);
}

const isEmpty = (cell: readonly string[]) => cell.every((line) => line.trim() === '');

/**
 * Writes cells whose row boundaries are unknown, so that no text is lost. The end of a row looks like an empty cell. If
 * the empty cells divide the cells into rows of equal length, these rows are used. Otherwise, each cell becomes a row.
 */
function writeCells(cells: readonly (readonly string[])[], parts: PartsWriter): void {
  const rows: (readonly string[])[][] = [[]];
  for (const cell of cells)
    if (isEmpty(cell)) rows.push([]);
    else rows.at(-1)?.push(cell);
  const isEnded = rows.pop()?.length === 0;
  const areRows = isEnded && rows.every(({ length }) => length > 0 && length === rows[0]?.length);
  for (const row of areRows ? rows : cells.filter((cell) => !isEmpty(cell)).map((cell) => [cell]))
    parts.line(tableRow(row.map((of) => ({ lines: of, span: 1, isContinued: false }))));
}
