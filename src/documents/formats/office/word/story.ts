import type { Relation } from '../package.ts';
import type { PageSize } from './boxes.ts';
import type { Numbering } from './numbering.ts';
import type { Styles } from './styles.ts';

/** What was met, for the notes. */
export interface Tally {
  insertions: number;
  deletions: number;
  readonly authors: Set<string>;
  comments: number;
  hidden: number;
  struck: number;
  pictures: number;
  symbols: number;
  /** Rows of tables with merged cells. */
  merged: number;
}

/** What a paragraph needs to know of the document around it. */
export interface Story {
  readonly styles: Styles;
  readonly numbering: Numbering;
  /** Of the part that is read. */
  readonly relations: ReadonlyMap<string, Relation>;
  readonly tally: Tally;
  /** What stands in a footnote, endnote or comment, behind what it belongs to. */
  aside(kind: 'footnote' | 'endnote' | 'comment', id: string): string;
  /** Fields that are open: they may end paragraphs later. */
  readonly fields: OpenField[];
  /** How much of a text there is still room for: what is referred to twice must not come twice without end. */
  take(text: string): string;
  /** The colour of its pages, or of the box that is read, where it is not white. */
  background: string | undefined;
  /** Nobody sees the box that is read. */
  readonly isHidden?: boolean;
  /** What was done to the letters that the box hangs on. */
  readonly change?: '+' | '-' | undefined;
  page(): PageSize;
  /** The words of a chart. @param id of what the part that is read refers to */
  chart(id: string): readonly string[];
}

/** Letters that are worked out: what says how, then what came of it. */
export interface OpenField {
  instruction: string;
  /** What came of it was last worked out when the file was saved. */
  hasResult: boolean;
  result: string;
  /** A box to tick or a list to choose from, as it stands. */
  readonly choice: string | undefined;
}

export const newTally = (): Tally => ({
  insertions: 0,
  deletions: 0,
  authors: new Set(),
  comments: 0,
  hidden: 0,
  struck: 0,
  pictures: 0,
  symbols: 0,
  merged: 0,
});
