import { inMark } from '../../../contract/features/documents/document-marks.ts';
import { annotationsOf, type PageComment, type PageField, type PageLink } from './annotations.ts';
import { drawingOf, type PageBox, type PageDrawing } from './drawing.ts';
import type { PdfEngine, Pointer } from './engine.ts';
import type { OpenPdf } from './file.ts';
import { glyphsOf, type PageGlyph } from './glyphs.ts';
import { hiddenByLayers } from './layers.ts';
import { type PageParagraph, paragraphsOf } from './lines/paragraphs.ts';
import { ruledBlocks } from './lines/ruled.ts';
import { segmentsOf } from './lines/segments.ts';
import { isNonsenseText } from './soup.ts';
import { isHidden } from './unseen.ts';

export interface PdfPageContent {
  readonly number: number;
  /** Visible box of the page. */
  readonly box: PageBox;
  readonly paragraphs: readonly PageParagraph[];
  /** Number of glyphs by font size, in points. */
  readonly letters: ReadonlyMap<number, number>;
  /** Whether the page shows content that its text does not contain. */
  readonly isPicture?: boolean;
  readonly isNonsense?: boolean;
  /** Whether the page has invisible text over a picture, as text recognition (OCR) programs write it. */
  readonly isRecognised?: boolean;
  readonly hasHidden?: boolean;
  /** Whether there was no time to check if layers hide text. */
  readonly hasUncheckedLayers?: boolean;
  /** Whether the page could not be opened. */
  readonly isMissing?: boolean;
}

const maxGlyphs = 200_000;
/**
 * A page is a scan if pictures cover at least this share of its area. Invisible text over a scan is kept, because it is
 * the recognized text.
 */
const scanShare = 0.5;
/** Maximum number of glyphs on a scan without recognized text. Stamps and page numbers have such glyphs. */
const fewLetters = 200;
/** If a page without text has at least this number of objects, they may be letters drawn as shapes. */
const drawnLetters = 100;

/** Reads a page. @param mayDraw whether there is time to detect text hidden by layers */
export function pdfPage(pdf: OpenPdf, page: Pointer, number: number, mayDraw = true): PdfPageContent {
  const box = boxOfPage(pdf.engine, page);
  const drawing = drawingOf(pdf.engine, page, box);
  const { links, comments, fields } = annotationsOf(pdf, page);
  const isScan = drawing.pictureShare >= scanShare;
  const glyphs = linked(lettersOf(pdf, page), links);
  const unseen = unseenOf(pdf, mayDraw ? page : undefined, glyphs, drawing, box);
  const isRecognised = isScan && glyphs.some((glyph) => unseen.has(glyph) && glyph.text.trim() !== '');
  const seen = isRecognised ? glyphs : glyphs.filter((glyph) => !unseen.has(glyph));
  const letters = sizesOf(seen);
  if (isNonsense(seen)) return { number, box, paragraphs: [], letters, isPicture: true, isNonsense: true };
  const hidden = isRecognised ? [] : hiddenParagraphs([...unseen]);
  const paragraphs = [
    ...withComments(layOut([...seen, ...fields.map(fieldGlyph)], drawing.rules), comments),
    ...hidden,
  ];
  const count = seen.filter(({ text }) => text.trim() !== '').length;
  return {
    number,
    box,
    paragraphs,
    letters,
    isPicture: showsMore(count, drawing, isScan && !isRecognised),
    isRecognised,
    hasHidden: hidden.length > 0 || fields.some(({ isHidden }) => isHidden),
    hasUncheckedLayers: !mayDraw && drawing.layered.size > 0,
  };
}

function unseenOf(
  { engine }: OpenPdf,
  page: Pointer | undefined,
  glyphs: readonly PageGlyph[],
  drawing: PageDrawing,
  box: PageBox,
): ReadonlySet<PageGlyph> {
  const unseen = new Set(glyphs.filter((glyph) => isHidden(glyph, drawing, box)));
  if (page === undefined || drawing.layered.size === 0) return unseen;
  const layered = new Map<Pointer, PageGlyph[]>();
  for (const glyph of glyphs) {
    const { object } = glyph.style;
    if (!drawing.layered.has(object) || unseen.has(glyph) || glyph.text.trim() === '') continue;
    const others = layered.get(object);
    if (others === undefined) layered.set(object, [glyph]);
    else others.push(glyph);
  }
  const off = hiddenByLayers(engine, page, drawing.layered, layered);
  for (const glyph of glyphs) if (off.has(glyph.style.object)) unseen.add(glyph);
  return unseen;
}

function showsMore(letters: number, { covers, orders }: PageDrawing, isScan: boolean): boolean {
  if (letters === 0) return covers.some(({ color }) => color === undefined) || orders.size >= drawnLetters;
  return isScan && letters < fewLetters;
}

function lettersOf(pdf: OpenPdf, page: Pointer): PageGlyph[] {
  const text = pdf.engine.call('FPDFText_LoadPage')(page);
  if (text === 0) return [];
  try {
    return glyphsOf(pdf, text, maxGlyphs);
  } finally {
    pdf.engine.call('FPDFText_ClosePage')(text);
  }
}

function boxOfPage(engine: PdfEngine, page: Pointer): PageBox {
  const { scratch } = engine;
  engine.call('FPDF_GetPageBoundingBox')(page, scratch);
  const [left = 0, top = 0, right = 0, bottom = 0] = engine.HEAPF32.subarray(
    scratch >> 2,
    (scratch >> 2) + 4,
  );
  return { left, right, bottom, top };
}

/**
 * Lays out the glyphs of each direction separately, starting with the most frequent direction. Rotated pages and stamps
 * along the margin need this.
 */
function layOut(glyphs: readonly PageGlyph[], rules: readonly PageBox[] = []): PageParagraph[] {
  const directions = new Map<number, PageGlyph[]>();
  for (const glyph of glyphs) {
    const same = directions.get(glyph.style.angle);
    if (same === undefined) directions.set(glyph.style.angle, [glyph]);
    else same.push(glyph);
  }
  return [...directions]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .flatMap(([angle, lines]) => {
      const own = angle === 0 ? rules : [];
      return paragraphsOf(ruledBlocks(segmentsOf(lines, own), own));
    });
}

function isNonsense(glyphs: readonly PageGlyph[]): boolean {
  let [text, unknown] = ['', 0];
  let before: PageGlyph | undefined;
  for (const glyph of glyphs) {
    const isApart =
      before !== undefined &&
      (Math.abs(glyph.left - before.right) > glyph.style.size * 0.3 || glyph.baseline !== before.baseline);
    text += isApart ? ` ${glyph.text}` : glyph.text;
    if (glyph.isUnknown && glyph.text.trim() !== '') unknown += 1;
    before = glyph;
  }
  return isNonsenseText(text.normalize('NFC'), unknown);
}

const hiddenParagraphs = (glyphs: readonly PageGlyph[]) =>
  layOut(glyphs).map((one) => ({ ...one, size: 0, text: inMark('hidden', one.text) }));

/** Adds the address of a link after its text, unless the text is the address. */
function linked(glyphs: PageGlyph[], links: readonly PageLink[]): PageGlyph[] {
  for (const [index, link] of links.entries()) {
    // A link that spans two lines has two annotations. Add the address only after the last one.
    if (links[index + 1]?.address === link.address) continue;
    const covered = glyphs.flatMap((glyph, at) => (isWithin(glyph, link) ? [at] : []));
    const last = covered.at(-1);
    const end = last === undefined ? undefined : glyphs[last];
    if (last === undefined || end === undefined) continue;
    const shown = covered.map((at) => glyphs[at]?.text ?? '').join('');
    if (!shows(shown, link.address)) glyphs[last] = { ...end, text: `${end.text} <${link.address}>` };
  }
  return glyphs;
}

const isWithin = ({ x, y, text }: PageGlyph, box: PageBox) =>
  x >= box.left && x <= box.right && y >= box.bottom && y <= box.top && text.trim() !== '';

function shows(text: string, address: string): boolean {
  const bare = (value: string) =>
    value
      .toLowerCase()
      .replace(/^(?:https?:\/\/|mailto:|tel:)/, '')
      .replace(/\/$/, '');
  return bare(address) === bare(text.replace(/\s+/g, ''));
}

/** Converts a form field to a glyph that contains its name and value. */
function fieldGlyph({ name, value, isHidden: isUnseen, ...box }: PageField): PageGlyph {
  const height = box.top - box.bottom;
  const field = inMark(`field ${name}`, value);
  const style = {
    object: 0,
    size: Math.min(height * 0.7, 11),
    isBold: false,
    color: [0, 0, 0],
    isInvisible: false,
    angle: 0,
  } as const;
  return {
    ...box,
    text: isUnseen ? inMark('hidden', field) : field,
    baseline: height > 30 ? box.top - 11 : box.bottom + height * 0.25,
    x: (box.left + box.right) / 2,
    y: (box.bottom + box.top) / 2,
    style,
    isUnknown: false,
  };
}

function withComments(
  paragraphs: readonly PageParagraph[],
  comments: readonly PageComment[],
): PageParagraph[] {
  const result = [...paragraphs];
  for (const { author, text, bottom, top } of comments) {
    const middle = (bottom + top) / 2;
    const comment = inMark(author === '' ? 'comment' : `comment by ${author}`, text);
    const at = result.findIndex(
      (one) => middle <= one.top + one.size * 1.2 && middle >= one.bottom - one.size,
    );
    const beside = result[at];
    if (beside === undefined)
      result.push({ text: comment, size: 0, isBold: false, top: middle, bottom: middle });
    else result[at] = { ...beside, text: `${beside.text}${beside.isTable ? '\n' : ' '}${comment}` };
  }
  return result;
}

function sizesOf(glyphs: readonly PageGlyph[]): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const { style } of glyphs) {
    const size = Math.round(style.size * 2) / 2;
    sizes.set(size, (sizes.get(size) ?? 0) + 1);
  }
  return sizes;
}
