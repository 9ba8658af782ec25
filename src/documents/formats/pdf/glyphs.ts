import { withoutMarkers } from '../../../contract/features/documents/document-marks.ts';
import { isTransparent } from '../../visibility.ts';
import { narrowText, type Pointer } from './engine.ts';
import type { OpenPdf } from './file.ts';

/** Common properties of the glyphs of one text object. */
export interface TextStyle {
  readonly object: Pointer;
  /** Font size on the page, in points. */
  readonly size: number;
  readonly isBold: boolean;
  /** Red, green and blue, from 0 to 255. */
  readonly color: readonly [number, number, number];
  /** Whether the glyphs are drawn without fill and outline, or fully transparent. */
  readonly isInvisible: boolean;
  /** Direction of the line in degrees, counterclockwise, from 0 to less than 360. */
  readonly angle: number;
}

/** A glyph, in points from the lower left corner of the page. Rotated lines are turned to horizontal. */
export interface PageGlyph {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
  readonly baseline: number;
  /** Centre of the box of the glyph on the page, not rotated back. */
  readonly x: number;
  readonly y: number;
  readonly style: TextStyle;
  /** Whether the font does not map the glyph to a character. */
  readonly isUnknown: boolean;
}

/** Returns the glyphs of a page in drawing order. Glyphs of right-to-left scripts are in reading order. */
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
    // PDFium reports a character above U+FFFF as two surrogates, of which only the first one has a position.
    const low = isSurrogate(code, 0xd800) ? unicode(text, index + 1) : 0;
    const isPair = isSurrogate(low, 0xdc00);
    if (isPair) index += 1;
    const style = styleAt(first, objectAt(text, first));
    looseBox(text, first, scratch);
    // Read the values one by one, because creating a view for each glyph would take half of the total time.
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
  return withSpaces(glyphs);
}

/** Invisible characters. A font may map its space to one of them. */
const unseenSign = /[\p{Cc}\p{Cf}\p{Co}\ufffd]/u;
/** Minimum share of spaces among the glyphs of a page. In prose it is 0.12 to 0.18. */
const minSpaceShare = 0.05;

/**
 * Replaces the character to which a font maps its space, if the page has no other spaces. This character must be the
 * only invisible one on the page. If there are several, the font also maps letters wrongly.
 */
function withSpaces(glyphs: PageGlyph[]): PageGlyph[] {
  if (glyphs.some(({ text }) => text.trim() === '')) return glyphs;
  const unseen = glyphs.filter(({ text }) => unseenSign.test(text));
  const isOne = new Set(unseen.map(({ text }) => text)).size === 1;
  if (!isOne || unseen.length < glyphs.length * minSpaceShare) return glyphs;
  if (unseen.length > glyphs.length / 2) return glyphs;
  return glyphs.map((glyph) =>
    unseenSign.test(glyph.text) ? { ...glyph, text: ' ', isUnknown: false } : glyph,
  );
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
  // If the name does not show that the font is bold, use the weight, which PDFium estimates from the stem width.
  return /bold|black|heavy/i.test(name) || engine.call('FPDFFont_GetWeight')(font) >= 600;
}

/** Text rendering modes without fill and stroke (ISO 32000, 9.3.6): invisible, and clip only. */
const invisibleModes: ReadonlySet<number> = new Set([3, 7]);

/** Checks for a surrogate. @param from 0xd800 for high surrogates, 0xdc00 for low ones */
const isSurrogate = (code: number, from: 0xd800 | 0xdc00) => code >= from && code < from + 0x400;

/**
 * Returns the character for a code. PDFium reports 2 for a hyphen at the end of a line. Some fonts map the space to a
 * tab or line break.
 */
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

/** Rotates a box and the origin of a glyph so that its line is horizontal. */
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
      // At other angles, the box from PDFium is axis-aligned and therefore larger than the glyph. Approximate the width
      // of the glyph by half of the font size instead.
      const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
      const [along, baseline] = [x * cos + y * sin, y * cos - x * sin];
      return { left: along, right: along + size / 2, bottom: baseline, top: baseline + size, baseline };
    }
  }
}
