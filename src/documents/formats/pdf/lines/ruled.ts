import type { PageBox } from '../drawing.ts';
import { blocksOf, type PageBlock, textOf } from './layout.ts';
import { type PageRow, type PageSegment, pageRows } from './segments.ts';

/** Connected lines that form the cell borders of a table. */
interface Grid extends PageBox {
  /** Positions of vertical lines from the left, and of horizontal lines from the top. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

/** Maximum distance between lines that count as one line, in points. */
const near = 4;
/** Maximum number of lines. A page with more lines counts as a drawing and is not searched for tables. */
const maxRules = 1_500;

/** Returns the blocks of a page in reading order. Tables are found by their borders, other text by its position. */
export function ruledBlocks(segments: readonly PageSegment[], rules: readonly PageBox[]): PageBlock[] {
  const grids = rules.length > maxRules ? [] : gridsOf(rules);
  const found = grids
    .map((grid) => ({ grid, inside: segments.filter((segment) => isWithin(segment, grid)) }))
    .filter(({ inside }) => inside.length > 1)
    .toSorted((a, b) => b.grid.top - a.grid.top);
  const taken = new Set(found.flatMap(({ inside }) => inside));
  let rest = pageRows(segments.filter((segment) => !taken.has(segment)));
  const blocks: PageBlock[] = [];
  for (const { grid, inside } of found) {
    blocks.push(...blocksOf(rest.filter(({ baseline }) => baseline > grid.top)), tableIn(grid, inside));
    rest = rest.filter(({ baseline }) => baseline <= grid.top);
  }
  return [...blocks, ...blocksOf(rest)];
}

const isWithin = ({ left, right, baseline, size }: PageSegment, grid: Grid) =>
  (left + right) / 2 > grid.left - 1 &&
  (left + right) / 2 < grid.right + 1 &&
  baseline + size * 0.3 > grid.bottom &&
  baseline + size * 0.3 < grid.top;

function tableIn({ xs, ys, top, bottom }: Grid, segments: readonly PageSegment[]): PageBlock {
  const cells = new Map<string, PageSegment[]>();
  for (const segment of segments) {
    const column = lastIndexUpTo(xs, segment.left + near);
    const row = ys.findLastIndex((y) => segment.baseline + segment.size * 0.3 < y);
    const key = `${Math.max(0, row)} ${column}`;
    cells.set(key, [...(cells.get(key) ?? []), segment]);
  }
  const table = ys
    .slice(0, -1)
    .map((_, row) =>
      xs.slice(0, -1).map((_x, column) => cellText(pageRows(cells.get(`${row} ${column}`) ?? []))),
    );
  return { table: withoutEmpty(table), baseline: top, end: bottom };
}

const lastIndexUpTo = (values: readonly number[], limit: number) =>
  Math.min(
    Math.max(
      0,
      values.findLastIndex((value) => value <= limit),
    ),
    values.length - 2,
  );

const cellText = (rows: readonly PageRow[]) => rows.map(textOf);

function withoutEmpty(table: readonly (readonly (readonly string[])[])[]): (readonly string[])[][] {
  const used = (table[0] ?? []).map((_, column) => table.some((row) => (row[column]?.length ?? 0) > 0));
  return table
    .filter((row) => row.some((cell) => cell.length > 0))
    .map((row) => row.filter((_, column) => used[column]));
}

/** Groups connected lines into grids. A grid has at least two columns and one row. */
function gridsOf(rules: readonly PageBox[]): Grid[] {
  const groups: PageBox[][] = [];
  let open = [...rules];
  while (open.length > 0) {
    const group = [open[0] as PageBox];
    open = open.slice(1);
    for (let at = 0; at < group.length; at += 1) {
      const rule = group[at] as PageBox;
      group.push(...open.filter((other) => touches(rule, other)));
      open = open.filter((other) => !touches(rule, other));
    }
    groups.push(group);
  }
  return groups.flatMap((group) => gridOf(group) ?? []);
}

const touches = (a: PageBox, b: PageBox) =>
  a.left - near < b.right && b.left - near < a.right && a.bottom - near < b.top && b.bottom - near < a.top;

function gridOf(group: readonly PageBox[]): Grid | undefined {
  const box = {
    left: Math.min(...group.map(({ left }) => left)),
    right: Math.max(...group.map(({ right }) => right)),
    bottom: Math.min(...group.map(({ bottom }) => bottom)),
    top: Math.max(...group.map(({ top }) => top)),
  };
  const upright = group.filter((rule) => rule.top - rule.bottom > rule.right - rule.left);
  const lying = group.filter((rule) => rule.top - rule.bottom <= rule.right - rule.left);
  const xs = distinct([box.left, ...upright.map(({ left, right }) => (left + right) / 2), box.right]);
  const ys = distinct([box.bottom, ...lying.map(({ bottom, top }) => (bottom + top) / 2), box.top]).reverse();
  const isTable = upright.length > 0 && lying.length > 0 && xs.length >= 3 && ys.length >= 2;
  return isTable ? { ...box, xs, ys } : undefined;
}

/** Returns the values in ascending order. Values that are close to each other are merged. */
function distinct(values: readonly number[]): number[] {
  const found: number[] = [];
  for (const value of values.toSorted((a, b) => a - b))
    if (value - (found.at(-1) ?? Number.NEGATIVE_INFINITY) > near) found.push(value);
  return found;
}
