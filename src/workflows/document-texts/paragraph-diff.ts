import { nextTurn } from '../../util/give-way.ts';

/** How a paragraph of one text stands to the other text. */
export type Change =
  | { readonly kind: 'added' | 'removed'; readonly text: string }
  | { readonly kind: 'changed'; readonly text: string }
  | { readonly kind: 'moved'; readonly text: string };

/** More are compared as one: it would take too long. */
const maxCells = 250_000;
/** Paragraphs with so much in common are one that was changed. */
const leastAlike = 0.4;
/** Shorter ones stand in many places. */
const fewestToMove = 20;

/** A run of what one text has in the place of a run of the other. */
interface Gap {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** What differs, in the order of the texts: paragraphs, and within those that changed the words. */
export async function compareParagraphs(
  before: readonly string[],
  after: readonly string[],
): Promise<Change[]> {
  const gaps = await gapsBetween(before, after, plain);
  const gone = new Set(gaps.flatMap(({ removed }) => removed.map(plain)).filter(isLong));
  const come = new Set(gaps.flatMap(({ added }) => added.map(plain)).filter(isLong));
  const isMoved = (text: string) => gone.has(plain(text)) && come.has(plain(text));
  const changes: Change[] = [];
  for (const { removed, added } of gaps) {
    const stayed = removed.filter((text) => !isMoved(text));
    for (const one of await paired(
      stayed,
      added.filter((text) => !isMoved(text)),
    ))
      changes.push(one);
    for (const text of added) if (isMoved(text)) changes.push({ kind: 'moved', text });
  }
  return changes;
}

/** What people do not see between two texts is no difference. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
const isLong = (text: string) => text.length >= fewestToMove;

/** Each removed paragraph with the added one most like it that follows the last one taken. */
async function paired(removed: readonly string[], added: readonly string[]): Promise<Change[]> {
  const changes: Change[] = [];
  const own = added.map(wordSet);
  let next = 0;
  for (const text of removed) {
    const words = wordSet(text);
    let best = { at: -1, score: leastAlike };
    // Among all that follow only where they are few.
    const end = Math.min(added.length, next + 50);
    for (let at = next; at < end; at += 1) {
      const score = likeness(words, own[at] as ReadonlySet<string>);
      if (score > best.score) best = { at, score };
    }
    if (best.at === -1) {
      changes.push({ kind: 'removed', text });
      continue;
    }
    for (; next < best.at; next += 1) changes.push({ kind: 'added', text: added[next] as string });
    changes.push({ kind: 'changed', text: await marked(text, added[next] as string) });
    next += 1;
  }
  for (; next < added.length; next += 1) changes.push({ kind: 'added', text: added[next] as string });
  return changes;
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}\s]|\s+/gu) ?? [];
const wordSet = (text: string): ReadonlySet<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 500));

function likeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let common = 0;
  for (const word of left) if (right.has(word)) common += 1;
  return (2 * common) / Math.max(1, left.size + right.size);
}

/** The paragraph as it is now, with what went as `[-…-]` and what came as `[+…+]`. */
async function marked(before: string, after: string): Promise<string> {
  const right = wordsOf(after);
  let text = '';
  let at = 0;
  for (const { removed, added, start } of await gapsBetween(wordsOf(before), right, (word) => word)) {
    text += right.slice(at, start).join('');
    if (removed.join('').trim() !== '') text += `[-${removed.join('')}-]`;
    if (added.join('').trim() !== '') text += `[+${added.join('')}+]`;
    else text += added.join('');
    at = start + added.length;
  }
  return text + right.slice(at).join('');
}

interface PlacedGap extends Gap {
  /** In the second text. */
  readonly start: number;
}

/**
 * The runs in which two lists differ. What stands once in both of them keeps the lists together, the longest row of such
 * first; between those a table of common items tells, as far as it is small enough.
 */
async function gapsBetween(
  left: readonly string[],
  right: readonly string[],
  keyOf: (text: string) => string,
): Promise<PlacedGap[]> {
  const [a, b] = [left.map(keyOf), right.map(keyOf)];
  const gaps: PlacedGap[] = [];
  const pairs: [number, number][] = [];
  const work: [number, number, number, number][] = [[0, a.length, 0, b.length]];
  for (let range = work.pop(); range; range = work.pop()) {
    let [fromA, toA, fromB, toB] = range;
    while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) pairs.push([fromA++, fromB++]);
    while (fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]) pairs.push([--toA, --toB]);
    if (fromA === toA || fromB === toB) continue;
    const anchors = anchorsIn(a, b, [fromA, toA, fromB, toB]);
    if (anchors.length === 0) {
      await nextTurn();
      for (const pair of commonIn(a, b, [fromA, toA, fromB, toB])) pairs.push(pair);
      continue;
    }
    let [startA, startB] = [fromA, fromB];
    for (const [atA, atB] of anchors) {
      pairs.push([atA, atB]);
      work.push([startA, atA, startB, atB]);
      [startA, startB] = [atA + 1, atB + 1];
    }
    work.push([startA, toA, startB, toB]);
  }
  pairs.sort(([one], [other]) => one - other);
  let [atA, atB] = [0, 0];
  for (const [nextA, nextB] of [...pairs, [a.length, b.length] as const]) {
    if (nextA > atA || nextB > atB)
      gaps.push({ removed: left.slice(atA, nextA), added: right.slice(atB, nextB), start: atB });
    [atA, atB] = [nextA + 1, nextB + 1];
  }
  return gaps;
}

type Range = readonly [fromA: number, toA: number, fromB: number, toB: number];

/** What stands once in each of both, as the longest row that rises in both. */
function anchorsIn(
  a: readonly string[],
  b: readonly string[],
  [fromA, toA, fromB, toB]: Range,
): [number, number][] {
  const placesA = uniqueIn(a, fromA, toA);
  const placesB = uniqueIn(b, fromB, toB);
  const both = [...placesA].flatMap(([key, atA]): [number, number][] => {
    const atB = placesB.get(key);
    return atA < 0 || atB === undefined || atB < 0 ? [] : [[atA, atB]];
  });
  return longestRising(both.sort(([one], [other]) => one - other));
}

/** Places of what stands once; -1 for what stands more often. */
function uniqueIn(all: readonly string[], from: number, to: number): Map<string, number> {
  const places = new Map<string, number>();
  for (let at = from; at < to; at += 1) {
    const key = all[at] as string;
    places.set(key, places.has(key) ? -1 : at);
  }
  return places;
}

function longestRising(pairs: readonly (readonly [number, number])[]): [number, number][] {
  const ends: number[] = [];
  const before: number[] = [];
  for (const [index, [, value]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] as number] as readonly [number, number])[1] < value) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? (ends[low - 1] as number) : -1;
    ends[low] = index;
  }
  const row: [number, number][] = [];
  for (let index = ends.at(-1) ?? -1; index !== -1; index = before[index] as number) {
    const [atA, atB] = pairs[index] as readonly [number, number];
    row.unshift([atA, atB]);
  }
  return row;
}

/** The longest common row; nothing where the table for it would be too large. */
function commonIn(
  a: readonly string[],
  b: readonly string[],
  [fromA, toA, fromB, toB]: Range,
): [number, number][] {
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
  const pairs: [number, number][] = [];
  for (let [row, column] = [0, 0]; row < rows && column < columns; ) {
    if (a[fromA + row] === b[fromB + column]) pairs.push([fromA + row++, fromB + column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}
