import { inflateSync } from 'node:zlib';
import { UnreadableError } from '../../format.ts';
import { viewOf } from '../../view-of.ts';
import { checkedSize, cutOff, type PictureFile } from './known-picture.ts';

/** Readers of PNG, GIF, WEBP and BMP, which have one page each. */

const one = (width: number, height: number) => [checkedSize(width, height)];

/** Samples per pixel, by PNG colour type. */
const samplesOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

export function pngPicture(bytes: Uint8Array): PictureFile {
  if (bytes.length < 33) throw cutOff();
  const view = viewOf(bytes);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const [bits = 8, type = 0, , , interlaced = 0] = bytes.subarray(24, 29);
  const sizes = one(width, height);
  const known = { kind: 'PNG picture', mediaType: 'image/png', sizes } as const;
  const samples = samplesOf[type];
  if (interlaced !== 0 || samples === undefined || (type >= 4 && bits !== 8)) return known;
  return {
    ...known,
    page: () => {
      const { data, palette } = pngChunks(bytes);
      const image = { width, height, x: 0, y: 0 };
      if (type >= 4) {
        const colors = samples === 2 ? '/DeviceGray' : '/DeviceRGB';
        return {
          width,
          height,
          images: [
            {
              ...image,
              entries: `/ColorSpace ${colors} /BitsPerComponent 8`,
              data: opaque(data, width, height, samples),
            },
          ],
        };
      }
      const colors = type === 3 ? indexed(palette) : type === 2 ? '/DeviceRGB' : '/DeviceGray';
      const entries = `/ColorSpace ${colors} /BitsPerComponent ${bits} /Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors ${samples} /BitsPerComponent ${bits} /Columns ${width} >>`;
      return { width, height, images: [{ ...image, entries, data }] };
    },
  };
}

function pngChunks(bytes: Uint8Array): { readonly data: Uint8Array; readonly palette: Uint8Array } {
  const view = viewOf(bytes);
  const data: Uint8Array[] = [];
  let palette = new Uint8Array();
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const name = Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1');
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (name === 'IDAT') data.push(body);
    if (name === 'PLTE') palette = Uint8Array.from(body);
    at += length + 12;
  }
  return { data: Buffer.concat(data), palette };
}

const indexed = (palette: Uint8Array) =>
  `[/Indexed /DeviceRGB ${Math.max(0, Math.floor(palette.length / 3) - 1)} <${Buffer.from(palette).toString('hex')}>]`;

/** Blends pixels with an alpha channel onto white. */
function opaque(packed: Uint8Array, width: number, height: number, samples: number): Uint8Array {
  const rowBytes = width * samples;
  const rows = unpacked(packed, (rowBytes + 1) * height);
  const colors = samples - 1;
  const result = new Uint8Array(width * height * colors);
  let above = new Uint8Array(rowBytes);
  for (let y = 0; y < height; y += 1) {
    const start = y * (rowBytes + 1);
    const row = rows.subarray(start + 1, start + 1 + rowBytes);
    unfilter(rows[start] ?? 0, row, above, samples);
    above = row;
    for (let x = 0; x < width; x += 1) {
      const alpha = row[x * samples + colors] ?? 255;
      for (let color = 0; color < colors; color += 1)
        result[(y * width + x) * colors + color] =
          255 + (((row[x * samples + color] ?? 0) - 255) * alpha) / 255;
    }
  }
  return result;
}

function unpacked(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  try {
    const rows = new Uint8Array(size);
    rows.set(inflateSync(packed, { maxOutputLength: size }).subarray(0, size));
    return rows;
  } catch {
    throw new UnreadableError('damaged', 'the unpacked picture has the wrong size');
  }
}

/** Reverses the PNG filter of a row in place. */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array, step: number): void {
  for (let at = 0; at < row.length; at += 1) {
    const [left, up, corner] = [
      at < step ? 0 : (row[at - step] ?? 0),
      above[at] ?? 0,
      at < step ? 0 : (above[at - step] ?? 0),
    ];
    const guess =
      filter === 1
        ? left
        : filter === 2
          ? up
          : filter === 3
            ? (left + up) >> 1
            : filter === 4
              ? paeth(left, up, corner)
              : 0;
    row[at] = ((row[at] ?? 0) + guess) & 255;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [byLeft, byUp, byCorner] = [left, up, corner].map((value) => Math.abs(guess - value)) as [
    number,
    number,
    number,
  ];
  return byLeft <= byUp && byLeft <= byCorner ? left : byUp <= byCorner ? up : corner;
}

export function gifPicture(bytes: Uint8Array): PictureFile {
  if (bytes.length < 10) throw cutOff();
  const view = viewOf(bytes);
  return {
    kind: 'GIF picture',
    mediaType: 'image/gif',
    sizes: one(view.getUint16(6, true), view.getUint16(8, true)),
  };
}

export function webpPicture(bytes: Uint8Array): PictureFile {
  if (bytes.length < 30) throw cutOff();
  const view = viewOf(bytes);
  const mark = Buffer.from(bytes.subarray(12, 16)).toString('latin1');
  const known = { kind: 'WEBP picture', mediaType: 'image/webp' } as const;
  if (mark === 'VP8X') {
    const side = (at: number) => view.getUint16(at, true) + ((bytes[at + 2] ?? 0) << 16) + 1;
    return { ...known, sizes: one(side(24), side(27)) };
  }
  if (mark === 'VP8L') {
    const packed = view.getUint32(21, true);
    return { ...known, sizes: one((packed & 0x3fff) + 1, ((packed >> 14) & 0x3fff) + 1) };
  }
  return { ...known, sizes: one(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff) };
}

/** Reads an uncompressed Windows bitmap. */
export function bmpPicture(bytes: Uint8Array): PictureFile {
  if (bytes.length < 54) throw cutOff();
  const view = viewOf(bytes);
  const [start, headSize] = [view.getUint32(10, true), view.getUint32(14, true)];
  const [width, signed] = [view.getInt32(18, true), view.getInt32(22, true)];
  const [bits, packing, used] = [
    view.getUint16(28, true),
    view.getUint32(30, true),
    view.getUint32(46, true),
  ];
  const height = Math.abs(signed);
  const known = { kind: 'BMP picture', sizes: one(width, height) };
  if (
    headSize < 40 ||
    ![1, 4, 8, 24, 32].includes(bits) ||
    !(packing === 0 || (packing === 3 && bits === 32))
  )
    return known;
  const paletteSize = bits > 8 ? 0 : Math.min(used || 2 ** bits, 256);
  const palette = bytes.subarray(14 + headSize, 14 + headSize + paletteSize * 4);
  // Palette entries consist of blue, green, red and an unused byte.
  const shades = Uint8Array.from(
    { length: paletteSize * 3 },
    (_, at) => palette[Math.floor(at / 3) * 4 + 2 - (at % 3)] ?? 0,
  );
  const colors = bits > 8 ? '/DeviceRGB' : indexed(shades);
  return {
    ...known,
    page: () => {
      const data = bmpRows(bytes.subarray(start), { width, height, bits, isUpward: signed > 0 });
      const entries = `/ColorSpace ${colors} /BitsPerComponent ${Math.min(bits, 8)}`;
      return { width, height, images: [{ width, height, x: 0, y: 0, entries, data }] };
    },
  };
}

/** Returns the rows from top to bottom, in the order red, green, blue. Removes the padding to four bytes. */
function bmpRows(
  bytes: Uint8Array,
  { width, height, bits, isUpward }: { width: number; height: number; bits: number; isUpward: boolean },
): Uint8Array {
  const from = Math.ceil((width * bits) / 32) * 4;
  if (bytes.length < from * height) throw cutOff();
  const pixel = bits / 8;
  const to = bits > 8 ? width * 3 : Math.ceil((width * bits) / 8);
  const result = new Uint8Array(to * height);
  for (let y = 0; y < height; y += 1) {
    const row = bytes.subarray((isUpward ? height - 1 - y : y) * from);
    if (bits <= 8) result.set(row.subarray(0, to), y * to);
    else
      for (let x = 0; x < width; x += 1)
        for (let color = 0; color < 3; color += 1)
          result[y * to + x * 3 + color] = row[x * pixel + 2 - color] ?? 0;
  }
  return result;
}
