import { least, most, type PageRow, type PageSegment, pageRows } from './segments.ts';

/** A block of a page: lines, or a table of rows and cells with their lines. */
export type PageBlock =
  | { readonly lines: readonly PageRow[] }
  | {
      readonly table: readonly (readonly (readonly string[])[])[];
      readonly baseline: number;
      readonly end: number;
    };

/** Empty space between columns, in points. */
interface Gutter {
  readonly left: number;
  readonly right: number;
}

/** Adjacent rows that form columns. */
interface ColumnBlock {
  readonly from: number;
  readonly to: number;
  readonly gutter: Gutter;
  /** Number of rows with text on both sides. */
  readonly support: number;
}

const maxColumnDepth = 6;

/** Returns the blocks of a page in reading order. */
export function blocksOf(rows: readonly PageRow[], depth = 0): PageBlock[] {
  if (rows.length === 0) return [];
  const columnBlock = depth < maxColumnDepth ? bestColumnBlock(rows) : undefined;
  if (columnBlock === undefined) return [{ lines: rows }];
  const inside = rows.slice(columnBlock.from, columnBlock.to + 1);
  return [
    ...blocksOf(rows.slice(0, columnBlock.from), depth + 1),
    ...(isNewspaper(inside, columnBlock.gutter)
      ? columnsOf(inside, columnBlock.gutter, depth)
      : [tableOf(inside)]),
    ...blocksOf(rows.slice(columnBlock.to + 1), depth + 1),
  ];
}

function columnsOf(rows: readonly PageRow[], { left }: Gutter, depth: number): PageBlock[] {
  const segments = rows.flatMap((row) => row.segments);
  const side = (isLeft: boolean) =>
    blocksOf(pageRows(segments.filter((segment) => segment.right <= left + 1 === isLeft)), depth + 1);
  return [...side(true), ...side(false)];
}

/** Finds the column block with the largest number of rows that have text on both sides of one gutter. */
function bestColumnBlock(rows: readonly PageRow[]): ColumnBlock | undefined {
  let best: ColumnBlock | undefined;
  const seen = new Set<string>();
  for (const [at, row] of rows.entries())
    for (const [index, segment] of row.segments.entries()) {
      const next = row.segments[index + 1];
      if (next === undefined) continue;
      const columnBlock = columnBlockFrom(rows, at, { left: segment.right, right: next.left });
      if (
        columnBlock === undefined ||
        seen.has(`${columnBlock.from} ${columnBlock.to} ${columnBlock.gutter.left}`)
      )
        continue;
      seen.add(`${columnBlock.from} ${columnBlock.to} ${columnBlock.gutter.left}`);
      if (best === undefined || columnBlock.support > best.support) best = columnBlock;
    }
  return best;
}

/** Extends a column block up and down from a row as long as the gutter stays empty. The gutter may become narrower. */
function columnBlockFrom(rows: readonly PageRow[], start: number, first: Gutter): ColumnBlock | undefined {
  let gutter = first;
  const reach = (step: 1 | -1): number => {
    let at = start;
    for (;;) {
      const row = rows[at + step];
      const next = row && isNear(rows[at] as PageRow, row) ? narrowed(gutter, row) : undefined;
      if (next === undefined) return at;
      gutter = next;
      at += step;
    }
  };
  let [from, to] = [reach(-1), reach(1)];
  const sides = rows.map((row) => sidesOf(row, gutter));
  // Drop single-sided rows at the top, because they are text before the columns. At the bottom, one column may be
  // longer than the other.
  while (from < to && !belongsBelow(rows, sides, from)) from += 1;
  while (to > from && sides[to] !== 'both' && !continues(rows[to - 1] as PageRow, rows[to] as PageRow))
    to -= 1;
  const both = sides.slice(from, to + 1).filter((side) => side === 'both').length;
  const spaced = rows
    .slice(from, to + 1)
    .filter((row) => row.segments.some(({ left, isSpaced }) => isSpaced && left >= gutter.right - 1)).length;
  const isWide = gutter.right - gutter.left > 1.5 * (rows[start]?.size ?? 0);
  const isEnough = both >= (isWide ? 2 : 4) + (spaced * 2 > both ? 2 : 0);
  return isEnough ? { from, to, gutter, support: both } : undefined;
}

/** Checks whether a row belongs to the columns below it. The right column may begin slightly above the left one. */
const belongsBelow = (rows: readonly PageRow[], sides: readonly string[], at: number) =>
  sides[at] === 'both' || (sides[at] === 'right' && continues(rows[at] as PageRow, rows[at + 1] as PageRow));

const isNear = (a: PageRow, b: PageRow) => Math.abs(a.baseline - b.baseline) < 5 * Math.max(a.size, b.size);
const continues = (above: PageRow, row: PageRow) => above.baseline - row.baseline < 1.45 * row.size;

/** Returns the part of the gutter that a row leaves empty; undefined if the row crosses the gutter. */
function narrowed(gutter: Gutter, { segments, size }: PageRow): Gutter | undefined {
  let { left, right } = gutter;
  for (const segment of segments) {
    if (segment.right <= left || segment.left >= right) continue;
    const toLeft = segment.right <= right - size * 0.6 && segment.left < left;
    const toRight = segment.left >= left + size * 0.6 && segment.right > right;
    if (toLeft) left = segment.right;
    else if (toRight) right = segment.left;
    else return undefined;
  }
  return right - left >= size * 0.6 ? { left, right } : undefined;
}

function sidesOf({ segments }: PageRow, { left, right }: Gutter): 'left' | 'right' | 'both' {
  const hasLeft = segments.some((segment) => segment.right <= left + 0.1);
  const hasRight = segments.some((segment) => segment.left >= right - 0.1);
  return hasLeft && hasRight ? 'both' : hasLeft ? 'left' : 'right';
}

/** Checks whether both columns are running text: long lines that mostly fill their column. */
function isNewspaper(rows: readonly PageRow[], { left, right }: Gutter): boolean {
  const segments = rows.flatMap((row) => row.segments);
  return [
    pageRows(segments.filter((segment) => segment.right <= left + 0.1)),
    pageRows(segments.filter((segment) => segment.left >= right - 0.1)),
  ].every((side) => {
    const spans = side.map(spanOf);
    const [from, to] = [least(spans, 'left'), most(spans, 'right')];
    const full = spans.filter((span) => span.right > from + (to - from) * 0.75);
    return (
      side.length >= 4 &&
      full.length * 2 >= side.length &&
      median(side.map((row) => textOf(row).length)) >= 20
    );
  });
}

const spanOf = ({ segments }: PageRow) => ({ left: least(segments, 'left'), right: most(segments, 'right') });
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

export const textOf = ({ segments }: Pick<PageRow, 'segments'>) => segments.map(({ text }) => text).join(' ');

/** Converts rows to a table. A row that only continues cells of the row above is merged with that row. */
function tableOf(rows: readonly PageRow[]): PageBlock {
  const edges = columnEdges(rows);
  const table: string[][][] = [];
  let last: PageRow | undefined;
  for (const row of rows) {
    const cells = edges.map((_, index) => cellText(row.segments, edges, index));
    const above = table.at(-1);
    if (above !== undefined && last !== undefined && isContinuation(last, row, cells))
      for (const [index, cell] of cells.entries()) above[index]?.push(...(cell === '' ? [] : [cell]));
    else table.push(cells.map((cell) => (cell === '' ? [] : [cell])));
    last = row;
  }
  return { table, baseline: rows[0]?.baseline ?? 0, end: rows.at(-1)?.baseline ?? 0 };
}

const isContinuation = (above: PageRow, row: PageRow, cells: readonly string[]) =>
  continues(above, row) &&
  cells.some((cell) => cell === '') &&
  (cells[0] === '' || cells.filter((cell) => cell).length === 1);

/** Returns the left edges of the columns, which are positions that hardly any row crosses. */
function columnEdges(rows: readonly PageRow[]): number[] {
  const widest = Math.max(...rows.map(({ segments }) => segments.length));
  // Ignore rows with text that spans several columns.
  const whole = rows.filter(({ segments }) => segments.length > widest * 0.6);
  const maxCrossing = Math.floor(whole.length / 10);
  const ends = whole
    .flatMap((row) =>
      row.segments.flatMap(({ left, right }) => [
        { at: left, by: 1 },
        { at: right, by: -1 },
      ]),
    )
    .toSorted((a, b) => a.at - b.at || b.by - a.by);
  const edges: number[] = [];
  let [depth, closed] = [0, Number.NEGATIVE_INFINITY];
  for (const { at, by } of ends) {
    depth += by;
    if (by > 0 && depth === maxCrossing + 1 && at > closed + minColumnGap) edges.push(at);
    if (by < 0 && depth === maxCrossing) closed = at;
  }
  return edges;
}

/** Minimum gap between columns, in points. */
const minColumnGap = 3;

function cellText(segments: readonly PageSegment[], edges: readonly number[], index: number): string {
  const [from, to] = [edges[index] ?? 0, edges[index + 1] ?? Number.POSITIVE_INFINITY];
  return segments
    .filter(({ left }) => (index === 0 || left >= from - 0.1) && left < to - 0.1)
    .map(({ text }) => text)
    .join(' ');
}
