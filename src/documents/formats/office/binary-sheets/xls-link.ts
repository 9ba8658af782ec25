import type { RecordReader } from './records.ts';

interface XlsLink {
  readonly row: number;
  readonly column: number;
  readonly address: string;
  readonly shown: string;
}

/** Class id of a URL moniker (MS-OSHARED 2.3.7.2). */
const addressClass = 'e0c9ea79f9bace118c8200aa004ba90b';

/** Reads the link of a cell (MS-XLS 2.4.140, MS-OSHARED 2.3.7). A link within the workbook has no address. */
export function linkIn(record: RecordReader): XlsLink {
  const [row, , column] = [record.u16(), record.u16(), record.u16(), record.u16()];
  record.skip(20);
  const flags = record.u32();
  const wide = (count: number) =>
    Buffer.from(record.bytes(count)).toString('utf16le').split('\0', 1)[0] ?? '';
  const counted = () => wide(record.u32() * 2);
  const shown = (flags & 0x10) === 0 ? '' : counted();
  if ((flags & 0x80) !== 0) counted();
  const address = (flags & 0x101) === 0x101 ? counted() : (flags & 1) === 0 ? '' : addressIn(record, wide);
  return { row, column, address, shown };
}

function addressIn(record: RecordReader, wide: (count: number) => string): string {
  if (Buffer.from(record.bytes(16)).toString('hex') === addressClass) return wide(record.u32());
  // The moniker is a file path: the number of parent directories, then a zero-terminated single-byte string.
  record.skip(2);
  return Buffer.from(record.bytes(record.u32())).toString('latin1').split('\0', 1)[0] ?? '';
}
