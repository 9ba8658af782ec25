import { UnreadableError } from '../format.ts';
import { viewOf } from '../view-of.ts';

/** A member in the central directory of a ZIP archive, with its compressed bytes. */
export interface ZipEntry {
  readonly rawName: Uint8Array;
  /** Whether the flags declare the name as UTF-8. */
  readonly isUnicode: boolean;
  /** Content of the extra field 0x7075, in which some programs store the name in UTF-8. */
  readonly unicodeName: Uint8Array | undefined;
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly size: number;
  readonly checksum: number;
  readonly packed: Uint8Array;
}

interface Listed extends Omit<ZipEntry, 'packed'> {
  readonly packedSize: number;
  readonly offset: number;
}

interface End {
  readonly count: number;
  readonly size: number;
  readonly offset: number;
  /** Index of the end-of-central-directory record. The directory must end there. */
  readonly at: number;
}

const none32 = 0xffffffff;
const damaged = (what: string) => new UnreadableError('damaged', what);

/**
 * Reads the central directory and finds the bytes of each member.
 * @throws UnreadableError if the archive is damaged or has too many members
 */
export function readDirectory(archive: Uint8Array, maxEntries: number): readonly ZipEntry[] {
  const view = viewOf(archive);
  try {
    const end = findEnd(view);
    // Data before the archive, such as a self-extracting program, shifts all offsets.
    const shift = end.at - end.size - end.offset;
    if (shift < 0) throw damaged('its directory is cut off');
    if (end.count > maxEntries)
      throw new UnreadableError(
        'too large',
        `it has ${end.count} members, but at most ${maxEntries} can be read`,
      );
    const listed: Listed[] = [];
    for (let at = end.at - end.size; listed.length < end.count; at += lengthAt(view, at)) {
      if (at + 46 > end.at || view.getUint32(at, true) !== 0x02014b50)
        throw damaged('its directory is damaged');
      listed.push(readListed(view, at));
    }
    return locate(view, listed, shift, end.at - end.size);
  } catch (error) {
    throw error instanceof RangeError ? damaged('its directory is cut off') : error;
  }
}

const lengthAt = (view: DataView, at: number): number =>
  46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);

/**
 * Finds the end-of-central-directory record, which is followed by a comment of at most 65,535 bytes. In ZIP64, the
 * locator directly before this record points to a larger one.
 */
function findEnd(view: DataView): End {
  for (let at = view.byteLength - 22; at >= 0 && at > view.byteLength - 65_558; at -= 1) {
    if (view.getUint32(at, true) !== 0x06054b50) continue;
    if (at >= 20 && view.getUint32(at - 20, true) === 0x07064b50) return findLargeEnd(view, at - 20);
    if (view.getUint16(at + 4, true) !== 0) throw damaged('it is one of several volumes');
    return {
      count: view.getUint16(at + 10, true),
      size: view.getUint32(at + 12, true),
      offset: view.getUint32(at + 16, true),
      at,
    };
  }
  throw damaged('its directory is missing: the end of the file may be cut off');
}

function findLargeEnd(view: DataView, locator: number): End {
  // The ZIP64 end record is at the offset in the locator. If other data precedes the archive, that offset is wrong, and
  // the record is directly before the locator.
  for (const at of [integer(view, locator + 8), locator - 56]) {
    if (at + 56 > view.byteLength || at < 0 || view.getUint32(at, true) !== 0x06064b50) continue;
    return {
      count: integer(view, at + 32),
      size: integer(view, at + 40),
      offset: integer(view, at + 48),
      at,
    };
  }
  throw damaged('its directory is damaged');
}

/** Reads a 64-bit number. It may lose precision above 2^53, but later checks reject every offset beyond the file. */
const integer = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));

function readListed(view: DataView, at: number): Listed {
  const flags = view.getUint16(at + 8, true);
  const nameLength = view.getUint16(at + 28, true);
  const extraAt = at + 46 + nameLength;
  const extra = readExtra(view, extraAt, view.getUint16(at + 30, true));
  const bytes = (from: number, length: number) => new Uint8Array(view.buffer, view.byteOffset + from, length);
  const large = extra.get(1);
  let largeAt = large?.at ?? 0;
  /**
   * Returns the value from the ZIP64 extra field if the 32-bit value is the placeholder 0xffffffff. The extra field
   * stores these values in the order of the calls below.
   */
  const wide = (value: number) => {
    if (value !== none32 || large === undefined || largeAt + 8 > large.at + large.length) return value;
    largeAt += 8;
    return integer(view, largeAt - 8);
  };
  const unicode = extra.get(0x7075);
  const size = wide(view.getUint32(at + 24, true));
  const packedSize = wide(view.getUint32(at + 20, true));
  return {
    rawName: bytes(at + 46, nameLength),
    isUnicode: (flags & 0x800) !== 0,
    unicodeName: unicode && bytes(unicode.at, unicode.length),
    isEncrypted: (flags & 1) !== 0 || view.getUint16(at + 10, true) === 99,
    method: view.getUint16(at + 10, true),
    checksum: view.getUint32(at + 16, true),
    packedSize,
    size,
    offset: wide(view.getUint32(at + 42, true)),
  };
}

function readExtra(
  view: DataView,
  from: number,
  length: number,
): Map<number, { at: number; length: number }> {
  const fields = new Map<number, { at: number; length: number }>();
  for (let at = from; at + 4 <= from + length; at += 4 + view.getUint16(at + 2, true)) {
    const size = view.getUint16(at + 2, true);
    if (at + 4 + size <= from + length) fields.set(view.getUint16(at, true), { at: at + 4, length: size });
  }
  return fields;
}

/**
 * Finds the bytes of the members. Rejects overlapping members, because a small archive could otherwise inflate to an
 * enormous size.
 */
function locate(view: DataView, listed: readonly Listed[], shift: number, end: number): ZipEntry[] {
  const ranges: [from: number, to: number][] = [];
  const entries = listed.map(({ packedSize, offset, ...entry }) => {
    const from = offset + shift;
    if (view.getUint32(from, true) !== 0x04034b50)
      throw damaged('a part of it is not where its directory says');
    const start = from + 30 + view.getUint16(from + 26, true) + view.getUint16(from + 28, true);
    if (start + packedSize > end) throw damaged('a part of it is cut off');
    ranges.push([from, start + packedSize]);
    return { ...entry, packed: new Uint8Array(view.buffer, view.byteOffset + start, packedSize) };
  });
  ranges.sort(([one], [other]) => one - other);
  if (ranges.some(([from], index) => from < (ranges[index - 1]?.[1] ?? 0)))
    throw damaged('parts of it overlap, which no archive program produces');
  return entries;
}
