import { inMark } from '../../../../contract/features/documents/document-marks.ts';
import type { DocumentRange } from '../../../../contract/features/documents/document-reader.ts';
import { type FormatContent, type ReadingLimits, UnreadableError } from '../../../format.ts';
import { createParts } from '../../../parts.ts';
import { linkAnnotation } from '../links.ts';
import type { OfficePackage } from '../package.ts';
import { packageNotes } from '../package-notes.ts';
import { cellFormats, type ShowCell } from '../sheets/number-formats.ts';
import { newSheetCounters, type SheetCounters, sheetNotes } from '../sheets/sheet.ts';
import type { RecordReader } from './records.ts';
import {
  booleanValue,
  type CellValue,
  cellName,
  createSheetWriter,
  errorValue,
  type SheetWriter,
  shortNumber,
} from './sheet-writer.ts';
import { xlsbTypes as types, xlsbRecords, xlsbText } from './xlsb-records.ts';

/** Reads a binary workbook, with one part per sheet (MS-XLSB). @throws UnreadableError if it is damaged */
export function readXlsb(
  file: OfficePackage,
  range: DocumentRange | undefined,
  limits: ReadingLimits,
): FormatContent {
  try {
    return contentOf(file, range, limits);
  } catch (error) {
    throw error instanceof RangeError ? new UnreadableError('damaged', 'the workbook is damaged') : error;
  }
}

function contentOf(
  file: OfficePackage,
  range: DocumentRange | undefined,
  limits: ReadingLimits,
): FormatContent {
  const { sheets, is1904 } = workbookOf(file);
  const shared = sharedTexts(file);
  const show = formatsOf(file, is1904);
  const parts = createParts({ range, limits });
  const counters = newSheetCounters();
  for (const [index, { name, part, isHidden }] of sheets.entries()) {
    if (index === 0) parts.name(name);
    else parts.next(name);
    if (isHidden) {
      parts.line(inMark('hidden', 'the whole sheet'));
      counters.hidden += 1;
    }
    if (!file.has(part) || index >= limits.pages) continue;
    const writer = createSheetWriter(parts, show, counters);
    readSheet(file, part, shared, writer, counters);
    writer.finish();
  }
  const { notes, ...content } = parts.finish('sheet');
  return {
    kind: 'spreadsheet',
    ...content,
    inside: file.inside,
    properties: file.properties(),
    notes: [...notes, ...sheetNotes(counters), ...packageNotes(file)],
  };
}

function workbookOf(file: OfficePackage) {
  const sheets: { readonly name: string; readonly part: string; readonly isHidden: boolean }[] = [];
  let is1904 = false;
  for (const { type, content } of xlsbRecords(file.bytesOf(file.main))) {
    if (type === types.properties) is1904 = (content.u32() & 1) !== 0;
    if (type !== types.sheet) continue;
    const state = content.u32();
    content.skip(4);
    const part = file.relations(file.main).get(xlsbText(content))?.target ?? '';
    sheets.push({ name: xlsbText(content), part, isHidden: state !== 0 });
  }
  return { sheets, is1904 };
}

function sharedTexts(file: OfficePackage): string[] {
  const part = file.related(file.main, 'sharedStrings');
  const found: string[] = [];
  if (part === undefined || !file.has(part)) return found;
  for (const { type, content } of xlsbRecords(file.bytesOf(part))) {
    if (type !== types.sharedText) continue;
    content.skip(1);
    found.push(xlsbText(content));
  }
  return found;
}

function formatsOf(file: OfficePackage, is1904: boolean): ShowCell {
  const part = file.related(file.main, 'styles');
  const own = new Map<number, string>();
  const used: number[] = [];
  let isInCellStyles = false;
  for (const { type, content } of part !== undefined && file.has(part)
    ? xlsbRecords(file.bytesOf(part))
    : []) {
    if (type === types.format) own.set(content.u16(), xlsbText(content));
    if (type === types.stylesBegin) isInCellStyles = true;
    if (type === types.stylesEnd) isInCellStyles = false;
    if (type !== types.style || !isInCellStyles) continue;
    content.skip(2);
    used.push(content.u16());
  }
  return cellFormats(used, own, is1904);
}

/**
 * Converts the type of a cell record without a column number to the corresponding type with one. A cell without a
 * column number follows the previous cell.
 */
const statedType = (type: number): number =>
  type >= types.nextBlank && type <= types.nextShared ? type - types.nextBlank + types.blank : type;

const values: Readonly<Record<number, (content: RecordReader, shared: readonly string[]) => CellValue>> = {
  [types.blank]: () => '',
  [types.short]: (content) => shortNumber(content.u32()),
  [types.error]: (content) => errorValue(content.u8()),
  [types.check]: (content) => booleanValue(content.u8()),
  [types.number]: (content) => content.f64(),
  [types.text]: xlsbText,
  [types.shared]: (content, shared) => shared[content.u32()] ?? '',
  [types.formulaText]: xlsbText,
  [types.formulaNumber]: (content) => content.f64(),
  [types.formulaCheck]: (content) => booleanValue(content.u8()),
  [types.formulaError]: (content) => errorValue(content.u8()),
  [types.richText](content) {
    content.skip(1);
    return xlsbText(content);
  },
};

function readSheet(
  file: OfficePackage,
  part: string,
  shared: readonly string[],
  writer: SheetWriter,
  counters: SheetCounters,
): void {
  let [row, column] = [0, -1];
  for (const { type, content } of xlsbRecords(file.bytesOf(part))) {
    if (writer.isFull()) break;
    const value = values[statedType(type)];
    if (value !== undefined) {
      column = statedType(type) === type ? content.u32() : column + 1;
      const style = content.u32() & 0xffffff;
      if (type >= types.formulaText && type <= types.formulaError) counters.formulas += 1;
      writer.cell(row, column, style, value(content, shared));
    } else if (type === types.row) {
      [row, column] = [content.u32(), -1];
      content.skip(7);
      if ((content.u8() & 0x10) !== 0) writer.hideRow(row);
    } else if (type === types.columns) {
      const [first, last] = [content.u32(), content.u32()];
      content.skip(8);
      if ((content.u16() & 1) !== 0) writer.hideColumns(first, last);
    } else if (type === types.merged || type === types.link) {
      const [firstRow, lastRow, firstColumn, lastColumn] = [
        content.u32(),
        content.u32(),
        content.u32(),
        content.u32(),
      ];
      if (type === types.merged) writer.merge(firstRow, lastRow, firstColumn, lastColumn);
      else writeLink(file, part, cellName(firstRow, firstColumn), content, writer);
    }
  }
}

function writeLink(
  file: OfficePackage,
  part: string,
  place: string,
  content: RecordReader,
  writer: SheetWriter,
): void {
  const target = file.relations(part).get(xlsbText(content));
  const annotation = target?.isExternal === true ? linkAnnotation(target.target, '') : '';
  if (annotation !== '') writer.after(`${place}${annotation}`);
}
