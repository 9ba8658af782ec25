import { withoutMarkers } from '../../../../contract/features/documents/document-marks.ts';
import { encodingOfPage } from '../../../code-pages.ts';
import type { RecordReader, XlsRecord } from './records.ts';
import { readRecord } from './records.ts';

/** Reads strings in the encoding that the version of the workbook uses. */
export interface TextReader {
  /** @param lengthBytes size of the length field */
  text(record: RecordReader, lengthBytes: 1 | 2): string;
}

/** Reader for the strings of Excel 97 and later, which are Unicode and begin with flags (MS-XLS 2.5.294). */
export const unicodeTexts: TextReader = {
  text(record, lengthBytes) {
    const count = lengthBytes === 1 ? record.u8() : record.u16();
    return count === 0 ? '' : flaggedText(record, count);
  },
};

/** Creates the reader for the strings of Excel 5 and 95, which use the code page of the workbook. */
export function codePageTexts(page: number): TextReader {
  const decoder = new TextDecoder(encodingOfPage(page === 0x8000 ? 10_000 : page));
  return {
    text: (record, lengthBytes) =>
      withoutMarkers(decoder.decode(record.bytes(lengthBytes === 1 ? record.u8() : record.u16()))),
  };
}

function flaggedText(record: RecordReader, count: number): string {
  const flags = record.u8();
  const runs = (flags & 8) === 0 ? 0 : record.u16();
  const extension = (flags & 4) === 0 ? 0 : record.u32();
  const text = record.letters(count, (flags & 1) !== 0);
  record.skip(runs * 4 + extension);
  return withoutMarkers(text);
}

/** Reads the shared strings (MS-XLS 2.4.265). */
export function sharedTexts(table: XlsRecord): string[] {
  const record = readRecord(table);
  record.skip(8);
  const found: string[] = [];
  while (!record.isAtEnd()) found.push(unicodeTexts.text(record, 2));
  return found;
}
