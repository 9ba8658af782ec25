import { inMark } from '../../../../contract/features/document-marks.ts';
import type { PageGlyph } from '../glyphs.ts';

/** Letters beside each other on one line, without a gap that could be the space between columns. */
export interface PageSegment {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly size: number;
  readonly isBold: boolean;
  /** Only a space stands before it: the gap may be that of a line set to full width. */
  readonly isSpaced: boolean;
}

/** Segments whose letters stand on one baseline, from left to right. */
export interface PageRow {
  readonly segments: readonly PageSegment[];
  readonly baseline: number;
  readonly size: number;
}

type PageRule = Readonly<Record<'left' | 'right' | 'bottom' | 'top', number>>;

/** In parts of the letters' size. */
const spaceFrom = 0.17;
/** In a line that has no space of its own. */
const bareSpaceFrom = 0.1;
/** So many gaps tell how far letters of a line are set apart; fewer may be those between words of one letter. */
const enoughGaps = 6;
/** Gaps between letters of a line differ by less than this, in parts of the letters' size. */
const evenGaps = 0.06;
const gapFrom = 0.45;
/** Behind a space of its own, which a line set to full width makes larger. */
const spacedGapFrom = 0.8;
const raisedFrom = 0.2;

/** Arabic, Hebrew and their neighbours. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Letters in the order in which they are drawn to segments. All have the same direction.
 * @param rules lines of the page: nothing runs across those that stand upright
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
  const leastSpaceAt = leastSpaces(glyphs);
  const segments: PageSegment[] = [];
  let open: PageGlyph[] = [];
  let isSpaced = false;
  const close = () => {
    const segment = segmentOf(open, isSpaced, leastSpaceAt);
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

/** Whether the glyph goes on where the one before it ends. */
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

/** One of them is a raised or lowered sign beside the other. */
const isSmall = (one: PageGlyph, other: PageGlyph) =>
  Math.min(one.style.size, other.style.size) < 0.85 * Math.max(one.style.size, other.style.size) ||
  one.baseline === other.baseline;

function segmentOf(
  glyphs: readonly PageGlyph[],
  isSpaced: boolean,
  leastSpaceAt: (baseline: number) => number,
): PageSegment | undefined {
  const seen = glyphs.filter((glyph) => glyph.text.trim() !== '');
  if (seen.length === 0) return undefined;
  const size = commonest(seen.map(({ style }) => style.size));
  const baseline = seen.find(({ style }) => style.size === size)?.baseline ?? 0;
  return {
    text: clean(joined(glyphs, size, baseline, leastSpaceAt(baseline))),
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
 * Returns the least gap between words for lines by their baselines, in parts of the letters' size: letters of a line may
 * all be set apart, and words may have no space between them but a gap.
 */
function leastSpaces(glyphs: readonly PageGlyph[]): (baseline: number) => number {
  const lines = new Map<number, { readonly gaps: number[]; spaces: number }>();
  let before: PageGlyph | undefined;
  for (const glyph of glyphs) {
    const key = Math.round(glyph.baseline);
    const line = lines.get(key) ?? { gaps: [], spaces: 0 };
    lines.set(key, line);
    if (isSpace(glyph)) line.spaces += 1;
    else if (before !== undefined && !isSpace(before) && Math.round(before.baseline) === key) {
      const gap = gapBetween(before, glyph) / glyph.style.size;
      // A wider one is that of columns.
      if (gap < 1) line.gaps.push(gap);
    }
    before = glyph;
  }
  const least = new Map(
    [...lines].map(([key, { gaps, spaces }]) => [
      key,
      leastSpace(
        gaps.toSorted((a, b) => a - b),
        spaces,
      ),
    ]),
  );
  return (baseline) => least.get(Math.round(baseline)) ?? spaceFrom;
}

/** @param gaps between letters, from the least @param spaces how many spaces of its own a line has */
function leastSpace(gaps: readonly number[], spaces: number): number {
  if (gaps.length < enoughGaps) return spaceFrom;
  const [usual = 0, quarter = 0] = [gaps[Math.floor(gaps.length / 2)], gaps[Math.floor(gaps.length / 4)]];
  // Gaps that differ are those of words.
  const between = usual - quarter < evenGaps ? Math.max(0, usual) : 0;
  return between + (spaces === 0 && gaps.length > 2 * enoughGaps ? bareSpaceFrom : spaceFrom);
}

/** Marks around raised figures, until what they refer to is known. */
const noteOpen = '\ufdd3';
const noteClose = '\ufdd4';

/** A raised small figure or star: the sign of a footnote. */
const isNoteSign = ({ text, style, baseline: own }: PageGlyph, size: number, baseline: number) =>
  style.size < size * 0.9 && own - baseline > size * raisedFrom && /^[\d*†‡]$/.test(text);

/** A figure behind a unit of length is its power. */
const noteSign = (figure: string, before: string) =>
  /(?<!\p{L})(?:[дксм]?м|[cdkm]?m)$/u.test(before.slice(-4)) && /[23]/.test(figure)
    ? ({ 2: '²', 3: '³' }[figure] ?? figure)
    : `${noteOpen}${figure}${noteClose}`;

/** As people write: composed letters, no ligatures, one space between words. */
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

/** Segments to rows, from the top of the page to its end. */
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

/** The sign of an item of a list and its text are no columns. */
function withoutMark([sign, text, ...others]: readonly PageSegment[]): PageSegment[] {
  if (sign === undefined || text === undefined) return sign === undefined ? [] : [sign];
  if (!listSign.test(sign.text) || text.left - sign.right > 4 * text.size) return [sign, text, ...others];
  const item = { ...text, text: `${sign.text} ${text.text}`, left: sign.left, isSpaced: sign.isSpaced };
  return [item, ...others];
}

const rowTolerance = (a: PageSegment, b: PageSegment) => Math.min(a.size, b.size) * 0.4;

/** The value that occurs most often; of equals the first. */
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
