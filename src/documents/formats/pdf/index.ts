import type { Format, FormatContent, FormatRequest } from '../../format.ts';
import { type OpenPdf, propertiesOf, withPage, withPdf } from './file.ts';
import { type PdfPageContent, pdfPage } from './page.ts';
import { partsOf } from './text.ts';

/** PDF: text rebuilt from where its letters stand, pages as pictures. */
export const pdf: Format = {
  is: (bytes) => Buffer.from(bytes.subarray(0, headEnd)).includes('%PDF-'),
  read: ({ bytes, range, limits }) => withPdf(bytes, (file) => contentOf(file, range, limits)),
};

/** Readers take what stands before the mark, up to here. */
const headEnd = 1024;

function contentOf(
  file: OpenPdf,
  range: FormatRequest['range'],
  limits: FormatRequest['limits'],
): FormatContent {
  const { total, isEncrypted } = file;
  const from = Math.max(1, range?.from ?? 1);
  const last = Math.min(total, range?.to ?? total);
  const to = Math.min(last, from + limits.pages - 1);
  const pages: PdfPageContent[] = [];
  let characters = 0;
  for (let number = from; number <= to && characters < limits.characters; number += 1) {
    const page = withPage(file, number, (opened) => pdfPage(file, opened, number)) ?? unreadable(number);
    pages.push(page);
    characters += page.paragraphs.reduce((sum, { text }) => sum + text.length, 0);
  }
  const parts = partsOf(pages);
  return {
    kind: 'PDF',
    unit: 'page',
    total,
    parts,
    properties: propertiesOf(file),
    notes: [
      ...(isEncrypted ? ['The PDF is encrypted, and opens without a password.'] : []),
      ...(from + pages.length <= last
        ? [`Pages from ${from + pages.length} on were left out: ask for them by their numbers.`]
        : []),
    ],
  };
}

const unreadable = (number: number): PdfPageContent => ({
  number,
  paragraphs: [],
  letters: new Map(),
  isPicture: false,
});
