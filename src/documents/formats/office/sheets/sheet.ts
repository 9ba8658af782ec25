import { inMark } from '../../../../contract/features/documents/document-marks.ts';
import type { Worded } from '../../../../contract/language.ts';
import { worded } from '../../../../contract/worded.ts';
import { fileMessages, officeMessages } from '../../../notes/messages.ts';
import type { PartsWriter } from '../../../parts.ts';
import { isTooSmall } from '../../../visibility.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf, innerText } from '../../../xml-tree.ts';
import { linkAnnotation } from '../links.ts';
import type { OfficePackage } from '../package.ts';
import { type CellLook, mergedLook, type SheetLooks } from './cell-looks.ts';
import { type CellConditions, readConditions } from './conditions.ts';
import { printedMargins, sheetDrawings } from './drawings.ts';
import { createGrid, type GridCell } from './grid.ts';
import type { ShowCell, ShownCell } from './number-formats.ts';
import { cellPlace } from './places.ts';
import { type CellText, cellText, cellWords, markedText, richText } from './rich-text.ts';

/** Workbook data that the cells refer to. */
export interface Cells {
  readonly strings: readonly CellText[];
  readonly people: ReadonlyMap<string, string>;
  readonly show: ShowCell;
  readonly looks: SheetLooks;
}

export interface SheetCounters {
  formulas: number;
  /** Formulas without a saved value. */
  unknown: number;
  comments: number;
  /** Hidden sheets, rows, columns and cells. */
  hidden: number;
  /** Cells that a conditional format may hide. The reader cannot evaluate the conditions of such formats. */
  perhapsHidden: number;
  struck: number;
}

export const newSheetCounters = (): SheetCounters => ({
  formulas: 0,
  unknown: 0,
  comments: 0,
  hidden: 0,
  perhapsHidden: 0,
  struck: 0,
});

/** Writes the rows of a sheet, followed by merged areas, links, comments and drawings. */
export function readSheet(
  file: OfficePackage,
  part: string,
  cells: Cells,
  counters: SheetCounters,
  parts: Pick<PartsWriter, 'line' | 'isFull'>,
): void {
  const comments = commentsOf(file, part, cells.people);
  counters.comments += comments.size;
  const grid = createGrid(parts);
  const conditions = readConditions(file, part, cells.looks);
  const hiddenColumns: [from: number, to: number][] = [];
  const shownColumns: [from: number, to: number][] = [];
  let usual: XmlNode['attributes'] = {};
  const after: string[] = [];
  let [rowNumber, merged] = [0, 0];
  const wholes: Readonly<Record<string, (node: XmlNode) => void>> = {
    's:sheetFormatPr': ({ attributes }) => {
      usual = attributes;
    },
    's:col'({ attributes: { hidden, min, max, width } }) {
      const isHidden = /^(1|true)$/.test(hidden ?? '') || Number(width) < minColumnWidth;
      (isHidden ? hiddenColumns : shownColumns).push([Number(min), Number(max)]);
      if (isHidden) counters.hidden += 1;
    },
    's:row'(row) {
      rowNumber = Number(row.attributes.r ?? rowNumber + 1);
      const { hidden, ht = usual.defaultRowHeight } = row.attributes;
      const isHidden = /^(1|true)$/.test(hidden ?? '') || (ht !== undefined && isTooSmall(Number(ht)));
      if (isHidden) counters.hidden += 1;
      const shown = rowCells(row, rowNumber, { cells, counters, comments, conditions });
      const isAmong = (columns: typeof hiddenColumns, column: number) =>
        columns.some(([from, to]) => column >= from && column <= to);
      const isHiddenColumn = (column: number) =>
        isAmong(hiddenColumns, column) ||
        (Number(usual.defaultColWidth) < minColumnWidth && !isAmong(shownColumns, column));
      grid.row(
        rowNumber,
        shown.map((cell) =>
          isHiddenColumn(cell.column) ? { ...cell, text: inMark('hidden', cell.text) } : cell,
        ),
        isHidden,
      );
    },
    's:mergeCell'({ attributes: { ref = '' } }) {
      merged += 1;
      if (merged <= maxMergedAreas) after.push(inMark('merged', ref.slice(0, 40)));
    },
    's:headerFooter': (node) => void after.push(...printedMargins(node)),
    's:hyperlink'({ attributes }) {
      const target = file.relations(part).get(attributes['r:id'] ?? '');
      const annotation = target?.isExternal ? linkAnnotation(target.target, attributes.display ?? '') : '';
      if (annotation !== '') after.push(`${attributes.ref ?? ''}${annotation}`);
    },
  };
  file.read(part, { isWhole: (name) => name in wholes, whole: (node) => wholes[node.name]?.(node) });
  for (const [place, comment] of comments) after.push(`${place} ${comment}`);
  for (const text of [...after, ...sheetDrawings(file, part)]) parts.line(text);
}

const maxMergedAreas = 100;
/** Minimum width of a visible column, as a multiple of the width of a digit. */
const minColumnWidth = 0.3;

interface RowReading {
  readonly cells: Cells;
  readonly counters: SheetCounters;
  readonly comments: Map<string, string>;
  readonly conditions: CellConditions;
}

/**
 * Returns the non-empty cells of a row. Removes their comments from `comments`, because the remaining comments are
 * written after the rows.
 */
function rowCells(row: XmlNode, number: number, reading: RowReading): GridCell[] {
  const { cells, counters, comments, conditions } = reading;
  let column = 0;
  return childrenOf(row, 's:c').flatMap((cell) => {
    const place = cell.attributes.r;
    column = place === undefined ? column + 1 : cellPlace(place).column;
    const comment = comments.get(place ?? '');
    comments.delete(place ?? '');
    const style = Number(cell.attributes.s ?? 0);
    const content = contentOf(cell, cells);
    const look = conditions.look(number, column, rawValue(content), style);
    const value = shownValue(cell, content, look, { cells, counters });
    if (look.isPerhapsHidden === true && value !== '') counters.perhapsHidden += 1;
    const text = [value, comment].filter(Boolean).join(' ');
    return text === '' ? [] : [{ column, text }];
  });
}

type CellContent =
  | { readonly text: CellText }
  | { readonly number: number }
  /** Text that is shown unchanged. */
  | { readonly fixed: string };

const rawValue = (content: CellContent): string | number =>
  'number' in content ? content.number : 'text' in content ? cellWords(content.text) : content.fixed;

function contentOf(cell: XmlNode, { strings, looks }: Cells): CellContent {
  const value = innerText(childOf(cell, 's:v'));
  switch (cell.attributes.t) {
    case 's':
      return { text: strings[Number(value)] ?? '' };
    case 'inlineStr':
      return { text: cellText(childOf(cell, 's:is'), looks) };
    case 'b':
      return { fixed: value === '' ? '' : value === '1' ? 'TRUE' : 'FALSE' };
    case 'str':
      return { text: value };
    case 'e':
    case 'd':
      return { fixed: value };
    default:
      return value !== '' && Number.isFinite(Number(value)) ? { number: Number(value) } : { fixed: value };
  }
}

/** Returns the formatted value of a cell, with marks around invisible text. */
function shownValue(
  cell: XmlNode,
  content: CellContent,
  look: CellLook,
  { cells: { show, looks }, counters }: Pick<RowReading, 'cells' | 'counters'>,
): string {
  const style = Number(cell.attributes.s ?? 0);
  const isFormula = childOf(cell, 's:f') !== undefined;
  if (isFormula) counters.formulas += 1;
  const markOf = (own: CellLook) => {
    const merged = mergedLook(look, own);
    return looks.isUnseen(style, merged) ? 'hidden' : looks.isStruck(style, merged) ? 'struck' : undefined;
  };
  const count = (mark: string | undefined) => {
    if (mark === 'hidden' || mark === 'struck') counters[mark] += 1;
  };
  const marked = (text: string) => {
    const mark = text === '' ? undefined : markOf({});
    count(mark);
    return mark === undefined ? text : inMark(mark, text);
  };
  if ('fixed' in content) {
    if (content.fixed !== '' || !isFormula || cell.attributes.t !== undefined) return marked(content.fixed);
    counters.unknown += 1;
    return marked(inMark('formula without a value'));
  }
  const shown = show(rawValue(content), style);
  if (shown.isHidden || 'number' in content || typeof content.text === 'string')
    return shown.isHidden ? shownText(shown, counters) : marked(shown.text);
  for (const mark of new Set(content.text.map(({ look: own }) => markOf(own)))) count(mark);
  return markedText(content.text, markOf);
}

/** Returns the text of a cell. The text is marked if the format hides it. */
export function shownText({ text, isHidden }: ShownCell, counters: Pick<SheetCounters, 'hidden'>): string {
  if (isHidden) counters.hidden += 1;
  return isHidden ? inMark('hidden', text) : text;
}

/** Returns the comments. Threaded comments replace their plain copies, which exist only for older programs. */
function commentsOf(
  file: OfficePackage,
  part: string,
  people: ReadonlyMap<string, string>,
): Map<string, string> {
  const found = new Map<string, string>();
  const add = (place: string, author: string, text: string) => {
    const before = found.get(place);
    const comment = inMark(`comment by ${author.trim() || '?'}`, text.trim());
    found.set(place, before === undefined ? comment : `${before} ${comment}`);
  };
  for (const { attributes, children } of childrenOf(file.parse(file.related(part, 'threadedComment')))) {
    const text = children.find((child) => typeof child !== 'string' && child.name === 'x18tc:text');
    add(
      attributes.ref ?? '',
      people.get(attributes.personId ?? '') ?? '',
      typeof text === 'object' ? innerText(text) : '',
    );
  }
  const threaded = new Set(found.keys());
  const plain = file.parse(file.related(part, 'comments'));
  const authors = childrenOf(childOf(plain, 's:authors'), 's:author').map(innerText);
  for (const comment of childrenOf(childOf(plain, 's:commentList'), 's:comment')) {
    const { ref = '', authorId } = comment.attributes;
    if (!threaded.has(ref)) add(ref, authors[Number(authorId)] ?? '', richText(childOf(comment, 's:text')));
  }
  return found;
}

export function sheetNotes(counters: SheetCounters): Worded[] {
  const { formulas, unknown, comments, hidden, perhapsHidden, struck } = counters;
  return [
    ...(formulas > 0 ? [worded(officeMessages.formulas, { formulas })] : []),
    ...(unknown > 0 ? [worded(officeMessages.unknownFormulas, { unknown })] : []),
    ...(comments > 0 ? [worded(fileMessages.comments, { comments })] : []),
    ...(hidden > 0 ? [worded(officeMessages.hiddenCells, { hidden })] : []),
    ...(perhapsHidden > 0 ? [worded(officeMessages.perhapsHidden, { cells: perhapsHidden })] : []),
    ...(struck > 0 ? [officeMessages.struck] : []),
  ];
}
