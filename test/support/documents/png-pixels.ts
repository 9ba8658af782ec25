import { inflateSync } from 'node:zlib';

/** Returns the size and the pixels of an unfiltered grey PNG, from 0 (black) to 15. */
export function greyPixels(png: Uint8Array) {
  const bytes = Buffer.from(png);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const start = bytes.indexOf('IDAT') + 4;
  const rows = inflateSync(bytes.subarray(start, start + bytes.readUInt32BE(start - 8)));
  const rowBytes = Math.ceil(width / 2) + 1;
  const at = (x: number, y: number) => {
    const pair = rows[y * rowBytes + 1 + (x >> 1)] ?? 0;
    return x % 2 === 0 ? pair >> 4 : pair & 15;
  };
  return { width, height, at };
}
