import type { Format, FormatContent, FormatRequest } from '../../format.ts';
import { attachmentsOf } from './attachments.ts';
import { type OpenPdf, propertiesOf, withPage, withPdf } from './file.ts';
import { pdfNotes } from './notes.ts';
import { type PdfPageContent, pdfPage } from './page.ts';
import { picturesOf } from './render.ts';
import { partsOf } from './text.ts';

/** PDF. The text is reconstructed from the positions of glyphs, and pages can be rendered as pictures. */
export const pdf: Format = {
  is: (bytes) => Buffer.from(bytes.subarray(0, headEnd)).includes('%PDF-'),
  read: (request) => withPdf(request.bytes, (file) => contentOf(file, request)),
  inside: ({ bytes }) => withPdf(bytes, (file) => attachmentsOf(file, bytes)),
  show: ({ bytes, numbers }) => withPdf(bytes, (file) => picturesOf(file, numbers)),
};

const noBox = { left: 0, right: 0, bottom: 0, top: 0 };

/** Number of bytes at the beginning that must contain the signature. PDF readers accept other data before it. */
const headEnd = 1024;

function contentOf(file: OpenPdf, { bytes, range, limits }: FormatRequest): FormatContent {
  const { total } = file;
  const from = Math.max(1, range?.from ?? 1);
  const to = Math.min(total, range?.to ?? total);
  const pages = pagesOf(file, { from, to: Math.min(to, from + limits.pages - 1) }, limits);
  const { parts, isShortened } = partsOf(pages);
  return {
    kind: 'PDF',
    unit: 'page',
    total,
    parts,
    inside: attachmentsOf(file, bytes),
    properties: propertiesOf(file),
    notes: pdfNotes(file, pages, { isShortened, left: to - from + 1 - pages.length }),
  };
}

function pagesOf(
  file: OpenPdf,
  { from, to }: { readonly from: number; readonly to: number },
  limits: FormatRequest['limits'],
): PdfPageContent[] {
  const pages: PdfPageContent[] = [];
  const end = performance.now() + limits.milliseconds;
  let characters = 0;
  for (let number = from; number <= to && characters < limits.characters; number += 1) {
    if (number > from && performance.now() > end) break;
    const mayDraw = performance.now() < end - limits.milliseconds / 2;
    const page = withPage(file, number, (opened) => pdfPage(file, opened, number, mayDraw));
    pages.push(page ?? { number, box: noBox, paragraphs: [], letters: new Map(), isMissing: true });
    for (const { text } of page?.paragraphs ?? []) characters += text.length;
  }
  return pages;
}
