import { InvalidArgumentsError } from '../../contract/errors.ts';
import { balanced } from '../../contract/features/documents/document-marks.ts';
import type {
  DocumentContent,
  DocumentPart,
  DocumentRange,
} from '../../contract/features/documents/document-reader.ts';
import { wholeAt } from '../../json/cut-text.ts';

/** A chunk of a document: a part such as `3`, or a piece of a part that is too long for one answer, such as `3.2`. */
export interface TextChunk {
  readonly part: DocumentPart;
  /** Number of the piece in its part, starting at 1. */
  readonly piece: number;
  readonly pieces: number;
  readonly text: string;
}

/** First and last requested place. A place without a piece number means all pieces of its page. */
export interface Span {
  readonly from: Place;
  readonly to: Place;
}
type Place = readonly [page: number, piece: number | undefined];

const span = /^(\d{1,7})(?:\.(\d{1,7}))?(?:(-)(?:(\d{1,7})(?:\.(\d{1,7}))?)?)?$/;
const last = Number.MAX_SAFE_INTEGER;

/** Parses an argument such as `3`, `2-5`, `1,4`, `7-` or `3.2`. @throws InvalidArgumentsError */
export function readPages(pages: string): readonly Span[] {
  const spans = pages
    .replace(/[–—]/g, '-')
    .replace(/\s+/g, '')
    .split(/[,;]/)
    .filter((part) => part !== '')
    .map((part) => {
      const [, from, piece, dash, to, toPiece] = span.exec(part) ?? [];
      const first: Place = [Number(from), piece === undefined ? undefined : Number(piece)];
      const end: Place =
        dash === undefined
          ? first
          : [to === undefined ? last : Number(to), toPiece === undefined ? undefined : Number(toPiece)];
      if (from === undefined || first[0] < 1 || end[0] < first[0])
        throw new InvalidArgumentsError(
          `pages: ${JSON.stringify(pages.slice(0, 40))} should look like '3', '2-5', '1,4' or '7-'.`,
        );
      return { from: first, to: end };
    });
  if (spans.length === 0)
    throw new InvalidArgumentsError('pages: contains no page number. Pass, for example, 3 or 2-5.');
  return spans;
}

/** Number of pages that are read for a range without an end. */
const openPages = 50;

/** Returns the range from the first to the last requested part. */
export const rangeOf = (spans: readonly Span[]): DocumentRange => ({
  from: Math.min(...spans.map(({ from }) => from[0])),
  to: Math.max(...spans.map(({ from, to }) => (to[0] === last ? from[0] + openPages : to[0]))),
});

/** Returns the first requested page numbers, at most `most`. */
export function numbersOf(spans: readonly Span[], most: number): number[] {
  const numbers = new Set<number>();
  for (const { from, to } of spans)
    for (let page = from[0]; page <= to[0] && numbers.size < most; page += 1) numbers.add(page);
  return [...numbers];
}

const isIn = ({ part: { number }, piece }: TextChunk, { from, to }: Span) =>
  number >= from[0] &&
  number <= to[0] &&
  (number > from[0] || piece >= (from[1] ?? 0)) &&
  (number < to[0] || piece <= (to[1] ?? last));

/** Returns the requested chunks; without spans, all of them. */
export const chosen = (
  chunks: readonly TextChunk[],
  spans: readonly Span[] | undefined,
): readonly TextChunk[] =>
  spans === undefined ? chunks : chunks.filter((one) => spans.some((asked) => isIn(one, asked)));

/** Returns the value of `pages` that requests a chunk. */
export const placeOf = ({ part: { number }, piece, pieces }: TextChunk): string =>
  pieces === 1 ? `${number}` : `${number}.${piece}`;

/**
 * Splits a document into chunks.
 * @param longest maximum length of a chunk in characters, so that it fits in an answer
 */
export const chunksOf = (content: DocumentContent, longest: number): readonly TextChunk[] =>
  content.parts.flatMap((part) => {
    const texts = cut(part.text, longest);
    return texts.map((text, index) => ({ part, piece: index + 1, pieces: texts.length, text }));
  });

/**
 * Splits text into pieces. A piece ends after a line, otherwise after a word, unless it would be shorter than half of
 * the maximum length. If there is no such place, it ends at the maximum length.
 */
function cut(text: string, longest: number): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > longest) {
    const end = start + longest;
    const least = start + Math.floor(longest / 2);
    const place = [text.lastIndexOf('\n', end), text.lastIndexOf(' ', end)].find((one) => one > least);
    const next = place === undefined ? wholeAt(text, end) : place + 1;
    pieces.push(text.slice(start, next).trimEnd());
    start = next;
  }
  return balanced([...pieces, text.slice(start)]);
}
