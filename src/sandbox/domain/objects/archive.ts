import { TextDecoder } from 'node:util';
import { inflateSync } from 'fflate';
import { crc32 } from '../../crc32.ts';
import { invalid } from '../../http/errors.ts';
import type { User } from '../../state/entities/users.ts';
import type { World } from '../../state/state.ts';
import { requireAllowedExtension } from '../documents/files.ts';

interface Entry {
  path: string;
  method: number;
  compressed: number;
  size: number;
  checksum: number;
  offset: number;
}

/** An extracted file. */
export interface ExtractedFile {
  path: string;
  name: string;
  bytes: Uint8Array;
}

/**
 * Extracts all files of a ZIP archive. Throws 400 and extracts none if the archive is invalid or exceeds a limit
 * (FIL-1, LIM-6, LIM-8).
 * @param decoder for names without the UTF-8 flag
 */
export function extractArchive(world: World, archive: Uint8Array, decoder: TextDecoder): ExtractedFile[] {
  const { maxArchiveFileSize, maxExtractingFileSize, maxExtractingFileCount } = world.settings;
  if (archive.length > maxArchiveFileSize)
    throw invalid(`The archive is larger than ${maxArchiveFileSize} bytes.`);
  const entries = readDirectory(archive, decoder).filter((entry) => !entry.path.endsWith('/'));
  if (entries.length > maxExtractingFileCount)
    throw invalid(`The archive holds more than ${maxExtractingFileCount} files.`);
  for (const entry of entries) {
    requireAllowedExtension(world, entry.path);
    if (entry.size > maxExtractingFileSize)
      throw invalid(`The file ${entry.path} is larger than ${maxExtractingFileSize} bytes.`);
  }
  return entries.map((entry) => ({
    path: entry.path,
    name: entry.path.split('/').pop() ?? entry.path,
    bytes: inflateEntry(archive, entry),
  }));
}

/** Returns the decoder for names in an archive: the requested one, or that of the account's language (FIL-1). */
export function nameDecoder(
  { quirks }: Pick<World, 'quirks'>,
  user: User,
  encoding: string | undefined,
): TextDecoder {
  const ofAccount = user.language === 'ru' ? 'cp866' : 'utf-8';
  const label = encoding ?? (quirks.archiveNames === 'account' ? ofAccount : quirks.archiveNames);
  try {
    return new TextDecoder(label);
  } catch {
    throw invalid(`The encoding ${label} is not known.`);
  }
}

const broken = (detail: string) => invalid(`The file is not a readable .zip archive: ${detail}.`);

/** Reads sizes and names from the central directory, because local headers may lack them. */
function readDirectory(archive: Uint8Array, decoder: TextDecoder): Entry[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const entries: Entry[] = [];
  try {
    const { count, start } = findDirectory(view);
    let at = start;
    for (let index = 0; index < count; index += 1) {
      if (view.getUint32(at, true) !== 0x02014b50) throw broken('its directory is damaged');
      entries.push(readEntry(view, at, decoder));
      at +=
        46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
  } catch (error) {
    throw error instanceof RangeError ? broken('its directory is cut off') : error;
  }
  return entries;
}

function readEntry(view: DataView, at: number, decoder: TextDecoder): Entry {
  const flags = view.getUint16(at + 8, true);
  if (flags & 0x1) throw broken('it is protected by a password');
  const nameLength = view.getUint16(at + 28, true);
  const raw = new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength);
  const path = (flags & 0x800 ? new TextDecoder() : decoder).decode(raw).replaceAll('\\', '/');
  if (path.startsWith('/') || /(^|\/)\.\.(\/|$)/.test(path)) throw broken(`the path ${path} leads out of it`);
  const long = longNumbers(view, at + 46 + nameLength, view.getUint16(at + 30, true));
  // ZIP64 stores numbers that do not fit into 32 bits in an extra field, in this order: size, compressed size, offset.
  const number = (place: number) => {
    const short = view.getUint32(place, true);
    return short === full ? (long.shift() ?? short) : short;
  };
  const [size, compressed, offset] = [number(at + 24), number(at + 20), number(at + 42)] as const;
  return {
    path,
    method: view.getUint16(at + 10, true),
    checksum: view.getUint32(at + 16, true),
    compressed,
    size,
    offset,
  };
}

/** Value that marks a number as stored with eight bytes in an extra field (ZIP64). */
const full = 0xffff_ffff;

/** Returns the eight-byte numbers of an entry from its extra fields. */
function longNumbers(view: DataView, start: number, length: number): number[] {
  for (let at = start; at + 4 <= start + length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    const count = Math.floor(view.getUint16(at + 2, true) / 8);
    return Array.from({ length: count }, (_, index) => longNumber(view, at + 4 + 8 * index));
  }
  return [];
}

const longNumber = (view: DataView, at: number) => Number(view.getBigUint64(at, true));

/** Returns the offset of the directory and its number of entries. */
function findDirectory(view: DataView): { count: number; start: number } {
  const end = findEnd(view);
  const isOneVolume = view.getUint16(end + 4, true) === 0 && view.getUint16(end + 6, true) === 0;
  const locator = end - 20;
  if (locator >= 0 && view.getUint32(locator, true) === 0x07064b50) {
    const record = longNumber(view, locator + 8);
    if (view.getUint32(locator + 16, true) > 1) throw broken('it has several volumes');
    if (view.getUint32(record, true) !== 0x06064b50) throw broken('its directory is damaged');
    return { count: longNumber(view, record + 32), start: longNumber(view, record + 48) };
  }
  if (!isOneVolume) throw broken('it has several volumes');
  return { count: view.getUint16(end + 10, true), start: view.getUint32(end + 16, true) };
}

/** Searches for the end record from the end of the file. A comment of at most 65,535 bytes may follow the record. */
function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= 0 && at > view.byteLength - 65_558; at -= 1)
    if (view.getUint32(at, true) === 0x06054b50) return at;
  throw broken('its directory is missing');
}

/** Decompresses an entry. The declared size limits the output, and the checksum detects a wrong declaration. */
function inflateEntry(archive: Uint8Array, entry: Entry): Uint8Array {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  try {
    const lengths = view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true);
    const start = entry.offset + 30 + lengths;
    const data = archive.subarray(start, start + entry.compressed);
    const bytes = unpack(data, entry);
    if (bytes.length === entry.size && crc32(bytes) === entry.checksum) return bytes;
  } catch {
    // Decoder errors and checksum errors have the same message.
  }
  throw broken(`${entry.path} is damaged`);
}

function unpack(data: Uint8Array, entry: Entry): Uint8Array {
  if (entry.method === 0) return data.slice();
  if (entry.method !== 8) throw broken(`${entry.path} is packed by an unknown method`);
  return inflateSync(data, { out: new Uint8Array(entry.size) });
}
