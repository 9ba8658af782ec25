import type { Relation } from '../package.ts';
import { createTrackedChanges, type TrackedChange, type TrackedChanges } from '../tracked-changes.ts';
import type { PageSize } from './boxes.ts';
import type { Numbering } from './numbering.ts';
import type { Styles } from './styles.ts';

export interface ContentCounters {
  readonly tracked: TrackedChanges;
  comments: number;
  hidden: number;
  struck: number;
  pictures: number;
  symbols: number;
  /** Table rows with merged cells. */
  merged: number;
}

/** A text flow, with the data that is needed to read its paragraphs. */
export interface Story {
  readonly styles: Styles;
  readonly numbering: Numbering;
  readonly relations: ReadonlyMap<string, Relation>;
  readonly counters: ContentCounters;
  annotation(kind: 'footnote' | 'endnote' | 'comment', id: string): string;
  /** Open fields. A field may end in a later paragraph. */
  readonly fields: OpenField[];
  /**
   * Returns the part of a string that fits in the remaining character limit. Without the limit, a hostile file could
   * produce endless output by referring to the same text many times.
   */
  take(text: string): string;
  /** Colour of the pages or of the current box. Undefined for white. */
  background: string | undefined;
  /** Whether the current box is hidden. */
  readonly isHidden?: boolean;
  /** Tracked change of the text to which the current box is anchored. */
  readonly change?: TrackedChange | undefined;
  page(): PageSize;
  /** Returns the texts of a chart. @param id id of a relationship of the current part */
  chart(id: string): readonly string[];
}

/** A field, which consists of an instruction and a result. */
export interface OpenField {
  instruction: string;
  /** Whether the result has begun. The result was saved with the file. */
  hasResult: boolean;
  result: string;
  /** State of a check box or drop-down list. */
  readonly choice: string | undefined;
}

export const newContentCounters = (): ContentCounters => ({
  tracked: createTrackedChanges(),
  comments: 0,
  hidden: 0,
  struck: 0,
  pictures: 0,
  symbols: 0,
  merged: 0,
});
