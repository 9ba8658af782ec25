import type { Pointer } from './engine.ts';
import type { OpenPdf } from './file.ts';
import { glyphsOf, type PageGlyph } from './glyphs.ts';
import { blocksOf } from './layout.ts';
import { type PageParagraph, paragraphsOf } from './paragraphs.ts';
import { pageRows, segmentsOf } from './segments.ts';

/** A page as far as it can be told without the others. */
export interface PdfPageContent {
  readonly number: number;
  readonly paragraphs: readonly PageParagraph[];
  /** Of its letters, in points. */
  readonly letters: ReadonlyMap<number, number>;
  readonly isPicture: boolean;
}

/** Letters of one page; no honest page has so many. */
const mostLetters = 200_000;

/** What stands on a page. */
export function pdfPage(pdf: OpenPdf, page: Pointer, number: number): PdfPageContent {
  const text = pdf.engine.call('FPDFText_LoadPage')(page);
  try {
    const glyphs = text === 0 ? [] : glyphsOf(pdf, text, mostLetters);
    return {
      number,
      paragraphs: directionsOf(glyphs).flatMap((lines) =>
        paragraphsOf(blocksOf(pageRows(segmentsOf(lines)))),
      ),
      letters: sizesOf(glyphs),
      isPicture: false,
    };
  } finally {
    if (text !== 0) pdf.engine.call('FPDFText_ClosePage')(text);
  }
}

/** The letters of each direction by themselves, most of them first: turned pages, stamps along the margin. */
function directionsOf(glyphs: readonly PageGlyph[]): PageGlyph[][] {
  const directions = new Map<number, PageGlyph[]>();
  for (const glyph of glyphs) {
    const same = directions.get(glyph.style.angle);
    if (same === undefined) directions.set(glyph.style.angle, [glyph]);
    else same.push(glyph);
  }
  return [...directions.values()].toSorted((a, b) => b.length - a.length);
}

function sizesOf(glyphs: readonly PageGlyph[]): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const { style } of glyphs) {
    const size = Math.round(style.size * 2) / 2;
    sizes.set(size, (sizes.get(size) ?? 0) + 1);
  }
  return sizes;
}
