import { inMark } from '../../../../contract/features/document-marks.ts';
import type { Worded } from '../../../../contract/language.ts';
import { worded } from '../../../../contract/worded.ts';
import { fileMessages, officeMessages } from '../../../notes/messages.ts';
import type { PartsWriter } from '../../../parts.ts';
import { isTooSmall } from '../../../visibility.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf, innerText } from '../../../xml-tree.ts';
import { linkAside } from '../links.ts';
import type { OfficePackage } from '../package.ts';
import { createGrid, type GridCell } from './grid.ts';
import type { ShowCell, ShownCell } from './number-formats.ts';
import { richText } from './rich-text.ts';

/** What cells of all sheets refer to. */
export interface Cells {
  readonly strings: readonly string[];
  /** Who wrote comments, by id. */
  readonly people: ReadonlyMap<string, string>;
  readonly show: ShowCell;
  /** Places of styles whose letters have the colour of their cell, or are too small to be read. */
  readonly unseen: ReadonlySet<number>;
}

/** What was met, for the notes. */
export interface SheetTally {
  formulas: number;
  /** Formulas without the value that they had. */
  unknown: number;
  comments: number;
  /** Sheets, rows, columns, and cells whose format shows nothing. */
  hidden: number;
}

export const newSheetTally = (): SheetTally => ({ formulas: 0, unknown: 0, comments: 0, hidden: 0 });

/** Writes the rows of a sheet, and behind them what is merged and where links lead. */
export function readSheet(
  file: OfficePackage,
  part: string,
  cells: Cells,
  tally: SheetTally,
  parts: Pick<PartsWriter, 'line' | 'isFull'>,
): void {
  const comments = commentsOf(file, part, cells.people);
  tally.comments += comments.size;
  const grid = createGrid(parts);
  const hiddenColumns: [from: number, to: number][] = [];
  const after: string[] = [];
  let [rowNumber, merged] = [0, 0];
  const wholes: Readonly<Record<string, (node: XmlNode) => void>> = {
    's:col'({ attributes: { hidden, min, max, width } }) {
      if (!/^(1|true)$/.test(hidden ?? '') && !(Number(width) < narrowest)) return;
      hiddenColumns.push([Number(min), Number(max)]);
      tally.hidden += 1;
    },
    's:row'(row) {
      rowNumber = Number(row.attributes.r ?? rowNumber + 1);
      const { hidden, ht } = row.attributes;
      const isHidden = /^(1|true)$/.test(hidden ?? '') || (ht !== undefined && isTooSmall(Number(ht)));
      if (isHidden) tally.hidden += 1;
      const shown = rowCells(row, cells, tally, comments);
      const isHiddenColumn = (column: number) =>
        hiddenColumns.some(([from, to]) => column >= from && column <= to);
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
      if (merged <= mostMerged) after.push(inMark('merged', ref.slice(0, 40)));
    },
    's:hyperlink'({ attributes }) {
      const target = file.relations(part).get(attributes['r:id'] ?? '');
      const aside = target?.isExternal ? linkAside(target.target, attributes.display ?? '') : '';
      if (aside !== '') after.push(`${attributes.ref ?? ''}${aside}`);
    },
  };
  file.read(part, { isWhole: (name) => name in wholes, whole: (node) => wholes[node.name]?.(node) });
  for (const [place, comment] of comments) after.push(`${place} ${comment}`);
  for (const text of after) parts.line(text);
}

const mostMerged = 100;
/** A narrower column shows no part of a letter, in widths of a digit. */
const narrowest = 0.3;

/** The cells of a row that have something; comments that were placed are taken out of those that are left. */
function rowCells(row: XmlNode, cells: Cells, tally: SheetTally, comments: Map<string, string>): GridCell[] {
  let column = 0;
  return childrenOf(row, 's:c').flatMap((cell) => {
    const place = cell.attributes.r;
    column = place === undefined ? column + 1 : columnOf(place);
    const comment = comments.get(place ?? '');
    comments.delete(place ?? '');
    const value = valueIn(cell, cells, tally);
    const isUnseen = value !== '' && cells.unseen.has(Number(cell.attributes.s ?? 0));
    if (isUnseen) tally.hidden += 1;
    const text = [isUnseen ? inMark('hidden', value) : value, comment].filter(Boolean).join(' ');
    return text === '' ? [] : [{ column, text }];
  });
}

function valueIn(cell: XmlNode, { strings, show }: Cells, tally: SheetTally): string {
  const formula = childOf(cell, 's:f');
  const value = innerText(childOf(cell, 's:v'));
  const inFormat = (what: number | string) => shownText(show(what, Number(cell.attributes.s ?? 0)), tally);
  if (formula !== undefined) tally.formulas += 1;
  switch (cell.attributes.t) {
    case 's':
      return inFormat(strings[Number(value)] ?? '');
    case 'inlineStr':
      return inFormat(richText(childOf(cell, 's:is')));
    case 'b':
      return value === '' ? '' : value === '1' ? 'TRUE' : 'FALSE';
    case 'str':
      return inFormat(value);
    case 'e':
    case 'd':
      return value;
    default:
      if (value === '' && formula !== undefined) tally.unknown += 1;
      if (value === '') return formula === undefined ? '' : inMark('formula without a value');
      return Number.isFinite(Number(value)) ? inFormat(Number(value)) : value;
  }
}

/** Returns the text of a cell, marked if its format hides it. */
export function shownText({ text, isHidden }: ShownCell, tally: Pick<SheetTally, 'hidden'>): string {
  if (isHidden) tally.hidden += 1;
  return isHidden ? inMark('hidden', text) : text;
}

/** `C5` → 3; what is no place counts as the first. */
function columnOf(place: string): number {
  let column = 0;
  for (const letter of place.toUpperCase())
    if (letter >= 'A' && letter <= 'Z' && column < 1_000) column = column * 26 + letter.charCodeAt(0) - 64;
  return Math.min(Math.max(column, 1), 16_384);
}

/** Those that answer each other first: the others are written beside them for older programs. */
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

export function sheetNotes({ formulas, unknown, comments, hidden }: SheetTally): Worded[] {
  return [
    ...(formulas > 0 ? [worded(officeMessages.formulas, { formulas })] : []),
    ...(unknown > 0 ? [worded(officeMessages.unknownFormulas, { unknown })] : []),
    ...(comments > 0 ? [worded(fileMessages.comments, { comments })] : []),
    ...(hidden > 0 ? [worded(officeMessages.hiddenCells, { hidden })] : []),
  ];
}
