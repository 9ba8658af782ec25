import { eachInTurns, nextTurn } from '../../util/give-way.ts';

/** How a paragraph of one text stands to the other text. */
export interface TextChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  /** Of what changed with the words that did: `[-before-][+after+]`. */
  readonly text: string;
  /** Its place in the second text; of what was removed, in the first. */
  readonly at: number;
}

/** More are compared as one: it would take too long. */
const maxCells = 250_000;
/** Paragraphs with so much in common are one that was changed. */
const leastAlike = 0.4;
/** Among so many that follow the one is looked for that a paragraph has become. */
const lookAhead = 50;
/** Shorter ones stand in many places. */
const fewestToMove = 20;

interface Paragraph {
  readonly text: string;
  readonly at: number;
}

/** What differs, in the order of the texts: paragraphs, and within those that changed the words. */
export async function compareParagraphs(
  before: readonly string[],
  after: readonly string[],
): Promise<readonly TextChange[]> {
  const gaps = await gapsBetween(before.map(plain), after.map(plain));
  const placed = gaps.map(([fromA, toA, fromB, toB]) => ({
    removed: paragraphs(before, fromA, toA),
    added: paragraphs(after, fromB, toB),
  }));
  const keys = (side: 'removed' | 'added') =>
    new Set(placed.flatMap((gap) => gap[side].map(({ text }) => plain(text))).filter(isLong));
  const [gone, come] = [keys('removed'), keys('added')];
  const isMoved = ({ text }: Paragraph) => gone.has(plain(text)) && come.has(plain(text));
  const changes: TextChange[] = [];
  for (const { removed, added } of placed) {
    const stayed = (all: readonly Paragraph[]) => all.filter((one) => !isMoved(one));
    for (const one of await paired(stayed(removed), stayed(added))) changes.push(one);
    for (const one of added) if (isMoved(one)) changes.push({ kind: 'moved', ...one });
  }
  return changes;
}

const paragraphs = (all: readonly string[], from: number, to: number): Paragraph[] =>
  all.slice(from, to).map((text, index) => ({ text, at: from + index }));

/** What people do not see between two texts is no difference. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
const isLong = (text: string) => text.length >= fewestToMove;

/** Each removed paragraph with the added one most like it that follows the last one taken. */
async function paired(removed: readonly Paragraph[], added: readonly Paragraph[]): Promise<TextChange[]> {
  const changes: TextChange[] = [];
  const words = added.map(({ text }) => wordSet(text));
  let next = 0;
  const addUpTo = (end: number) => {
    for (const one of added.slice(next, end)) changes.push({ kind: 'added', ...one });
    next = Math.max(next, end);
  };
  await eachInTurns(removed, (one) => {
    const own = wordSet(one.text);
    const scores = words.slice(next, next + lookAhead).map((other) => likeness(own, other));
    const best = Math.max(leastAlike, ...scores);
    const found = scores.indexOf(best);
    if (found === -1) {
      changes.push({ kind: 'removed', ...one });
      return;
    }
    addUpTo(next + found);
    const now = added[next] as Paragraph;
    // What it was stands there until the words are compared.
    changes.push({ kind: 'changed', text: one.text, at: now.at });
    next += 1;
  });
  addUpTo(added.length);
  const nowAt = new Map(added.map(({ text, at }) => [at, text]));
  const marking = changes.map(async (one) =>
    one.kind === 'changed' ? { ...one, text: await marked(one.text, nowAt.get(one.at) ?? '') } : one,
  );
  return Promise.all(marking);
}

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}\s]|\s+/gu) ?? [];
const wordSet = (text: string): ReadonlySet<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 500));

function likeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let common = 0;
  for (const word of left) if (right.has(word)) common += 1;
  return (2 * common) / Math.max(1, left.size + right.size);
}

/** Of words that stayed so many characters are shown on each side of what changed. */
const shownAround = 80;

/** The paragraph as it is now, with what went as `[-…-]` and what came as `[+…+]`. */
async function marked(before: string, after: string): Promise<string> {
  const [left, right] = [wordsOf(before), wordsOf(after)];
  let text = '';
  let at = 0;
  for (const [fromA, toA, fromB, toB] of await gapsBetween(left, right)) {
    text += shortened(right.slice(at, fromB).join(''), at > 0, true);
    const [went, came] = [left.slice(fromA, toA).join(''), right.slice(fromB, toB).join('')];
    if (went.trim() !== '') text += `[-${went}-]`;
    text += came.trim() === '' ? came : `[+${came}+]`;
    at = toB;
  }
  return text + shortened(right.slice(at).join(''), true, false);
}

/** What stayed, as far as it is near to what did not. */
function shortened(text: string, follows: boolean, leads: boolean): string {
  const longest = shownAround * (Number(follows) + Number(leads));
  if (text.length <= longest + 10) return text;
  const begin = follows ? text.slice(0, shownAround) : '';
  return `${begin} … ${leads ? text.slice(-shownAround) : ''}`;
}

type Range = readonly [fromA: number, toA: number, fromB: number, toB: number];

/**
 * The runs in which two lists differ. What stands once in both of them keeps the lists together, the longest row of such
 * first; between those a table of common items tells, as far as it is small enough.
 */
async function gapsBetween(a: readonly string[], b: readonly string[]): Promise<Range[]> {
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

/** Places in both of what is the same. */
type Pair = readonly [atA: number, atB: number];

/** What is left of a range without that which both begin and end with. @param pairs gets that */
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

/** What stands once in each of both, as the longest row that rises in both. */
function anchorsIn(a: readonly string[], b: readonly string[], [fromA, toA, fromB, toB]: Range): Pair[] {
  const placesA = uniqueIn(a, fromA, toA);
  const placesB = uniqueIn(b, fromB, toB);
  const both = [...placesA].flatMap(([key, atA]): Pair[] => {
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

/** The longest common row; nothing where the table for it would be too large. */
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
