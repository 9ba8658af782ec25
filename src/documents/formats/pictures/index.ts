import type { DocumentPicture } from '../../../contract/features/documents/document-reader.ts';
import { type Format, UnreadableError } from '../../format.ts';
import { withPdf } from '../pdf/file.ts';
import { picturesOf } from '../pdf/render.ts';
import { jpegPicture } from './jpeg.ts';
import { cutOff, type PictureFile } from './known-picture.ts';
import { pdfOfImages } from './picture-pdf.ts';
import { bmpPicture, gifPicture, pngPicture, webpPicture } from './raster.ts';
import { tiffPicture } from './tiff.ts';

/** Readers of picture formats by signature. `?` matches any byte. */
const marks: readonly (readonly [mark: string, read: (bytes: Uint8Array) => PictureFile])[] = [
  ['\x89PNG\r\n\x1a\n', pngPicture],
  ['\xff\xd8\xff', jpegPicture],
  ['GIF87a', gifPicture],
  ['GIF89a', gifPicture],
  ['RIFF????WEBP', webpPicture],
  ['II*\0', tiffPicture],
  ['MM\0*', tiffPicture],
  ['BM????\0\0\0\0', bmpPicture],
];

function readerOf(bytes: Uint8Array): ((bytes: Uint8Array) => PictureFile) | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  return marks.find(([mark]) =>
    [...mark].every((letter, at) => (letter === '?' ? at < head.length : letter === head[at])),
  )?.[1];
}

function pictureIn(bytes: Uint8Array): PictureFile {
  const read = readerOf(bytes);
  if (read === undefined) throw new UnreadableError('unknown', 'not a known type of picture');
  try {
    return read(bytes);
  } catch (error) {
    // A RangeError means that the file refers to data beyond its end.
    throw error instanceof RangeError ? cutOff() : error;
  }
}

/** Pictures. Each has one page, except that a TIFF may have several. */
export const picture: Format = {
  is: (bytes) => readerOf(bytes) !== undefined,
  inside: () => [],
  read: ({ bytes, range }) => {
    const { kind, sizes } = pictureIn(bytes);
    const [from, to] = [Math.max(1, range?.from ?? 1), Math.min(sizes.length, range?.to ?? sizes.length)];
    const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
    const [{ width, height } = { width: 0, height: 0 }] = sizes;
    return {
      kind,
      unit: 'page',
      total: sizes.length,
      parts: numbers.map((number) => ({ number, text: '', isPicture: true })),
      properties: { pixels: `${width} × ${height}` },
    };
  },
  show: async ({ bytes, numbers }) => {
    const found = pictureIn(bytes);
    const missing = numbers.find((number) => number > found.sizes.length);
    if (missing !== undefined)
      throw new UnreadableError(
        'unknown',
        `there is no page ${missing}: the last page is ${found.sizes.length}`,
      );
    return isSmall(found, bytes) ? [asItIs(found, bytes)] : drawn(found, numbers);
  },
};

/** Maximum size in bytes, and maximum side in pixels, of a picture that clients accept without scaling it down. */
const maxBytes = 400_000;
const maxSide = 2_000;

const isSmall = ({ mediaType, sizes: [size] }: PictureFile, bytes: Uint8Array) =>
  mediaType !== undefined &&
  bytes.length <= maxBytes &&
  Math.max(size?.width ?? 0, size?.height ?? 0) <= maxSide;

const asItIs = ({ mediaType = 'image/png' }: PictureFile, bytes: Uint8Array): DocumentPicture => ({
  number: 1,
  mediaType,
  bytes,
});

async function drawn({ kind, page }: PictureFile, numbers: readonly number[]): Promise<DocumentPicture[]> {
  if (page === undefined)
    throw new UnreadableError(
      'too large',
      `a ${kind} of this size or type cannot be scaled down here: use a smaller picture, or a JPEG`,
    );
  const pages = numbers.map((number) => page(number - 1));
  const pictures = await withPdf(pdfOfImages(pages), (file) =>
    picturesOf(
      file,
      pages.map((_, at) => at + 1),
    ),
  );
  return pictures.map((one, at) => ({ ...one, number: numbers[at] ?? 1 }));
}
