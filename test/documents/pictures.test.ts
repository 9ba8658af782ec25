import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bitsOf,
  bmpOf,
  jpegOf,
  lzwOf,
  pngOf,
  rowsOf,
  type TiffPage,
  tiffOf,
} from '../support/documents/picture-files.ts';
import { greyPixels } from '../support/documents/png-pixels.ts';
import { reader, refusalOf } from '../support/read-document.ts';

const fileOf = (bytes: Uint8Array) => ({ bytes, name: 'scan.tif' });
const read = (bytes: Uint8Array) => reader.read(fileOf(bytes), undefined, undefined);
const show = (bytes: Uint8Array, ...numbers: number[]) => reader.show(fileOf(bytes), numbers, undefined);

const side = 16;
/** Returns the brightness of a column: the left half is black. */
const halves = (x: number) => (x < side / 2 ? 0 : 255);
/** Returns the brightness of the left and right part of a page, from 0 (black) to 15 (white). */
async function seen(bytes: Uint8Array, number = 1) {
  const [picture] = await show(bytes, number);
  const { width, height, at } = greyPixels(picture?.bytes ?? new Uint8Array());
  return [at(Math.floor(width / 4), height >> 1), at(Math.floor((width * 3) / 4), height >> 1)];
}
const large = 400_001;

describe('an image', () => {
  it.each([
    [
      'PNG',
      pngOf({ width: 4, height: 2, bits: 8, type: 0, rows: rowsOf(4, 2, (x) => [x]) }),
      '4 × 2',
      'image/png',
    ],
    ['JPEG', jpegOf(), '1 × 1', 'image/jpeg'],
    ['GIF', Buffer.from('GIF89a\x20\x00\x10\x00\x00\x00\x00;', 'latin1'), '32 × 16', 'image/gif'],
    [
      'WEBP',
      Buffer.from(
        'RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\x1f\xc0\x03\0\x07\x10\xfd\x8f\xfe\x07\x22\xa2\xff\x01\0',
        'latin1',
      ),
      '32 × 16',
      'image/webp',
    ],
  ])(
    'of the kind %s is its only page, and is sent unchanged if it is small',
    async (kind, bytes, pixels, mediaType) => {
      const content = await read(bytes);
      expect(content).toMatchObject({
        kind: `${kind} picture`,
        unit: 'page',
        total: 1,
        properties: { pixels },
      });
      expect(content.parts).toEqual([{ number: 1, text: '', isPicture: true }]);
      const [shown] = await show(bytes, 1);
      expect(shown).toEqual({ number: 1, mediaType, bytes });
    },
  );

  const png = { width: side, height: side, bits: 8, padding: large };
  it.each([
    ['a grey PNG', pngOf({ ...png, type: 0, rows: rowsOf(side, side, (x) => [halves(x)]) })],
    [
      'a PNG in colours',
      pngOf({ ...png, type: 2, rows: rowsOf(side, side, (x) => [halves(x), halves(x), halves(x)]) }),
    ],
    [
      'a PNG with a palette',
      pngOf({
        ...png,
        type: 3,
        palette: Buffer.from('000000ffffff', 'hex'),
        rows: rowsOf(side, side, (x) => [halves(x) && 1]),
      }),
    ],
    [
      'a PNG that lets through what is behind it',
      pngOf({ ...png, type: 6, rows: rowsOf(side, side, (x) => [0, 0, 0, 255 - halves(x)]) }),
    ],
    [
      'a grey PNG that lets through',
      pngOf({ ...png, type: 4, rows: rowsOf(side, side, (x) => [0, 255 - halves(x)]) }),
    ],
    ['a BMP in colours', bmpOf(side, side, 24, halves)],
    ['a BMP with a palette', bmpOf(side, side, 8, halves)],
  ])('that is too large or of an unsupported kind is converted: %s', async (_which, bytes) => {
    const [picture] = await show(bytes, 1);
    expect([picture?.number, picture?.mediaType]).toEqual([1, 'image/png']);
    expect(await seen(bytes)).toEqual([0, 15]);
  });

  it('of a camera is resized if it is too large', async () => {
    const [picture] = await show(jpegOf(large), 1);
    expect(picture?.mediaType).toBe('image/png');
    expect(picture?.bytes.length).toBeLessThan(1_000);
  });

  it.each([
    ['GIF', Buffer.concat([Buffer.from('GIF89a\x20\x4e\x10\x00\x00\x00\x00;', 'latin1')])],
    [
      'PNG that comes in passes',
      pngOf({ ...png, width: 3000, type: 0, isInterlaced: true, rows: new Uint8Array(9) }),
    ],
  ])('that cannot be resized is refused with the next step: %s', async (_which, bytes) => {
    expect(await refusalOf(show(bytes, 1))).toMatch(/^too large: .* use a smaller picture, or a JPEG$/);
  });

  it('that says it is larger than any is refused before it is unpacked', async () => {
    const bytes = pngOf({ ...png, width: 60_000, height: 60_000, type: 2, rows: new Uint8Array(9) });
    expect(await refusalOf(read(bytes))).toBe('too large: the picture has 60000 × 60000 pixels');
    expect(await refusalOf(show(bytes, 1))).toBe('too large: the picture has 60000 × 60000 pixels');
  });
});

describe('a TIFF', () => {
  const tags = { 256: [side], 257: [side], 258: [8], 259: [1], 262: [1], 277: [1], 278: [side] };
  const rows = Uint8Array.from({ length: side * side }, (_, at) => halves(at % side));
  const bits = Buffer.from(Array.from({ length: side }, () => [0xff, 0x00]).flat());
  const group4 = bitsOf(`001${'00110101'}${'000101'}1${'111'.repeat(side - 1)}`);
  const turned = (bytes: Uint8Array) =>
    Buffer.from(
      bytes.map((byte) => Number.parseInt(byte.toString(2).padStart(8, '0').split('').reverse().join(''), 2)),
    );
  const packBits = Buffer.concat(Array.from({ length: side }, () => Buffer.from([256 - 7, 0, 256 - 7, 255])));
  const differences = Uint8Array.from({ length: side * side }, (_, at) => (at % side === side / 2 ? 255 : 0));

  it.each<[string, TiffPage]>([
    ['not at all', { tags, pieces: [rows] }],
    [
      'in strips',
      { tags: { ...tags, 278: [4] }, pieces: [0, 1, 2, 3].map((at) => rows.subarray(at * 64, at * 64 + 64)) },
    ],
    ['by LZW', { tags: { ...tags, 259: [5] }, pieces: [lzwOf(rows)] }],
    ['by Deflate', { tags: { ...tags, 259: [8] }, pieces: [deflateSync(rows)] }],
    [
      'by Deflate with differences',
      { tags: { ...tags, 259: [8], 317: [2] }, pieces: [deflateSync(differences)] },
    ],
    ['by PackBits', { tags: { ...tags, 259: [32_773] }, pieces: [packBits] }],
    ['by Group 4', { tags: { ...tags, 258: [1], 259: [4], 262: [0] }, pieces: [group4] }],
    [
      'by Group 4 with its bits turned',
      { tags: { ...tags, 258: [1], 259: [4], 262: [0], 266: [2] }, pieces: [turned(group4)] },
    ],
    ['as bits where white is zero', { tags: { ...tags, 258: [1], 262: [0] }, pieces: [bits] }],
    [
      'with a palette',
      {
        tags: { ...tags, 262: [3], 320: Array.from({ length: 768 }, (_, at) => (at % 256) * 257) },
        pieces: [rows],
      },
    ],
    [
      'in colours',
      {
        tags: { ...tags, 262: [2], 258: [8, 8, 8], 277: [3] },
        pieces: [Buffer.from([...rows].flatMap((one) => [one, one, one]))],
      },
    ],
    ['in tiles', { tags: { ...tags, 322: [side], 323: [side], 324: [8], 325: [256] }, pieces: [rows] }],
  ])('is drawn, packed %s', async (_how, page) => {
    expect(await seen(tiffOf([page]))).toEqual([0, 15]);
    expect(await seen(tiffOf([page], false))).toEqual([0, 15]);
  });

  it('turned by its scanner is turned back', async () => {
    const top = Uint8Array.from({ length: side * side }, (_, at) => halves(Math.floor(at / side)));
    // The first row is the right side of the page.
    expect(await seen(tiffOf([{ tags: { ...tags, 274: [6] }, pieces: [top] }]))).toEqual([15, 0]);
  });

  it('has as many pages as were scanned', async () => {
    const white = rows.map(() => 255);
    const bytes = tiffOf([rows, white, rows].map((piece) => ({ tags, pieces: [piece] })));
    const { total, parts } = await read(bytes);
    expect([total, parts.map(({ number }) => number)]).toEqual([3, [1, 2, 3]]);
    expect((await show(bytes, 3, 2)).map(({ number }) => number)).toEqual([3, 2]);
    expect([await seen(bytes, 2), await seen(bytes, 3)]).toEqual([
      [15, 15],
      [0, 15],
    ]);
    expect(await refusalOf(show(bytes, 4))).toBe('unknown: there is no page 4: the last page is 3');
  });

  it('with an unknown compression, or with circular pages, is refused or ends', async () => {
    expect(await refusalOf(show(tiffOf([{ tags: { ...tags, 259: [6] }, pieces: [rows] }]), 1))).toMatch(
      /^unknown: .*\(6\)$/,
    );
    const bytes = tiffOf([{ tags, pieces: [rows] }]);
    bytes.set(bytes.subarray(4, 8), bytes.length - 4);
    expect((await read(bytes)).total).toBe(1);
  });

  it('that is damaged anywhere is read or refused with a reason', async () => {
    const whole = tiffOf([{ tags, pieces: [rows] }]);
    const wrong = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(wrong, fc.nat(whole.length), async (bytes, length) => {
        const damaged = Buffer.from(whole.subarray(0, length));
        for (const [at, byte] of bytes) if (at < length) damaged[at] = byte;
        for (const reading of [read(damaged), show(damaged, 1)])
          expect(await refusalOf(reading)).toSatisfy(
            (one) => one === undefined || /^[a-z ]+: /.test(String(one)),
          );
      }),
      { numRuns: 100 },
    );
  });
});
