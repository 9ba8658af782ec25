import { UnreadableError } from '../../format.ts';
import type { PdfImagePage } from './picture-pdf.ts';

/** A picture file as its head describes it. Nothing of it is unpacked. */
export interface PictureFile {
  /** `PNG picture`, … */
  readonly kind: string;
  /** Where assistants take the file as it is. */
  readonly mediaType?: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  /** Of each page, in pixels. */
  readonly sizes: readonly { readonly width: number; readonly height: number }[];
  /** A page to be drawn by what draws PDFs; none where the kind cannot be. @throws UnreadableError */
  page?(index: number): PdfImagePage;
}

/** Pixels of one page: A3 at 600 dots to the inch. */
const mostPixels = 75_000_000;
const longestSide = 65_500;

/** @throws UnreadableError for sizes that no honest picture has */
export function checkedSize(
  width: number,
  height: number,
): { readonly width: number; readonly height: number } {
  if (!(width > 0 && height > 0))
    throw new UnreadableError('damaged', 'the picture does not say how large it is');
  if (width > longestSide || height > longestSide || width * height > mostPixels)
    throw new UnreadableError('too large', `the picture has ${width} × ${height} pixels`);
  return { width, height };
}

/** @throws UnreadableError */
export const cutOff = () => new UnreadableError('damaged', 'the picture ends in the middle');
