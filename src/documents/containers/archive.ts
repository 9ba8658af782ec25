import { inflateRawSync } from 'node:zlib';
import { crc32 } from '../../util/crc32.ts';
import { type ReadingLimits, UnreadableError } from '../format.ts';
import { readDirectory, type ZipEntry } from './archive-directory.ts';
import { namesOf } from './archive-names.ts';

export interface ArchiveMember {
  /**
   * Path with `/` as separator. The path of a directory ends with `/`. Paths may be empty, repeated, or point outside
   * the archive.
   */
  readonly name: string;
  /** Declared size in bytes, which may be wrong. `open` applies the limits to the actual bytes. */
  readonly size: number;
  readonly isFolder: boolean;
  readonly isEncrypted: boolean;
  /** Inflates the member. @throws UnreadableError if the member is encrypted, damaged or too large */
  open(): Uint8Array;
}

/** Members up to this size, in bytes, are not checked for their compression ratio. */
const smallBytes = 1024 * 1024;

export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 &&
  bytes[1] === 0x4b &&
  ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6));

/**
 * Reads the members of a ZIP archive (also ZIP64), in the order of its directory. A member is inflated when it is
 * opened. The limit for inflated bytes applies to all members together.
 * @throws UnreadableError if the archive is damaged, has too many members, or has overlapping members
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
    throw new UnreadableError('damaged', 'a part of it has a wrong checksum');
  return content;
}

/** Inflates a member to at most `most` bytes. The declared size only determines the initial buffer size. */
function inflate({ method, packed, size }: ZipEntry, most: number): Uint8Array {
  if (method !== 8)
    throw new UnreadableError('unknown', `a part of it uses an unsupported compression method (${method})`);
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
  new UnreadableError('too large', `its unpacked content is larger than ${most} bytes`);
