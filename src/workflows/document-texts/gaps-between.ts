import { nextTurn } from '../../util/give-way.ts';

/**
 * Maximum number of cells in the table of common items. A larger table would take too long, so the range counts as
 * completely different.
 */
const maxCells = 250_000;

type Range = readonly [fromA: number, toA: number, fromB: number, toB: number];

/**
 * Returns the ranges in which two lists differ. First aligns the lists by the items that are unique in both, as the
 * longest increasing subsequence. Then compares the ranges between these items with a table of common items, if it is
 * small enough.
 */
export async function gapsBetween(a: readonly string[], b: readonly string[]): Promise<Range[]> {
  const pairs: Pair[] = [];
  const work: Range[] = [[0, a.length, 0, b.length]];
  for (let range = work.pop(); range; range = work.pop()) {
    const inner = withoutEnds(a, b, range, pairs);
    const [fromA, toA, fromB, toB] = inner;
    if (fromA === toA || fromB === toB) continue;
    await nextTurn();
    const anchors = anchorsIn(a, b, inner);
    if (anchors.length === 0) {
      for (const pair of commonIn(a, b, inner)) pairs.push(pair);
      continue;
    }
    let [startA, startB] = [fromA, fromB];
    for (const [atA, atB] of [...anchors, [toA, toB] as const]) {
      if (atA < toA) pairs.push([atA, atB]);
      work.push([startA, atA, startB, atB]);
      [startA, startB] = [atA + 1, atB + 1];
    }
  }
  pairs.sort(([one], [other]) => one - other);
  const gaps: Range[] = [];
  let [atA, atB] = [0, 0];
  for (const [nextA, nextB] of [...pairs, [a.length, b.length] as const]) {
    if (nextA > atA || nextB > atB) gaps.push([atA, nextA, atB, nextB]);
    [atA, atB] = [nextA + 1, nextB + 1];
  }
  return gaps;
}

/** Positions of an equal item in both lists. */
type Pair = readonly [atA: number, atB: number];

/** Removes the common beginning and end of a range. @param pairs receives the removed positions */
function withoutEnds(
  a: readonly string[],
  b: readonly string[],
  [fromA, toA, fromB, toB]: Range,
  pairs: Pair[],
): Range {
  const most = Math.min(toA - fromA, toB - fromB);
  let begin = 0;
  while (begin < most && a[fromA + begin] === b[fromB + begin]) {
    pairs.push([fromA + begin, fromB + begin]);
    begin += 1;
  }
  let end = 0;
  while (end < most - begin && a[toA - 1 - end] === b[toB - 1 - end]) {
    pairs.push([toA - 1 - end, toB - 1 - end]);
    end += 1;
  }
  return [fromA + begin, toA - end, fromB + begin, toB - end];
}

/** Returns the items that are unique in both lists, reduced to the longest increasing subsequence. */
function anchorsIn(a: readonly string[], b: readonly string[], [fromA, toA, fromB, toB]: Range): Pair[] {
  const placesA = uniqueIn(a, fromA, toA);
  const placesB = uniqueIn(b, fromB, toB);
  const both = [...placesA].flatMap(([key, atA]): Pair[] => {
    const atB = placesB.get(key);
    return atA < 0 || atB === undefined || atB < 0 ? [] : [[atA, atB]];
  });
  return longestRising(both.sort(([one], [other]) => one - other));
}

/** Returns the positions of unique items; -1 for repeated ones. */
function uniqueIn(all: readonly string[], from: number, to: number): Map<string, number> {
  const places = new Map<string, number>();
  for (let at = from; at < to; at += 1) {
    const key = all[at] as string;
    places.set(key, places.has(key) ? -1 : at);
  }
  return places;
}

function longestRising(pairs: readonly Pair[]): Pair[] {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, [, value]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] as number] as Pair)[1] < value) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? (ends[low - 1] as number) : -1;
    ends[low] = index;
  }
  const row: Pair[] = [];
  for (let index = ends.at(-1) ?? -1; index !== -1; index = before[index] as number) {
    const [atA, atB] = pairs[index] as Pair;
    row.push([atA, atB]);
  }
  return row.reverse();
}

/** Returns the longest common subsequence. Returns none if its table would be too large. */
function commonIn(a: readonly string[], b: readonly string[], [fromA, toA, fromB, toB]: Range): Pair[] {
  const [rows, columns] = [toA - fromA, toB - fromB];
  if (rows * columns > maxCells) return [];
  const width = columns + 1;
  const lengths = new Uint16Array((rows + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] as number;
  for (let row = rows - 1; row >= 0; row -= 1)
    for (let column = columns - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        a[fromA + row] === b[fromB + column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const pairs: Pair[] = [];
  for (let [row, column] = [0, 0]; row < rows && column < columns; ) {
    if (a[fromA + row] === b[fromB + column]) {
      pairs.push([fromA + row, fromB + column]);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}
