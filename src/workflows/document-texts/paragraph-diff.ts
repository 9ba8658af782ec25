import {
  inMark as asMark,
  balanced,
  type MarkedRun,
  partOfMarked,
  runsOf,
  textOfRuns,
} from '../../contract/features/documents/document-marks.ts';
import { eachInTurns } from '../../util/give-way.ts';
import { gapsBetween } from './gaps-between.ts';

/** A paragraph that differs between two versions of a document. */
export interface TextChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  /** For changed paragraphs, the new text with the changed words in marks. */
  readonly text: string;
  /** Index of the paragraph in the second version; for a removed paragraph, in the first version. */
  readonly at: number;
}

interface ChangeMarks {
  readonly went: string;
  readonly came: string;
}

const changeMarks: ChangeMarks = { went: '-', came: '+' };
/** Marks for documents that already contain tracked changes. */
export const changeMarksBesideTracked: ChangeMarks = { went: 'was', came: 'now' };

/** Minimum similarity of two versions of the same paragraph. */
const leastAlike = 0.4;
/** Number of added paragraphs, after the previous pair, in which the new version of a removed one is searched for. */
const lookAhead = 50;
/** Minimum length of a moved paragraph, because shorter ones occur in many places. */
const fewestToMove = 20;

interface Paragraph {
  readonly text: string;
  readonly at: number;
}

export async function compareParagraphs(
  before: readonly string[],
  after: readonly string[],
  marks: ChangeMarks = changeMarks,
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
    for (const one of await paired(stayed(removed), stayed(added), marks)) changes.push(one);
    for (const one of added) if (isMoved(one)) changes.push({ kind: 'moved', ...one });
  }
  return [...changes, ...movedWithinTables(placed)];
}

interface Gap {
  readonly removed: readonly Paragraph[];
  readonly added: readonly Paragraph[];
}

/** Returns paragraphs that moved to another table row or out of the table. Rows themselves are reported as changed. */
function movedWithinTables(gaps: readonly Gap[]): TextChange[] {
  const rows = (side: 'removed' | 'added') =>
    gaps.flatMap((gap) => gap[side]).map((one) => ({ ...one, lines: linesOf(one.text) }));
  const [before, after] = [rows('removed'), rows('added')];
  const count = (all: readonly { readonly lines: readonly string[] }[]) => {
    const counts = new Map<string, number>();
    for (const line of all.flatMap(({ lines }) => lines)) counts.set(line, (counts.get(line) ?? 0) + 1);
    return counts;
  };
  const [gone, come] = [count(before), count(after)];
  const home = new Map(before.flatMap((one) => one.lines.map((line) => [line, one] as const)));
  return after.flatMap(({ lines, text, at }) =>
    lines.flatMap((line): TextChange[] => {
      const from = home.get(line);
      const isOne = gone.get(line) === 1 && come.get(line) === 1 && isLong(line);
      // Skip a row that kept the paragraph or moved as a whole, because it is already reported.
      if (!isOne || from === undefined || plain(from.text) === plain(text)) return [];
      const isTable = isRow(text) || isRow(from.text);
      return isTable && sharedLines(from.lines, lines) === 1 ? [{ kind: 'moved', text: line, at }] : [];
    }),
  );
}

const isRow = (text: string) => text.trimStart().startsWith('|');
/** Returns the lines in the cells of a table row; for other text, the paragraph itself. */
const linesOf = (text: string): string[] =>
  isRow(text)
    ? // A mark may span several lines of a cell.
      balanced(text.split(/(?<!\\)\||<br>/u))
        .map(plain)
        .filter((line) => line !== '')
    : [plain(text)];
const sharedLines = (some: readonly string[], others: readonly string[]) =>
  new Set(some.filter((line) => others.includes(line))).size;

const paragraphs = (all: readonly string[], from: number, to: number): Paragraph[] =>
  all.slice(from, to).map((text, index) => ({ text, at: from + index }));

/** Normalizes white space, because readers do not notice differences in it. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
const isLong = (text: string) => text.length >= fewestToMove;

/** Pairs each removed paragraph with the most similar added paragraph after the previous pair. */
async function paired(
  removed: readonly Paragraph[],
  added: readonly Paragraph[],
  marks: ChangeMarks,
): Promise<TextChange[]> {
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
    // Store the old text here until the words have been compared.
    changes.push({ kind: 'changed', text: one.text, at: now.at });
    next += 1;
  });
  addUpTo(added.length);
  const nowAt = new Map(added.map(({ text, at }) => [at, text]));
  const marking = changes.map(async (one) =>
    one.kind === 'changed' ? { ...one, text: await marked(one.text, nowAt.get(one.at) ?? '', marks) } : one,
  );
  return Promise.all(marking);
}

/** A word with its marks. The same word with other marks counts as different. */
interface Word extends MarkedRun {
  readonly key: string;
}

const wordsOf = (text: string): readonly Word[] =>
  runsOf(text).flatMap(({ marks, text: own }) => {
    const labels = marks.map(({ label }) => label).join('\n');
    const found = own === '' ? [''] : (own.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}\s]|\s+/gu) ?? []);
    return found.map((word) => ({ marks, text: word, key: `${labels}\n${word}` }));
  });
const keysOf = (all: readonly Word[]) => all.map(({ key }) => key);
const wordSet = (text: string): ReadonlySet<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 500));

function likeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let common = 0;
  for (const word of left) if (right.has(word)) common += 1;
  return (2 * common) / Math.max(1, left.size + right.size);
}

/** Number of unchanged characters that are shown on each side of a change. */
const shownAround = 80;

/** Returns the new paragraph with removed and added words in marks. */
async function marked(before: string, after: string, marks: ChangeMarks): Promise<string> {
  const [left, right] = [wordsOf(before), wordsOf(after)];
  let text = '';
  let at = 0;
  for (const [fromA, toA, fromB, toB] of await gapsBetween(keysOf(left), keysOf(right))) {
    text += shortened(textOfRuns(right.slice(at, fromB)), at > 0, true);
    const [went, came] = [textOfRuns(left.slice(fromA, toA)), textOfRuns(right.slice(fromB, toB))];
    if (went.trim() !== '') text += asMark(marks.went, went);
    text += came.trim() === '' ? came : asMark(marks.came, came);
    at = toB;
  }
  return text + shortened(textOfRuns(right.slice(at)), true, false);
}

/** Shortens unchanged text to the parts next to a change. */
function shortened(text: string, follows: boolean, leads: boolean): string {
  const longest = shownAround * (Number(follows) + Number(leads));
  if (text.length <= longest + 10) return text;
  const begin = follows ? partOfMarked(text, 0, shownAround) : '';
  return `${begin} … ${leads ? partOfMarked(text, text.length - shownAround) : ''}`;
}
