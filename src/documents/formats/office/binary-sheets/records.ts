import { UnreadableError } from '../../../format.ts';
import { viewOf } from '../../../view-of.ts';

/** A record of an XLS workbook, with its CONTINUE records (MS-XLS 2.1.4). */
export interface XlsRecord {
  readonly type: number;
  /** Content of the record, then the content of each CONTINUE record. */
  readonly pieces: readonly Uint8Array[];
}

export const recordTypes = {
  ...{ end: 0x0a, begin: 0x809, encrypted: 0x2f, codePage: 0x42, calendar: 0x22, sheet: 0x85 },
  ...{ format: 0x41e, style: 0xe0, strings: 0xfc },
  ...{ row: 0x208, columns: 0x7d, merged: 0xe5, note: 0x1c, object: 0x5d, objectText: 0x1b6, link: 0x1b8 },
  ...{ number: 0x203, short: 0x27e, shorts: 0xbd, shared: 0xfd, label: 0x204, richLabel: 0xd6 },
  ...{ check: 0x205, formula: 0x06, formulaOld: 0x206, formulaOlder: 0x406, text: 0x207 },
};
const continued = 0x3c;

/** Reads the records of a stream. @throws UnreadableError if a record extends beyond the end of the stream */
export function* recordsFrom(stream: Uint8Array, from: number): Generator<XlsRecord> {
  const view = viewOf(stream);
  let record: { readonly type: number; readonly pieces: Uint8Array[] } | undefined;
  for (let at = from; at + 4 <= stream.length; ) {
    const [type, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    const content = stream.subarray(at + 4, at + 4 + length);
    if (content.length < length) throw new UnreadableError('damaged', 'the workbook is cut off');
    at += 4 + length;
    if (type === continued) record?.pieces.push(content);
    else {
      if (record !== undefined) yield record;
      record = { type, pieces: [content] };
    }
  }
  if (record !== undefined) yield record;
}

/** Reads the fields of a record in order, including its CONTINUE records. */
export interface RecordReader {
  u8(): number;
  u16(): number;
  u32(): number;
  f64(): number;
  skip(count: number): void;
  /**
   * Reads characters of one or two bytes. If a string continues in a CONTINUE record, that record begins with a new
   * flag for the character size.
   */
  letters(count: number, isWide: boolean): string;
  bytes(count: number): Uint8Array;
  isAtEnd(): boolean;
}

export function readRecord({ pieces }: Pick<XlsRecord, 'pieces'>): RecordReader {
  let [index, at] = [0, 0];
  const settle = () => {
    while (index < pieces.length - 1 && at >= (pieces[index]?.length ?? 0)) {
      index += 1;
      at = 0;
    }
    return pieces[index] ?? new Uint8Array();
  };
  const u8 = () => {
    const value = settle()[at];
    if (value === undefined) throw new RangeError('the record ends early');
    at += 1;
    return value;
  };
  const bytes = (count: number) => {
    const piece = settle();
    const found = piece.subarray(at, at + count);
    if (found.length === 0 && count > 0) throw new RangeError('the record ends early');
    at += found.length;
    return found.length === count ? found : Buffer.concat([found, bytesOf(count - found.length)]);
  };
  const bytesOf = (count: number): Uint8Array => bytes(count);
  const view = (count: number) => {
    const found = bytes(count);
    return viewOf(found);
  };
  return {
    u8,
    u16: () => view(2).getUint16(0, true),
    u32: () => view(4).getUint32(0, true),
    f64: () => view(8).getFloat64(0, true),
    bytes,
    skip: (count) => void (count > 0 && bytes(count)),
    letters(count, startsWide) {
      let [text, left, isWide] = ['', count, startsWide];
      while (left > 0) {
        if (at >= (pieces[index]?.length ?? 0)) isWide = (u8() & 1) !== 0;
        const fits = Math.min(left, Math.floor(((pieces[index]?.length ?? 0) - at) / (isWide ? 2 : 1)));
        if (fits === 0) throw new RangeError('the record ends within a character');
        text += lettersIn(bytes(fits * (isWide ? 2 : 1)), isWide);
        left -= fits;
      }
      return text;
    },
    isAtEnd: () => at >= settle().length,
  };
}

const lettersIn = (bytes: Uint8Array, isWide: boolean) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(isWide ? 'utf16le' : 'latin1');
