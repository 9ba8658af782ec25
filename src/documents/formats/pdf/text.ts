import { inMark } from '../../../contract/features/documents/document-marks.ts';
import type { DocumentPart } from '../../../contract/features/documents/document-reader.ts';
import type { PageParagraph } from './lines/paragraphs.ts';
import { wholeWords } from './lines/words.ts';
import type { PdfPageContent } from './page.ts';
import { withoutRunning } from './running.ts';

/** Converts pages to parts. Headings and hyphens are determined from the whole document. */
export function partsOf(all: readonly PdfPageContent[]): {
  readonly parts: readonly DocumentPart[];
  readonly isShortened: boolean;
} {
  const body = bodySize(all);
  const { pages, isShortened } = withoutRunning(all, body);
  const levels = headingSizes(pages, body);
  const texts = wholeWords(
    pages.map(({ paragraphs }) => paragraphs.map((one) => lineOf(one, body, levels)).join('\n')),
  );
  const parts = pages.map(({ number, isPicture }, index) => ({
    number,
    text: (texts[index] ?? '').replaceAll('\u00ad', ''),
    ...(isPicture && { isPicture }),
  }));
  return { parts, isShortened };
}

/** Returns the most frequent font size. */
function bodySize(pages: readonly PdfPageContent[]): number {
  const counts = new Map<number, number>();
  for (const { letters } of pages)
    for (const [size, count] of letters) counts.set(size, (counts.get(size) ?? 0) + count);
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), [0, 0])[0];
}

/** Returns the font sizes of headings, largest first. */
function headingSizes(pages: readonly PdfPageContent[], body: number): number[] {
  const sizes = pages
    .flatMap(({ paragraphs }) => paragraphs)
    .filter((one) => isLarge(one, body))
    .map(({ size }) => rounded(size));
  return [...new Set(sizes)].toSorted((a, b) => b - a);
}

const rounded = (size: number) => Math.round(size * 2) / 2;
const maxHeadingLength = 300;
const maxHeadingLevel = 3;
const isLarge = ({ size, text, isTable }: PageParagraph, body: number) =>
  !isTable && size >= body * 1.12 && text.length <= maxHeadingLength && /\p{L}/u.test(text);

function lineOf(paragraph: PageParagraph, body: number, levels: readonly number[]): string {
  const { text, size, isTable } = paragraph;
  if (isTable) return text;
  if (isLarge(paragraph, body)) {
    const level = Math.min(levels.indexOf(rounded(size)) + 1, maxHeadingLevel);
    return `${'#'.repeat(level)} ${text}`;
  }
  const note = size < body * 0.96 ? /^\ufdd0\^([^\ufdd1]{1,4})\ufdd1\ufdd2 ?(.+)$/u.exec(text) : null;
  if (note !== null) return inMark(`^${note[1]}`, note[2]);
  return text.replace(/^[•●○▪■◦‣·\uf0b7\uf0a7]\s*/u, '- ');
}
