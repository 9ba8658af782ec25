import { crc32, deflateSync } from 'node:zlib';

/** Creates image files as other programs write them. */

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

export interface PngParts {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  /** PNG colour type: 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGB and alpha. */
  readonly type: number;
  readonly isInterlaced?: true;
  readonly palette?: Uint8Array;
  /** Rows, each with its filter byte. */
  readonly rows: Uint8Array;
  /** Number of meaningless bytes that enlarge the file. */
  readonly padding?: number;
}

export function pngOf({
  width,
  height,
  bits,
  type,
  isInterlaced,
  palette,
  rows,
  padding = 0,
}: PngParts): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, type, 0, 0, isInterlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...(palette === undefined ? [] : [chunk('PLTE', palette)]),
    chunk('prIv', Buffer.alloc(padding)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns unfiltered rows from a function that returns the samples of a pixel. */
export const rowsOf = (width: number, height: number, samples: (x: number, y: number) => readonly number[]) =>
  Uint8Array.from(
    Array.from({ length: height }, (_, y) => [
      0,
      ...Array.from({ length: width }, (_, x) => [...samples(x, y)]).flat(),
    ]).flat(),
  );

/** TIFF directory: values by tag, and the strips of the image. */
export interface TiffPage {
  readonly tags: Readonly<Record<number, readonly number[]>>;
  readonly pieces: readonly Uint8Array[];
}

/** @param isLittle little-endian, as in files of most scanners */
export function tiffOf(pages: readonly TiffPage[], isLittle = true): Buffer {
  const short = (value: number) => {
    const bytes = Buffer.alloc(2);
    if (isLittle) bytes.writeUInt16LE(value);
    else bytes.writeUInt16BE(value);
    return bytes;
  };
  const long = (value: number) => {
    const bytes = Buffer.alloc(4);
    if (isLittle) bytes.writeUInt32LE(value);
    else bytes.writeUInt32BE(value);
    return bytes;
  };
  let file = Buffer.concat([Buffer.from(isLittle ? 'II' : 'MM'), short(42), long(0)]);
  const append = (bytes: Uint8Array) => {
    const at = file.length;
    file = Buffer.concat([file, bytes]);
    return at;
  };
  let link = 4;
  for (const { tags, pieces } of pages) {
    const offsets = pieces.map(append);
    const all = { ...tags, 273: offsets, 279: pieces.map(({ length }) => length) };
    const entries = Object.entries(all)
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([tag, values]) => {
        const data = Buffer.concat(values.map(long));
        const value = values.length === 1 ? data : long(append(data));
        return Buffer.concat([short(Number(tag)), short(4), long(values.length), value]);
      });
    const at = append(Buffer.concat([short(entries.length), ...entries, long(0)]));
    file.set(long(at), link);
    link = file.length - 4;
  }
  return file;
}

/** Encodes bytes as 9-bit LZW literals, that is, without compression. */
export function lzwOf(bytes: Uint8Array): Buffer {
  const codes = [...bytes].flatMap((byte, at) => (at % 200 === 0 ? [256, byte] : [byte]));
  return bitsOf([...codes, 257].map((code) => code.toString(2).padStart(9, '0')).join(''));
}

/** Converts zeros and ones to bytes. */
export const bitsOf = (bits: string) =>
  Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));

/** Returns a Windows bitmap with rows from bottom to top, in 24 bits or in 8 bits with a grey palette. */
export function bmpOf(
  width: number,
  height: number,
  bits: 8 | 24,
  shade: (x: number, y: number) => number,
): Buffer {
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  const palette =
    bits === 8
      ? Buffer.from(Array.from({ length: 256 }, (_, at) => [at, at, at, 0]).flat())
      : Buffer.alloc(0);
  const head = Buffer.alloc(54);
  head.write('BM', 'latin1');
  head.writeUInt32LE(54 + palette.length + rowBytes * height, 2);
  head.writeUInt32LE(54 + palette.length, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(bits, 28);
  const rows = Buffer.alloc(rowBytes * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      rows.fill(shade(x, height - 1 - y), y * rowBytes + (x * bits) / 8, y * rowBytes + ((x + 1) * bits) / 8);
  return Buffer.concat([head, palette, rows]);
}

/** Returns the smallest valid JPEG, one grey pixel, with a number of meaningless bytes. */
export function jpegOf(padding = 0): Buffer {
  const smallest = Buffer.from(
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
    'base64',
  );
  const segments = Array.from({ length: Math.ceil(padding / 65_000) }, () =>
    Buffer.concat([Buffer.from([0xff, 0xfe, 0xfd, 0xea]), Buffer.alloc(0xfdea - 2)]),
  );
  return Buffer.concat([smallest.subarray(0, 2), ...segments, smallest.subarray(2)]);
}
