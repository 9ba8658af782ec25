import { inMark, withoutMarkers } from '../../../../contract/features/documents/document-marks.ts';
import { linkAnnotation } from '../links.ts';
import type { SheetCounters } from '../sheets/sheet.ts';
import {
  type RecordReader,
  readRecord,
  recordsFrom,
  recordTypes as types,
  type XlsRecord,
} from './records.ts';
import {
  booleanValue,
  type CellValue,
  cellName,
  errorValue,
  type SheetWriter,
  shortNumber,
} from './sheet-writer.ts';
import type { TextReader } from './texts.ts';
import { linkIn } from './xls-link.ts';

export interface XlsSheet {
  readonly stream: Uint8Array;
  /** Index of the first record of the sheet in the stream. */
  readonly from: number;
  readonly shared: readonly string[];
  readonly texts: TextReader;
  readonly isUnicode: boolean;
}

/** Writes the cells of a sheet, followed by merged areas, links, comments and the text in drawings. */
export function readXlsSheet(sheet: XlsSheet, writer: SheetWriter, counters: SheetCounters): void {
  const otherContent = createOtherContent(sheet, writer, counters);
  /** Cell of the last formula if its result is a string. The next record contains the string. */
  let awaited: { readonly row: number; readonly column: number; readonly style: number } | undefined;
  let depth = 0;
  for (const record of recordsFrom(sheet.stream, sheet.from)) {
    if (record.type === types.begin) depth += 1;
    else if (record.type === types.end) depth -= 1;
    if (depth === 0 || writer.isFull()) break;
    // Skip the records of an embedded chart.
    if (depth > 1) continue;
    if (record.type === types.text) {
      if (awaited)
        writer.cell(awaited.row, awaited.column, awaited.style, sheet.texts.text(readRecord(record), 2));
      awaited = undefined;
    } else if (isFormula(record.type)) awaited = formula(readRecord(record), writer, counters);
    else if (!writeCell(record, sheet, writer)) otherContent.take(record);
  }
  otherContent.finish();
}

const isFormula = (type: number) =>
  type === types.formula || type === types.formulaOld || type === types.formulaOlder;

/** Writes the saved result of a formula. @returns the cell if the result is a string, which the next record contains */
function formula(record: RecordReader, writer: SheetWriter, counters: SheetCounters) {
  const [row, column, style] = [record.u16(), record.u16(), record.u16()];
  const result = Buffer.from(record.bytes(8));
  counters.formulas += 1;
  if (result.readUInt16LE(6) !== 0xffff) writer.cell(row, column, style, result.readDoubleLE(0));
  else if (result[0] === 0) return { row, column, style };
  else if (result[0] === 1) writer.cell(row, column, style, booleanValue(result[2] ?? 0));
  else if (result[0] === 2) writer.cell(row, column, style, errorValue(result[2] ?? 0));
  return undefined;
}

/** Writes the cells of a record. @returns whether the record contains cells */
function writeCell({ type, pieces }: XlsRecord, { shared, texts }: XlsSheet, writer: SheetWriter): boolean {
  const record = readRecord({ pieces });
  const write = (read: () => CellValue) => {
    const [row, column, style] = [record.u16(), record.u16(), record.u16()];
    writer.cell(row, column, style, read());
    return true;
  };
  switch (type) {
    case types.number:
      return write(record.f64);
    case types.short:
      return write(() => shortNumber(record.u32()));
    case types.shared:
      return write(() => shared[record.u32()] ?? '');
    case types.label:
    case types.richLabel:
      return write(() => texts.text(record, 2));
    case types.check:
      return write(() => {
        const code = record.u8();
        return record.u8() === 0 ? booleanValue(code) : errorValue(code);
      });
    case types.shorts:
      return writeShorts(record, pieces[0]?.length ?? 0, writer);
    default:
      return false;
  }
}

/** Writes adjacent numbers. The record contains the row, the first column, then the style and value of each cell. */
function writeShorts(record: RecordReader, length: number, writer: SheetWriter): true {
  const [row, first] = [record.u16(), record.u16()];
  for (let index = 0; index < Math.floor((length - 6) / 6); index += 1) {
    const style = record.u16();
    writer.cell(row, first + index, style, shortNumber(record.u32()));
  }
  return true;
}

/** Collects the content of a sheet other than cells. */
function createOtherContent({ texts, isUnicode }: XlsSheet, writer: SheetWriter, counters: SheetCounters) {
  const notes: { readonly place: string; readonly object: number; readonly author: string }[] = [];
  const objectTexts = new Map<number, string>();
  let object = 0;
  const readers: Readonly<Record<number, (record: RecordReader) => void>> = {
    [types.row](record) {
      const row = record.u16();
      record.skip(10);
      if ((record.u16() & 0x20) !== 0) writer.hideRow(row);
    },
    [types.columns](record) {
      const [first, last] = [record.u16(), record.u16()];
      record.skip(4);
      if ((record.u16() & 1) !== 0) writer.hideColumns(first, last);
    },
    [types.merged](record) {
      for (let count = record.u16(); count > 0; count -= 1)
        writer.merge(record.u16(), record.u16(), record.u16(), record.u16());
    },
    [types.link](record) {
      const { row, column, address, shown } = linkIn(record);
      const annotation = linkAnnotation(address, shown);
      if (annotation !== '') writer.after(`${cellName(row, column)}${annotation}`);
    },
    [types.object](record) {
      record.skip(6);
      object = record.u16();
    },
    [types.objectText](record) {
      record.skip(10);
      const count = record.u16();
      record.skip(6);
      if (isUnicode && count > 0) objectTexts.set(object, record.letters(count, false));
    },
    [types.note](record) {
      const place = cellName(record.u16(), record.u16());
      counters.comments += 1;
      if (!isUnicode) writer.after(`${place} ${inMark('comment by ?', texts.text(record, 2).trim())}`);
      else {
        record.skip(2);
        notes.push({ place, object: record.u16(), author: texts.text(record, 2) });
      }
    },
  };
  return {
    take: ({ type, pieces }: XlsRecord) => readers[type]?.(readRecord({ pieces })),
    finish() {
      for (const { place, object: of, author } of notes) {
        writer.after(
          `${place} ${inMark(`comment by ${author.trim() || '?'}`, withoutMarkers(objectTexts.get(of)?.trim() ?? ''))}`,
        );
        objectTexts.delete(of);
      }
      for (const text of objectTexts.values()) writer.after(text.trim());
    },
  };
}
