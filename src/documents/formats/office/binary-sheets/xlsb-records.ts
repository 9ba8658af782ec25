import { withoutMarkers } from '../../../../contract/features/documents/document-marks.ts';
import { UnreadableError } from '../../../format.ts';
import { type RecordReader, readRecord } from './records.ts';

/** A record of a binary part (MS-XLSB 2.1.4). */
export interface XlsbRecord {
  readonly type: number;
  readonly content: RecordReader;
}

/** Types of records (MS-XLSB 2.3.2). */
export const xlsbTypes = {
  ...{
    nextBlank: 12,
    nextShort: 13,
    nextError: 14,
    nextCheck: 15,
    nextNumber: 16,
    nextText: 17,
    nextShared: 18,
  },
  ...{ row: 0, blank: 1, short: 2, error: 3, check: 4, number: 5, text: 6, shared: 7 },
  ...{ formulaText: 8, formulaNumber: 9, formulaCheck: 10, formulaError: 11, richText: 62 },
  ...{
    sharedText: 19,
    format: 44,
    style: 47,
    columns: 60,
    properties: 153,
    sheet: 156,
    merged: 176,
    link: 494,
  },
  ...{ stylesBegin: 617, stylesEnd: 618 },
};

/** Reads the records of a part. @throws UnreadableError if a record extends beyond the end of the part */
export function* xlsbRecords(part: Uint8Array): Generator<XlsbRecord> {
  let at = 0;
  /** Reads a variable-length number: seven bits per byte, low bits first. */
  const number = (maxBytes: number) => {
    let value = 0;
    for (let index = 0; index < maxBytes; index += 1) {
      const byte = part[at] ?? 0;
      at += 1;
      value += (byte & 0x7f) * 2 ** (7 * index);
      if ((byte & 0x80) === 0) break;
    }
    return value;
  };
  while (at < part.length) {
    const [type, length] = [number(2), number(4)];
    const content = part.subarray(at, at + length);
    if (content.length < length) throw new UnreadableError('damaged', 'the workbook is cut off');
    at += length;
    yield { type, content: readRecord({ pieces: [content] }) };
  }
}

/** Length value that marks a missing string. */
const missing = 0xffffffff;

/** Reads a UTF-16 string with a length prefix. */
export function xlsbText(content: RecordReader): string {
  const count = content.u32();
  return count === missing ? '' : withoutMarkers(content.letters(count, true));
}
