import { deflateSync } from 'node:zlib';
import { crc32 } from '../util/crc32.ts';

const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const greyType = 0;
/** Bits per pixel. 16 shades of grey are enough for reading and need half as many bytes as 256. */
const bits = 4;

/**
 * Encodes a picture in 16 shades of grey as PNG.
 * @param pixels from 0 (black) to 255, row by row from the top
 * @param stride bytes from one row to the next
 */
export function greyPng(width: number, height: number, pixels: Uint8Array, stride: number): Uint8Array {
  const rowBytes = Math.ceil(width / 2) + 1;
  const rows = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y += 1) {
    // Each row begins with its filter type. 0: none.
    let at = y * rowBytes + 1;
    for (let x = 0; x < width; x += 2, at += 1) {
      const [left, right] = [
        pixels[y * stride + x] ?? 0,
        x + 1 < width ? (pixels[y * stride + x + 1] ?? 0) : 0,
      ];
      rows[at] = (shade(left) << bits) | shade(right);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, greyType, 0, 0, 0], 8);
  return Buffer.concat([
    mark,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const shade = (value: number) => Math.round(value / 17);

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
