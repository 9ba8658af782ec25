import { tableRow } from '../table-row.ts';
import { createSegments, type Marks } from '../word/segments.ts';

/** A separate text flow, such as the document, a footnote or a header. */
export interface RtfFlow {
  text(text: string, marks: Marks): void;
  annotation(text: string): void;
  /** Ends a paragraph. @param heading level, starting at 1; 0 for no heading */
  paragraph(heading: number, isInTable: boolean): void;
  cell(isNested: boolean): void;
  row(merges: readonly RtfMerge[], isNested: boolean): void;
  page(): void;
  /** Writes the text after the last end of a paragraph or cell. */
  finish(): void;
}

/** Whether a cell is merged, and with which neighbouring cell. */
export type RtfMerge = 'none' | 'left' | 'above';

export interface RtfOutput {
  line(text: string): void;
  page(): void;
}

export function createFlow(take: (text: string) => string, output: RtfOutput): RtfFlow {
  let segments = createSegments(take);
  let lines: string[] = [];
  let cells: string[][] = [];
  let nested: string[] = [];
  const ended = (heading: number): string => {
    const text = segments
      .finish()
      .filter((line) => typeof line === 'string')
      .join('\n');
    segments = createSegments(take);
    return heading > 0 && text.trim() !== ''
      ? `${'#'.repeat(Math.min(heading, 6))} ${text.trim()}`
      : text.trimEnd();
  };
  return {
    text: (text, marks) => segments.text(text, marks),
    annotation: (text) => segments.annotation(text),
    paragraph(heading, isInTable) {
      const text = ended(heading);
      if (isInTable) lines.push(text);
      else output.line(text);
    },
    cell(isNested) {
      const all = [...lines, ended(0)];
      lines = [];
      if (isNested) nested.push(all.filter((line) => line.trim() !== '').join(' '));
      else cells.push(all);
    },
    row(merges, isNested) {
      if (isNested) {
        lines.push(`(${nested.join(' ; ')})`);
        nested = [];
        return;
      }
      const shown = cells.map((cell, index) => ({
        lines: merges[index] === 'left' ? ['←'] : cell,
        span: 1,
        isContinued: merges[index] === 'above',
      }));
      cells = [];
      if (shown.length > 0) output.line(tableRow(shown));
    },
    page: () => output.page(),
    finish() {
      if (cells.length > 0) this.row([], false);
      const rest = [...lines, ended(0)].filter((line) => line.trim() !== '');
      lines = [];
      for (const line of rest) output.line(line);
    },
  };
}
