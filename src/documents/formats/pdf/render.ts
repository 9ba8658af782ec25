import type { DocumentPicture } from '../../../contract/features/documents/document-reader.ts';
import { UnreadableError } from '../../format.ts';
import { greyPng } from '../../png.ts';
import type { Pointer } from './engine.ts';
import { type OpenPdf, withPage } from './file.ts';

/** Longest sides to try, in pixels, from best to barely readable. The first picture within `maxBytes` is used. */
const maxSides = [1500, 1250, 1000, 800];
const maxBytes = 250_000;
/** Maximum number of pixels per point, so that small pages are not enlarged further. */
const maxScale = 4;

/** PDFium's flags `FPDF_ANNOT` and `FPDF_GRAYSCALE`. Its grey bitmaps have one byte per pixel. */
const renderFlags = 0x01 | 0x08;
const greyBitmap = 1;
const white = 0xffffffff;

/** Renders pages as pictures. @throws UnreadableError if a page does not exist or is damaged */
export function picturesOf(pdf: OpenPdf, numbers: readonly number[]): DocumentPicture[] {
  return numbers.map((number) => {
    if (number > pdf.total)
      throw new UnreadableError('unknown', `there is no page ${number}: the last page is ${pdf.total}`);
    const bytes = withPage(pdf, number, (page) => smallPicture(pdf, page));
    if (bytes === undefined) throw new UnreadableError('damaged', `page ${number} is damaged`);
    return { number, mediaType: 'image/png', bytes };
  });
}

function smallPicture(pdf: OpenPdf, page: Pointer): Uint8Array {
  let picture = new Uint8Array();
  for (const side of maxSides) {
    picture = Uint8Array.from(pictureOf(pdf, page, side));
    if (picture.length <= maxBytes) break;
  }
  return picture;
}

function pictureOf({ engine, form }: OpenPdf, page: Pointer, side: number): Uint8Array {
  const [pageWidth, pageHeight] = [
    engine.call('FPDF_GetPageWidthF')(page),
    engine.call('FPDF_GetPageHeightF')(page),
  ];
  const scale = Math.min(side / Math.max(pageWidth, pageHeight, 1), maxScale);
  const [width, height] = [pageWidth, pageHeight].map((length) =>
    Math.min(side, Math.max(1, Math.round(length * scale) || 1)),
  ) as [number, number];
  const bitmap = engine.call('FPDFBitmap_CreateEx')(width, height, greyBitmap, 0, 0);
  if (bitmap === 0)
    throw new UnreadableError('too large', 'the page does not fit into the memory of its reader');
  try {
    engine.call('FPDFBitmap_FillRect')(bitmap, 0, 0, width, height, white);
    engine.call('FPDF_RenderPageBitmap')(bitmap, page, 0, 0, width, height, 0, renderFlags);
    if (form !== 0) engine.call('FPDF_FFLDraw')(form, bitmap, page, 0, 0, width, height, 0, renderFlags);
    const [from, stride] = [
      engine.call('FPDFBitmap_GetBuffer')(bitmap),
      engine.call('FPDFBitmap_GetStride')(bitmap),
    ];
    return greyPng(width, height, engine.HEAPU8.subarray(from, from + stride * height), stride);
  } finally {
    engine.call('FPDFBitmap_Destroy')(bitmap);
  }
}
