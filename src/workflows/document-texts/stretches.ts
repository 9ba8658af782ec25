import { InvalidArgumentsError } from '../../contract/errors.ts';
import { balanced } from '../../contract/features/document-marks.ts';
import type {
  DocumentContent,
  DocumentPart,
  DocumentRange,
} from '../../contract/features/document-reader.ts';
import { wholeAt } from '../../json/cut-text.ts';

/** A part of a document, or of a part that is longer than an answer: `3`, `3.2`. */
export interface Stretch {
  readonly part: DocumentPart;
  /** From 1, where the part has several. */
  readonly piece: number;
  readonly pieces: number;
  readonly text: string;
}

/** From and to as asked for; a piece that was not said is all of them. */
export interface Span {
  readonly from: Place;
  readonly to: Place;
}
type Place = readonly [page: number, piece: number | undefined];

const span = /^(\d{1,7})(?:\.(\d{1,7}))?(?:(-)(?:(\d{1,7})(?:\.(\d{1,7}))?)?)?$/;
const last = Number.MAX_SAFE_INTEGER;

/**
 * What was asked for: `3`, `2-5`, `1,4`, `7-`, `3.2`.
 * @throws InvalidArgumentsError
 */
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
          `pages: ${JSON.stringify(pages.slice(0, 40))} should be such as '3', '2-5', '1,4' or '7-'.`,
        );
      return { from: first, to: end };
    });
  if (spans.length === 0)
    throw new InvalidArgumentsError('pages: it names no page; give 3 or 2-5, for example.');
  return spans;
}

/** Of those that go on to an end which nobody said so many are read. */
const openPages = 50;

/** The parts between the first and the last that was asked for. */
export const rangeOf = (spans: readonly Span[]): DocumentRange => ({
  from: Math.min(...spans.map(({ from }) => from[0])),
  to: Math.max(...spans.map(({ from, to }) => (to[0] === last ? from[0] + openPages : to[0]))),
});

/** The first numbers that were asked for. */
export function numbersOf(spans: readonly Span[], most: number): number[] {
  const numbers = new Set<number>();
  for (const { from, to } of spans)
    for (let page = from[0]; page <= to[0] && numbers.size < most; page += 1) numbers.add(page);
  return [...numbers];
}

const isIn = ({ part: { number }, piece }: Stretch, { from, to }: Span) =>
  number >= from[0] &&
  number <= to[0] &&
  (number > from[0] || piece >= (from[1] ?? 0)) &&
  (number < to[0] || piece <= (to[1] ?? last));

/** Those of the stretches that were asked for; all of them without spans. */
export const chosen = (
  stretches: readonly Stretch[],
  spans: readonly Span[] | undefined,
): readonly Stretch[] =>
  spans === undefined ? stretches : stretches.filter((one) => spans.some((asked) => isIn(one, asked)));

/** How a stretch is asked for. */
export const placeOf = ({ part: { number }, piece, pieces }: Stretch): string =>
  pieces === 1 ? `${number}` : `${number}.${piece}`;

/** @param longest characters of one stretch: fewer than an answer has */
export const stretchesOf = (content: DocumentContent, longest: number): readonly Stretch[] =>
  content.parts.flatMap((part) => {
    const texts = cut(part.text, longest);
    return texts.map((text, index) => ({ part, piece: index + 1, pieces: texts.length, text }));
  });

/** Cuts at the end of a line, else of a word. */
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
