import { partOfMarked, printed } from '../../contract/features/documents/document-marks.ts';
import { lookAlikeOf } from '../../names/spelling/normalise.ts';
import { stemOf } from '../../names/spelling/stem.ts';
import { eachInTurns } from '../../util/give-way.ts';
import type { TextChunk } from './chunks.ts';

/** Maximum number of characters that a passage shows before and after its matches. */
const around = { before: 160, after: 320 };
/** Maximum distance between matches of one passage, in characters. */
const nearby = 400;
const shownPassages = 6;
/** Maximum number of matches per word and chunk. Further matches are ignored. */
const maxHits = 500;

export interface Passage {
  readonly chunk: TextChunk;
  /** The heading above the passage, if the document has headings. */
  readonly heading: string | undefined;
  readonly text: string;
}

export interface FoundPassages {
  /** The best passages, in document order. */
  readonly passages: readonly Passage[];
  /** Number of passages that contain as many of the words as the best one. */
  readonly total: number;
  /** Number of searched words in each passage. */
  readonly held: number;
  readonly asked: number;
}

interface Hit {
  readonly at: number;
  readonly end: number;
  readonly word: number;
}

interface Window {
  readonly chunk: TextChunk;
  readonly from: number;
  readonly to: number;
  readonly held: number;
  readonly hits: number;
}

/**
 * Finds passages that contain all words close together, whatever their inflection and order. If there are none, finds
 * the passages with the most of these words.
 * @param most maximum number of returned passages
 */
export async function findPassages(
  chunks: readonly TextChunk[],
  query: string,
  most = shownPassages,
): Promise<FoundPassages> {
  const patterns = patternsOf(query);
  const windows: Window[] = [];
  await eachInTurns(chunks, (chunk) => {
    for (const one of windowsIn(chunk, patterns)) windows.push(one);
  });
  const held = Math.max(0, ...windows.map((one) => one.held));
  const best = windows.filter((one) => one.held === held && held * 2 > patterns.length - 1);
  const shown = [...best].sort((left, right) => right.hits - left.hits).slice(0, most);
  return {
    passages: best.filter((one) => shown.includes(one)).map(passageOf),
    total: best.length,
    held,
    asked: patterns.length,
  };
}

/** Words that are ignored, unless the query contains no other words. */
const idle = new Set(
  'a an the of to in on at by for is are and or with from about и в во на по о об от до за из к ко с со у для не что как или про при'.split(
    ' ',
  ),
);

/** Returns patterns for any letter case, inflection, look-alike letter and digit grouping. */
function patternsOf(query: string): RegExp[] {
  const joined = query.toLowerCase().replace(/(?<=\d)[\s.,](?=\d{3}(?!\d))/g, '');
  const words = [...new Set(joined.match(/[\p{L}\p{N}]+/gu) ?? [])];
  const telling = words.filter((word) => !idle.has(word));
  return (telling.length > 0 ? telling : words).slice(0, 12).map(patternOf);
}

/** Returns a pattern that matches each letter or its look-alikes. */
const lettersOf = (word: string) =>
  Array.from(word, (letter) => `[${letter}${letter === 'е' ? 'ё' : ''}${lookAlikeOf(letter) ?? ''}]`).join(
    '',
  );

/** Minimum length of a stem that may have any ending. Shorter stems are the beginning of many other words. */
const fewestForAny = 4;

function patternOf(word: string): RegExp {
  const begin = '(?<![\\p{L}\\p{N}])';
  if (/^\d+$/.test(word)) {
    const digits = Array.from(word, (digit, at) =>
      at > 0 && (word.length - at) % 3 === 0 ? `[\\s.,]?${digit}` : digit,
    );
    return new RegExp(`${begin}${digits.join('')}(?!\\d)`, 'giu');
  }
  const stem = beginningOf(stemOf(word.replaceAll('ё', 'е')));
  const more = stem.length < fewestForAny ? '\\p{L}{0,3}(?!\\p{L})' : '\\p{L}*';
  return new RegExp(`${begin}${lettersOf(stem)}${more}`, 'giu');
}

/** Shortens a stem, because verbs and nouns of a root have different endings. */
const beginningOf = (stem: string) => stem.slice(0, Math.max(Math.min(stem.length, 5), stem.length - 2));

function windowsIn(chunk: TextChunk, patterns: readonly RegExp[]): Window[] {
  const hits = patterns.flatMap((pattern, word) => hitsOf(chunk.text, pattern, word));
  hits.sort((left, right) => left.at - right.at);
  const windows: Window[] = [];
  for (let start = 0; start < hits.length; ) {
    const first = hits[start] as Hit;
    let next = start;
    const words = new Set<number>();
    for (let hit = hits[next]; hit && hit.at - first.at < nearby; hit = hits[next]) {
      words.add(hit.word);
      next += 1;
    }
    const { end } = hits[next - 1] as Hit;
    windows.push({ chunk, from: first.at, to: end, held: words.size, hits: next - start });
    start = next;
  }
  return windows;
}

function hitsOf(text: string, pattern: RegExp, word: number): Hit[] {
  const hits: Hit[] = [];
  for (const { index, 0: found } of text.matchAll(pattern)) {
    hits.push({ at: index, end: index + found.length, word });
    if (hits.length === maxHits) break;
  }
  return hits;
}

/** Extends a passage to the start and end of its line if they are near. */
function passageOf({ chunk, from, to }: Window): Passage {
  const { text } = chunk;
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const isNear = from - lineStart <= around.before;
  const begin = isNear ? lineStart : afterBlank(text, from - around.before);
  const lineEnd = text.indexOf('\n', to) === -1 ? text.length : text.indexOf('\n', to);
  const isWhole = lineEnd - to <= around.after;
  const end = isWhole ? lineEnd : text.lastIndexOf(' ', to + around.after);
  return {
    chunk,
    heading: headingAbove(text, begin),
    text: `${isNear ? '' : '…'}${printed(partOfMarked(text, begin, Math.max(end, to)).trim())}${isWhole ? '' : '…'}`,
  };
}

const afterBlank = (text: string, at: number) => {
  const blank = text.indexOf(' ', at);
  return blank === -1 ? at : blank + 1;
};

function headingAbove(text: string, at: number): string | undefined {
  const mark = text.lastIndexOf('\n#', at - 1);
  const start = mark === -1 ? (text.startsWith('#') && at > 0 ? 0 : undefined) : mark + 1;
  if (start === undefined || start >= at) return undefined;
  const end = text.indexOf('\n', start);
  return partOfMarked(text, start, Math.min(end === -1 ? text.length : end, start + 120));
}
