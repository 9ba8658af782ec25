import { inflateRawSync } from 'node:zlib';
import { crc32 } from '../../util/crc32.ts';
import { type ReadingLimits, UnreadableError } from '../format.ts';
import { readDirectory, type ZipEntry } from './archive-directory.ts';
import { namesOf } from './archive-names.ts';

/** What lies in an archive. */
export interface ArchiveMember {
  /** With `/` between folders; that of a folder ends in one. It may be empty, repeated, or lead out of the archive. */
  readonly name: string;
  /** In bytes, as the archive says: `open` counts what really comes. */
  readonly size: number;
  readonly isFolder: boolean;
  readonly isEncrypted: boolean;
  /** Its bytes. @throws UnreadableError when it is encrypted or damaged, or larger than the bounds of the archive allow */
  open(): Uint8Array;
}

/** So small that their ratio says nothing. */
const smallBytes = 1024 * 1024;

/** Whether bytes begin as ZIP archives do. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 &&
  bytes[1] === 0x4b &&
  ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6));

/**
 * The members of a ZIP archive (ZIP64 too), in the order of its directory; none is unpacked before it is opened. What
 * all of them inflate to is bounded together.
 * @throws UnreadableError when the archive is damaged, has too many members, or members that share their bytes
 */
export function readArchive(bytes: Uint8Array, limits: ReadingLimits): readonly ArchiveMember[] {
  const entries = readDirectory(bytes, limits.archiveEntries);
  const names = namesOf(entries);
  let left = limits.inflatedBytes;
  return entries.map((entry, index) => ({
    name: names[index] ?? '',
    size: entry.size,
    isFolder: names[index]?.endsWith('/') === true,
    isEncrypted: entry.isEncrypted,
    open() {
      const content = unpack(entry, Math.min(left, limits.inflatedBytes), limits);
      left -= content.length;
      return content;
    },
  }));
}

function unpack(entry: ZipEntry, left: number, { inflatedRatio }: ReadingLimits): Uint8Array {
  if (entry.isEncrypted) throw new UnreadableError('encrypted', 'it is protected by a password');
  const { packed } = entry;
  const most = Math.min(left, Math.max(smallBytes, packed.length * inflatedRatio));
  const content = entry.method === 0 ? packed : inflate(entry, most);
  if (content.length > most) throw tooLarge(most);
  if (content.length !== entry.size || crc32(content) !== entry.checksum)
    throw new UnreadableError('damaged', 'a part of it does not have the checksum that belongs to it');
  return content;
}

/** In one piece when the size is as declared; never more than `most`, whatever is declared. */
function inflate({ method, packed, size }: ZipEntry, most: number): Uint8Array {
  if (method !== 8)
    throw new UnreadableError('unknown', `a part of it is packed by a method that is not read (${method})`);
  try {
    return inflateRawSync(packed, {
      maxOutputLength: Math.max(1, most),
      chunkSize: Math.max(64, Math.min(size + 1, most)),
    });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(most);
    throw new UnreadableError('damaged', 'a part of it cannot be unpacked');
  }
}

const tooLarge = (most: number) =>
  new UnreadableError('too large', `what is packed in it is larger than ${most} bytes`);
