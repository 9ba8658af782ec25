import { UnreadableError } from '../../format.ts';
import type { PdfImagePage } from './picture-pdf.ts';

/** A picture file, described by its header. The pixels are not decompressed. */
export interface PictureFile {
  /** Description, such as `PNG picture`. */
  readonly kind: string;
  /** Media type. Undefined if clients do not accept the file unchanged. */
  readonly mediaType?: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  /** Size of each page, in pixels. */
  readonly sizes: readonly { readonly width: number; readonly height: number }[];
  /** Converts a page to PDF, if possible. @throws UnreadableError if it is damaged or not supported */
  page?(index: number): PdfImagePage;
}

/** Maximum number of pixels of a page: A3 at 600 dpi. */
const maxPixels = 75_000_000;
const maxSide = 65_500;

/** Checks a size and returns it. @throws UnreadableError if it is zero or implausibly large */
export function checkedSize(
  width: number,
  height: number,
): { readonly width: number; readonly height: number } {
  if (!(width > 0 && height > 0)) throw new UnreadableError('damaged', 'the picture does not state its size');
  if (width > maxSide || height > maxSide || width * height > maxPixels)
    throw new UnreadableError('too large', `the picture has ${width} × ${height} pixels`);
  return { width, height };
}

export const cutOff = () => new UnreadableError('damaged', 'the picture ends in the middle');
