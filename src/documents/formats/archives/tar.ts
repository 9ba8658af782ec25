import { type Format, type InsideFile, type ReadingLimits, UnreadableError } from '../../format.ts';
import { decode } from '../texts/charset.ts';
import { listContent } from './listing.ts';

const blockSize = 512;

export const tar: Format = {
  is: (bytes) =>
    bytes.length >= blockSize && text(bytes, 257, 5) === 'ustar' && isHeader(bytes.subarray(0, blockSize)),
  read: (request) => listContent(request, 'tar archive', readMembers(request.bytes, request.limits)),
};

const text = (bytes: Uint8Array, at: number, length: number) => {
  const field = bytes.subarray(at, at + length);
  const end = field.indexOf(0);
  const used = end < 0 ? field : field.subarray(0, end);
  return used.length === 0 ? '' : (decode(used)?.text ?? '');
};
const octal = (bytes: Uint8Array, at: number, length: number) =>
  Number.parseInt(text(bytes, at, length).trim() || '0', 8);

/** Verifies the checksum of a header. The checksum is calculated with its own bytes as spaces. */
function isHeader(header: Uint8Array): boolean {
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  return sum === octal(header, 148, 8);
}

function readMembers(bytes: Uint8Array, { archiveEntries }: ReadingLimits): InsideFile[] {
  const members: InsideFile[] = [];
  let longName: string | undefined;
  for (let at = 0; at + blockSize <= bytes.length; ) {
    const header = bytes.subarray(at, at + blockSize);
    if (header.every((byte) => byte === 0)) break;
    if (!isHeader(header)) throw new UnreadableError('damaged', 'a header in it has a wrong checksum');
    const size = octal(header, 124, 12);
    const content = bytes.subarray(at + blockSize, at + blockSize + size);
    if (content.length < size) throw new UnreadableError('damaged', 'it ends within a file');
    const kind = text(header, 156, 1) || '0';
    // The preceding entry may contain a long name. In GNU archives, the name is its whole content. In POSIX archives,
    // the name is in a `path=` record.
    if (kind === 'L') longName = text(content, 0, size);
    else if (kind === 'x')
      longName = /(?:^|\n)\d+ path=([^\n]*)/.exec(text(content, 0, size))?.[1] ?? longName;
    else {
      const prefix = text(header, 345, 155);
      const name = longName ?? `${prefix && `${prefix}/`}${text(header, 0, 100)}`;
      if (kind === '0' || kind === '7') members.push({ name, size, open: () => content });
      longName = undefined;
    }
    if (members.length > archiveEntries)
      throw new UnreadableError('too large', `it has more than ${archiveEntries} files`);
    at += blockSize * (1 + Math.ceil(size / blockSize));
  }
  return members;
}
