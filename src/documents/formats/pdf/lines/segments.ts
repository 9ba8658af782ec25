import { inMark } from '../../../../contract/features/documents/document-marks.ts';
import type { PageGlyph } from '../glyphs.ts';

/** Adjacent glyphs on one line, without a gap that is wide enough to separate columns. */
export interface PageSegment {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly size: number;
  readonly isBold: boolean;
  /** Whether the segment follows a space character. In this case, the gap before it may come from justified text. */
  readonly isSpaced: boolean;
}

/** Segments on one baseline, from left to right. */
export interface PageRow {
  readonly segments: readonly PageSegment[];
  readonly baseline: number;
  readonly size: number;
}

type PageRule = Readonly<Record<'left' | 'right' | 'bottom' | 'top', number>>;

/** Minimum width of a gap between words, as a fraction of the font size. */
const spaceFrom = 0.17;
/** Minimum width of a gap between words in lines without space characters, as a fraction of the font size. */
const bareSpaceFrom = 0.1;
/** Minimum number of gaps for measuring letter spacing. Fewer gaps may be those between one-letter words. */
const minGaps = 6;
/** Maximum variation of the gaps between the letters of a line, as a fraction of the font size. */
const evenGaps = 0.06;
const gapFrom = 0.45;
/** Minimum gap between columns after a space, as a multiple of the font size. Justified text has wide spaces. */
const spacedGapFrom = 0.8;
const raisedFrom = 0.2;

/** Arabic, Hebrew and related scripts. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Groups glyphs in drawing order into segments. All glyphs must have the same direction.
 * @param rules lines on the page; a segment never crosses a vertical one
 */
export function segmentsOf(glyphs: readonly PageGlyph[], rules: readonly PageRule[] = []): PageSegment[] {
  const upright = rules.filter((rule) => rule.top - rule.bottom > rule.right - rule.left);
  const isApart = (before: PageGlyph, { left, baseline, style }: PageGlyph) =>
    left - before.right > style.size * 0.05 &&
    upright.some(
      (rule) =>
        rule.left > before.right - 1 &&
        rule.right < left + 1 &&
        rule.bottom < baseline + 1 &&
        rule.top > baseline,
    );
  const minSpaceAt = minSpaces(glyphs);
  const segments: PageSegment[] = [];
  let open: PageGlyph[] = [];
  let isSpaced = false;
  const close = () => {
    const segment = segmentOf(open, isSpaced, minSpaceAt);
    if (segment !== undefined) segments.push(segment);
    open = [];
  };
  for (const glyph of glyphs) {
    const before = open.at(-1);
    if (before !== undefined && (!follows(before, glyph, open) || isApart(before, glyph))) {
      close();
      isSpaced =
        isSpace(before) && Math.abs(before.baseline - glyph.baseline) < before.style.size * raisedFrom;
    }
    open.push(glyph);
  }
  close();
  return segments;
}

const isSpace = ({ text }: PageGlyph) => text === ' ' || text === '\u00a0';

/** Checks whether a glyph continues the open segment. */
function follows(before: PageGlyph, glyph: PageGlyph, open: readonly PageGlyph[]): boolean {
  const size = Math.max(before.style.size, glyph.style.size);
  if (gapBetween(before, glyph) > size * (isSpace(before) ? spacedGapFrom : gapFrom)) return false;
  if (glyph.left < before.left - size * 0.3 && !rightToLeft.test(before.text + glyph.text)) return false;
  const rise = Math.abs(
    glyph.baseline - (open.find(({ style }) => style.size >= size * 0.9) ?? before).baseline,
  );
  if (rise <= size * raisedFrom) return true;
  return isSmall(glyph, before) && rise < size * 0.7;
}

/** Checks whether one glyph is superscript or subscript to the other. */
const isSmall = (one: PageGlyph, other: PageGlyph) =>
  Math.min(one.style.size, other.style.size) < 0.85 * Math.max(one.style.size, other.style.size) ||
  one.baseline === other.baseline;

function segmentOf(
  glyphs: readonly PageGlyph[],
  isSpaced: boolean,
  minSpaceAt: (baseline: number) => number,
): PageSegment | undefined {
  const seen = glyphs.filter((glyph) => glyph.text.trim() !== '');
  if (seen.length === 0) return undefined;
  const size = commonest(seen.map(({ style }) => style.size));
  const baseline = seen.find(({ style }) => style.size === size)?.baseline ?? 0;
  return {
    text: clean(joined(glyphs, size, baseline, minSpaceAt(baseline))),
    left: least(seen, 'left'),
    right: most(seen, 'right'),
    baseline,
    size,
    isBold: seen.filter(({ style }) => style.isBold).length * 2 > seen.length,
    isSpaced,
  };
}

function joined(glyphs: readonly PageGlyph[], size: number, baseline: number, least: number): string {
  let text = '';
  let before: PageGlyph | undefined;
  for (const glyph of glyphs) {
    if (before !== undefined && gapBetween(before, glyph) > size * least) text += ' ';
    text += isNoteSign(glyph, size, baseline) ? noteSign(glyph.text, text) : glyph.text;
    before = glyph;
  }
  return text;
}

const gapBetween = (before: PageGlyph, glyph: PageGlyph) =>
  Math.max(glyph.left - before.right, before.left - glyph.right);

/**
 * Returns a function that gives the minimum gap between words on a baseline, as a fraction of the font size. The gap
 * differs between lines, because letters may be spaced out and because some lines have gaps instead of space
 * characters.
 */
function minSpaces(glyphs: readonly PageGlyph[]): (baseline: number) => number {
  const lines = new Map<number, { readonly gaps: number[]; spaces: number }>();
  let before: PageGlyph | undefined;
  for (const glyph of glyphs) {
    const key = Math.round(glyph.baseline);
    const line = lines.get(key) ?? { gaps: [], spaces: 0 };
    lines.set(key, line);
    if (isSpace(glyph)) line.spaces += 1;
    else if (before !== undefined && !isSpace(before) && Math.round(before.baseline) === key) {
      const gap = gapBetween(before, glyph) / glyph.style.size;
      // Ignore wider gaps, because they separate columns.
      if (gap < 1) line.gaps.push(gap);
    }
    before = glyph;
  }
  const least = new Map(
    [...lines].map(([key, { gaps, spaces }]) => [
      key,
      minSpace(
        gaps.toSorted((a, b) => a - b),
        spaces,
      ),
    ]),
  );
  return (baseline) => least.get(Math.round(baseline)) ?? spaceFrom;
}

/**
 * Returns the minimum gap between words of a line.
 * @param gaps gaps between adjacent characters, in ascending order
 * @param spaces number of space characters in the line
 */
function minSpace(gaps: readonly number[], spaces: number): number {
  if (gaps.length < minGaps) return spaceFrom;
  const [usual = 0, quarter = 0] = [gaps[Math.floor(gaps.length / 2)], gaps[Math.floor(gaps.length / 4)]];
  // Even gaps are letter spacing. If the gaps vary, some of them are between words.
  const between = usual - quarter < evenGaps ? Math.max(0, usual) : 0;
  return between + (spaces === 0 && gaps.length > 2 * minGaps ? bareSpaceFrom : spaceFrom);
}

/** Temporary marks around superscript note numbers. */
const noteOpen = '\ufdd3';
const noteClose = '\ufdd4';

/** Checks for a footnote mark: a small superscript digit, asterisk or dagger. */
const isNoteSign = ({ text, style, baseline: own }: PageGlyph, size: number, baseline: number) =>
  style.size < size * 0.9 && own - baseline > size * raisedFrom && /^[\d*†‡]$/.test(text);

/** Formats a superscript digit. After a unit of length, 2 and 3 become exponents. */
const noteSign = (figure: string, before: string) =>
  /(?<!\p{L})(?:[дксм]?м|[cdkm]?m)$/u.test(before.slice(-4)) && /[23]/.test(figure)
    ? ({ 2: '²', 3: '³' }[figure] ?? figure)
    : `${noteOpen}${figure}${noteClose}`;

/** Normalizes text: composes characters, resolves ligatures and collapses spaces. */
function clean(text: string): string {
  return text
    .replaceAll(`${noteClose}${noteOpen}`, '')
    .replace(/\ufdd3([^\ufdd3\ufdd4]*)\ufdd4/g, (_, figure: string) => inMark(`^${figure}`))
    .replace(/[\ufb00-\ufb4f\ufb50-\ufdff\ufe70-\ufefc]/g, (letter) => letter.normalize('NFKC'))
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\u200b]/gu, '')
    .trim();
}

/** Groups segments into rows, from top to bottom. */
export function pageRows(segments: readonly PageSegment[]): PageRow[] {
  const sorted = segments.toSorted((a, b) => b.baseline - a.baseline);
  const rows: PageSegment[][] = [];
  for (const segment of sorted) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (first !== undefined && first.baseline - segment.baseline < rowTolerance(first, segment))
      row?.push(segment);
    else rows.push([segment]);
  }
  return rows.map((row) => {
    const inOrder = withoutMark(row.toSorted((a, b) => a.left - b.left));
    const size = Math.max(...row.map((segment) => segment.size));
    return { segments: inOrder, baseline: commonest(row.map(({ baseline }) => baseline)), size };
  });
}

const listSign = /^(?:[•●○▪■◦‣–—*·\uf0b7\uf0a7-]|\(?(?:\d{1,3}(?:\.\d{1,3}){0,5}|[a-zа-яё])[.)])$/iu;

/** Joins a list marker with its text, because marker and text are not separate columns. */
function withoutMark([sign, text, ...others]: readonly PageSegment[]): PageSegment[] {
  if (sign === undefined || text === undefined) return sign === undefined ? [] : [sign];
  if (!listSign.test(sign.text) || text.left - sign.right > 4 * text.size) return [sign, text, ...others];
  const item = { ...text, text: `${sign.text} ${text.text}`, left: sign.left, isSpaced: sign.isSpaced };
  return [item, ...others];
}

const rowTolerance = (a: PageSegment, b: PageSegment) => Math.min(a.size, b.size) * 0.4;

/** Returns the most frequent value. If several are equally frequent, returns the first one. */
function commonest(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best = values[0] ?? 0;
  for (const [value, count] of counts) if (count > (counts.get(best) ?? 0)) best = value;
  return best;
}

export const least = <K extends string>(boxes: readonly Record<K, number>[], side: K) =>
  boxes.reduce((found, box) => Math.min(found, box[side]), Number.POSITIVE_INFINITY);
export const most = <K extends string>(boxes: readonly Record<K, number>[], side: K) =>
  boxes.reduce((found, box) => Math.max(found, box[side]), Number.NEGATIVE_INFINITY);
