import { balanced, partOfMarked } from '../contract/features/documents/document-marks.ts';
import type { DocumentPart, DocumentRange } from '../contract/features/documents/document-reader.ts';
import type { Worded } from '../contract/language.ts';
import { worded } from '../contract/worded.ts';
import type { FormatContent, FormatRequest, ReadingLimits } from './format.ts';
import { lineGroups } from './line-groups.ts';
import { fileMessages } from './notes/messages.ts';

/** Collects the lines of a document into pages, sheets or slides. */
export interface PartsWriter {
  /** Adds a line. Lines beyond the character limit are dropped, and a note reports this. */
  line(text: string): void;
  /** Adds a line before all others. */
  first(text: string): void;
  /** Checks whether further lines would be dropped. */
  isFull(): boolean;
  next(label?: string): void;
  /** Sets the label of the current part. Needed for the first part, which begins without `next`. */
  name(label: string | undefined): void;
  count(): number;
  finish(unit: FormatContent['unit']): Required<Pick<FormatContent, 'unit' | 'total' | 'parts' | 'notes'>>;
}

interface Growing {
  readonly label?: string;
  readonly lines: string[];
}

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
      // The page limit does not apply to documents without pages.
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

/** Splits a document without pages into parts. Returns one empty part if the document has no text. */
function cutIntoParts(parts: readonly Growing[]): Growing[] {
  const texts = balanced(lineGroups(linesOf(parts)));
  return (texts.length > 0 ? texts : ['']).map((text) => ({ lines: [text] }));
}

function* linesOf(parts: readonly Growing[]): Generator<string> {
  for (const { lines } of parts) yield* lines;
}
