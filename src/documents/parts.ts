import { balanced, partOfMarked } from '../contract/features/document-marks.ts';
import type { DocumentPart, DocumentRange } from '../contract/features/document-reader.ts';
import type { Worded } from '../contract/language.ts';
import { worded } from '../contract/worded.ts';
import type { FormatContent, FormatRequest, ReadingLimits } from './format.ts';
import { lineGroups } from './line-groups.ts';
import { fileMessages } from './notes/messages.ts';

/** The lines of a document, divided into pages, sheets or slides as they are written. */
export interface PartsWriter {
  /** Once the bounds are reached, lines are left out, and a note says so. */
  line(text: string): void;
  /** A line before all others. */
  first(text: string): void;
  /** Nothing that is written from here on is kept. */
  isFull(): boolean;
  /** What is written from here on belongs to another part. */
  next(label?: string): void;
  /** Names the part that is written: the first, which nobody begins. */
  name(label: string | undefined): void;
  /** How many parts were begun. */
  count(): number;
  finish(unit: FormatContent['unit']): Required<Pick<FormatContent, 'unit' | 'total' | 'parts' | 'notes'>>;
}

interface Growing {
  readonly label?: string;
  readonly lines: string[];
}

/** @param range the parts that are wanted */
export function createParts({ range, limits }: Pick<FormatRequest, 'range' | 'limits'>): PartsWriter {
  let left = limits.characters;
  let parts: Growing[] = [{ lines: [] }];
  return {
    line(text) {
      if (left > 0) parts.at(-1)?.lines.push(partOfMarked(text, 0, left));
      left -= text.length + 1;
    },
    first: (text) => void parts[0]?.lines.unshift(text),
    isFull: () => left <= 0,
    next: (label) => void parts.push({ lines: [], ...(label !== undefined && { label }) }),
    name(label) {
      const { lines } = parts.pop() ?? { lines: [] };
      parts.push({ lines, ...(label !== undefined && { label }) });
    },
    count: () => parts.length,
    finish(unit) {
      const isText = unit === 'part';
      if (isText) parts = cutIntoParts(parts);
      // A text is bounded by its characters alone.
      const bounds = isText ? { ...limits, pages: Number.POSITIVE_INFINITY } : limits;
      return {
        unit,
        total: parts.length,
        parts: wanted(parts, range, bounds),
        notes: [
          ...cutNotes(parts, left, bounds),
          ...(isText && parts[0]?.lines[0] === '' ? [fileMessages.noWords] : []),
        ],
      };
    },
  };
}

function cutNotes(parts: readonly Growing[], left: number, { pages, characters }: ReadingLimits): Worded[] {
  return [
    ...(left < 0 ? [worded(fileMessages.tooLong, { characters })] : []),
    ...(parts.length > pages ? [worded(fileMessages.tooManyParts, { total: parts.length, pages })] : []),
  ];
}

function wanted(
  parts: readonly Growing[],
  range: DocumentRange | undefined,
  { pages }: ReadingLimits,
): DocumentPart[] {
  const { from, to } = range ?? { from: 1, to: parts.length };
  return parts.slice(from - 1, Math.min(to, pages)).map(({ lines, label }, index) => ({
    number: from + index,
    ...(label !== undefined && { label }),
    text: lines.join('\n').trimEnd(),
  }));
}

/** A text without pages has always one part. */
function cutIntoParts(parts: readonly Growing[]): Growing[] {
  const texts = balanced(lineGroups(linesOf(parts)));
  return (texts.length > 0 ? texts : ['']).map((text) => ({ lines: [text] }));
}

function* linesOf(parts: readonly Growing[]): Generator<string> {
  for (const { lines } of parts) yield* lines;
}
