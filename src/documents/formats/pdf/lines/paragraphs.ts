import { type PageBlock, textOf } from './layout.ts';
import { least, most, type PageRow } from './segments.ts';
import { lineEnd } from './words.ts';

/**
 * A paragraph, list item or table of one page. Its heading level is determined later, because it depends on the whole
 * document.
 */
export interface PageParagraph {
  readonly text: string;
  readonly size: number;
  readonly isBold: boolean;
  readonly isTable?: true;
  /** Baselines of the first and the last line, in points. */
  readonly top: number;
  readonly bottom: number;
}

interface Line {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  readonly size: number;
  readonly isBold: boolean;
}

export function paragraphsOf(blocks: readonly PageBlock[]): PageParagraph[] {
  const paragraphs: PageParagraph[] = [];
  for (const block of blocks) {
    const found = 'table' in block ? [tableParagraph(block)] : textParagraphs(block.lines);
    const [first, ...others] = found;
    const before = paragraphs.at(-1);
    if (first !== undefined && before !== undefined && goesOn(before, first)) {
      const text = before.text + glue(before.text, first.text);
      paragraphs[paragraphs.length - 1] = { ...before, text };
      paragraphs.push(...others);
    } else paragraphs.push(...found);
  }
  return paragraphs;
}

/** Checks whether a paragraph continues at the top of the next column. */
const goesOn = (before: PageParagraph, next: PageParagraph) =>
  !(before.isTable || next.isTable) &&
  Math.abs(before.size - next.size) < 0.5 &&
  before.isBold === next.isBold &&
  next.top > before.bottom &&
  /[\p{L},\u00ad-]$/u.test(before.text) &&
  /^\p{Ll}/u.test(next.text);

function tableParagraph({ table, baseline, end }: Extract<PageBlock, { table: unknown }>): PageParagraph {
  const text = table
    .map((cells) => `| ${cells.map((lines) => joinedLines(lines).replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
  return { text, size: 0, isBold: false, isTable: true, top: baseline, bottom: end };
}

function textParagraphs(rows: readonly PageRow[]): PageParagraph[] {
  const lines = rows.map(lineOf);
  const [left, right] = [least(lines, 'left'), most(lines, 'right')];
  const pitch = commonPitch(lines);
  const paragraphs: Line[][] = [];
  for (const line of lines) {
    const open = paragraphs.at(-1);
    const before = open?.at(-1);
    if (open !== undefined && before !== undefined && !begins(before, line, { left, right, pitch }, open))
      open.push(line);
    else paragraphs.push([line]);
  }
  return paragraphs.map(paragraphOf);
}

function lineOf(row: PageRow): Line {
  const { segments, baseline } = row;
  return {
    text: textOf(row),
    left: least(segments, 'left'),
    right: most(segments, 'right'),
    baseline,
    size: row.size,
    isBold: segments.every(({ isBold }) => isBold),
  };
}

/** Maximum line spacing within a paragraph, as a multiple of the font size. */
const maxPitch = 2.2;

/**
 * Returns the usual line spacing within paragraphs, as a multiple of the font size. It is the 30th percentile of all
 * spacings.
 */
function commonPitch(lines: readonly Line[]): number {
  const distances = lines
    .slice(1)
    .map((line, index) => ((lines[index] as Line).baseline - line.baseline) / line.size)
    .filter((distance) => distance > 0.8)
    .toSorted((a, b) => a - b);
  return Math.min(distances[Math.floor(distances.length * 0.3)] ?? 1.2, maxPitch);
}

interface Measure {
  readonly left: number;
  readonly right: number;
  readonly pitch: number;
}

const listMark = /^(?:[•●○▪■◦‣–—*·-]|\(?(?:\d{1,3}(?:\.\d{1,3}){0,5}|[a-zа-яё]|[ivx]{1,5})[.)])\s/iu;

/** A label such as `Истец: …`, with which a statement of claim names the parties. */
const label = /^\p{Lu}[\p{L} ]{1,30}:/u;

/** Checks whether a line begins a new paragraph. */
function begins(before: Line, line: Line, { left, right, pitch }: Measure, open: readonly Line[]): boolean {
  const first = open[0] as Line;
  if (Math.abs(before.size - line.size) > 0.12 * line.size || before.isBold !== line.isBold) return true;
  if ((before.baseline - line.baseline) / line.size > Math.max(pitch * 1.25, pitch + 0.15)) return true;
  if (listMark.test(line.text)) return true;
  const firstWord = (line.text.split(' ', 1)[0] ?? '').length * line.size * 0.5;
  // Lines of a list item are aligned with its text, not with its marker, so their indentation does not begin a new
  // paragraph.
  const isItem = listMark.test(first.text) && line.left < first.left + line.size * 5;
  const isIndented = !isItem && line.left > left + line.size && line.left > before.left + line.size * 0.8;
  if (isIndented && !isCentred(line, left, right)) return true;
  const isSetRight = Math.min(before.left, line.left) > left + (right - left) * 0.35;
  const isMoved = Math.abs(before.left - line.left) > line.size * 0.5 && !isCentred(line, left, right);
  if (isSetRight && (isMoved || label.test(line.text))) return true;
  if (isCentred(before, left, right) && isCentred(line, left, right)) return false;
  const room = right - before.right;
  const isShort = room > firstWord + line.size * 2;
  if (isShort && room > (right - left) * 0.4) return true;
  return (
    isShort &&
    (/[.:;!?…»”")\]]$/.test(before.text) || line.left < first.left - line.size || /^\p{Lu}/u.test(line.text))
  );
}

const isCentred = (line: Line, left: number, right: number) =>
  line.left > left + line.size * 2 && Math.abs(line.left - left - (right - line.right)) < line.size * 1.5;

function paragraphOf(lines: readonly Line[]): PageParagraph {
  const first = lines[0] as Line;
  return {
    text: joinedLines(lines.map(({ text }) => text)),
    size: first.size,
    isBold: lines.every(({ isBold }) => isBold),
    top: first.baseline,
    bottom: lines.at(-1)?.baseline ?? first.baseline,
  };
}

const joinedLines = (lines: readonly string[]) =>
  lines.reduce((text, line) => (text === '' ? line : `${text}${glue(text, line)}`), '');

/**
 * Returns `next` with its separator: nothing after a soft hyphen, the mark `lineEnd` after another hyphen, otherwise a
 * space.
 */
function glue(text: string, next: string): string {
  if (text.endsWith('\u00ad')) return next;
  if (/\p{L}[-\u2010]$/u.test(text) && /^\p{L}/u.test(next)) return `${lineEnd}${next}`;
  return ` ${next}`;
}
