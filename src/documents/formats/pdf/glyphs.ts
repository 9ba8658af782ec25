import { withoutMarkers } from '../../../contract/features/document-marks.ts';
import { isTransparent } from '../../visibility.ts';
import { narrowText, type Pointer } from './engine.ts';
import type { OpenPdf } from './file.ts';

/** What the letters of one piece of text have in common. */
export interface TextStyle {
  /** The object of the page that draws them. */
  readonly object: Pointer;
  /** Of the letters on the page, in points. */
  readonly size: number;
  readonly isBold: boolean;
  /** Red, green, blue, from 0 to 255. */
  readonly color: readonly [number, number, number];
  /** Drawn without fill and outline, or wholly transparent. */
  readonly isInvisible: boolean;
  /** The direction of the line in degrees, 0 ≤ angle < 360, against the clock. */
  readonly angle: number;
}

/** A letter where it stands. Lengths in points; the page's left lower corner is the origin, turned lines are set upright. */
export interface PageGlyph {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
  readonly baseline: number;
  /** The middle of its box as the page has it, whatever its direction. */
  readonly x: number;
  readonly y: number;
  readonly style: TextStyle;
  /** A letter for which the font names no character. */
  readonly isUnknown: boolean;
}

/** All letters of a page in the order in which they are drawn, those of right-to-left scripts in the order of reading. */
export function glyphsOf({ engine }: OpenPdf, text: Pointer, limit: number): PageGlyph[] {
  const [unicode, looseBox, origin, objectAt, isGenerated, mapError] = [
    'FPDFText_GetUnicode',
    'FPDFText_GetLooseCharBox',
    'FPDFText_GetCharOrigin',
    'FPDFText_GetTextObject',
    'FPDFText_IsGenerated',
    'FPDFText_HasUnicodeMapError',
  ].map(engine.call) as [Ask, Ask, Ask, Ask, Ask, Ask];
  const styleAt = stylesOf(engine, text);
  const { scratch } = engine;
  const place = scratch >> 2;
  const count = Math.min(engine.call('FPDFText_CountChars')(text), limit);
  const glyphs: PageGlyph[] = [];
  for (let index = 0; index < count; index += 1) {
    if (isGenerated(text, index) === 1) continue;
    const first = index;
    const code = unicode(text, index);
    // A letter beyond U+FFFF comes as two, of which the second has no place of its own.
    const low = isSurrogate(code, 0xd800) ? unicode(text, index + 1) : 0;
    const isPair = isSurrogate(low, 0xdc00);
    if (isPair) index += 1;
    const style = styleAt(first, objectAt(text, first));
    looseBox(text, first, scratch);
    // One by one: a view of them all for each letter would take half the time.
    const { HEAPF32: singles } = engine;
    const [left, top] = [singles[place] ?? 0, singles[place + 1] ?? 0];
    const [right, bottom] = [singles[place + 2] ?? 0, singles[place + 3] ?? 0];
    origin(text, first, scratch, scratch + 8);
    const [x, y] = [engine.HEAPF64[scratch >> 3] ?? 0, engine.HEAPF64[(scratch >> 3) + 1] ?? 0];
    glyphs.push({
      text: isPair ? String.fromCharCode(code, low) : characterOf(code),
      ...upright({ left, right, bottom, top }, x, y, style),
      x: (left + right) / 2,
      y: (bottom + top) / 2,
      style,
      isUnknown: mapError(text, first) === 1,
    });
  }
  return glyphs;
}

type Ask = (...values: number[]) => number;

function stylesOf(engine: OpenPdf['engine'], text: Pointer): (index: number, object: Pointer) => TextStyle {
  const { scratch } = engine;
  const [matrix, sizeAt, fontOf, fill, modeOf] = [
    'FPDFText_GetMatrix',
    'FPDFText_GetFontSize',
    'FPDFTextObj_GetFont',
    'FPDFText_GetFillColor',
    'FPDFTextObj_GetTextRenderMode',
  ].map(engine.call) as [Ask, Ask, Ask, Ask, Ask];
  const bold = new Map<Pointer, boolean>();
  const isBold = (font: Pointer) => {
    const known = bold.get(font) ?? isBoldFont(engine, font);
    bold.set(font, known);
    return known;
  };
  let last: TextStyle | undefined;
  return (index, object) => {
    if (last?.object === object) return last;
    matrix(text, index, scratch);
    const [a = 1, b = 0, c = 0, d = 1] = engine.HEAPF32.subarray(scratch >> 2, (scratch >> 2) + 4);
    const size = sizeAt(text, index) * Math.hypot(c, d);
    fill(text, index, scratch, scratch + 4, scratch + 8, scratch + 12);
    const [red = 0, green = 0, blue = 0, alpha = 255] = engine.HEAPU32.subarray(
      scratch >> 2,
      (scratch >> 2) + 4,
    );
    last = {
      object,
      size,
      isBold: isBold(fontOf(object)),
      color: [red, green, blue],
      isInvisible: invisibleModes.has(modeOf(object)) || isTransparent(alpha / 255),
      angle: (Math.round((Math.atan2(b, a) * 180) / Math.PI) + 360) % 360,
    };
    return last;
  };
}

function isBoldFont(engine: OpenPdf['engine'], font: Pointer): boolean {
  if (font === 0) return false;
  const name = narrowText(engine, (to, bytes) => engine.call('FPDFFont_GetBaseFontName')(font, to, bytes));
  // The weight is a guess from the stems.
  return /bold|black|heavy/i.test(name) || engine.call('FPDFFont_GetWeight')(font) >= 600;
}

/** Text render modes (ISO 32000, 9.3.6): neither fill nor stroke; clip alone. */
const invisibleModes: ReadonlySet<number> = new Set([3, 7]);

/** Checks for a half of a letter beyond U+FFFF. @param from 0xd800 for the first half, 0xdc00 for the second */
const isSurrogate = (code: number, from: 0xd800 | 0xdc00) => code >= from && code < from + 0x400;

/** PDFium says 2 for a hyphen that the end of the line brought in. Some fonts map their space to a tab or a line end. */
function characterOf(code: number): string {
  if (code === 2) return '-';
  if (code >= 9 && code <= 13) return ' ';
  return code > 0x10ffff || (code >= 0xd800 && code < 0xe000)
    ? '\ufffd'
    : withoutMarkers(String.fromCodePoint(code));
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** A box and the origin of a letter, turned so that its line runs from left to right. */
function upright({ left, right, bottom, top }: Box, x: number, y: number, { angle, size }: TextStyle) {
  const [low, high] = top < bottom ? [top, bottom] : [bottom, top];
  switch (angle) {
    case 0:
      return { left, right, bottom: low, top: high, baseline: y };
    case 90:
      return { left: low, right: high, bottom: -right, top: -left, baseline: -x };
    case 180:
      return { left: -right, right: -left, bottom: -high, top: -low, baseline: -y };
    case 270:
      return { left: -high, right: -low, bottom: left, top: right, baseline: x };
    default: {
      // The box is that of the page, too large for the letter: its width is taken as that of most letters.
      const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
      const [along, baseline] = [x * cos + y * sin, y * cos - x * sin];
      return { left: along, right: along + size / 2, bottom: baseline, top: baseline + size, baseline };
    }
  }
}
