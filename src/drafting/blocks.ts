/** A stretch of text that looks the same. */
export interface Run {
  readonly text: string;
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
  readonly isUnderlined?: boolean;
  /** `[[…]]`: somebody has yet to fill it. */
  readonly isPlace?: boolean;
  /** The footnote whose mark stands behind the text. */
  readonly note?: number;
}

/** How paragraphs of a kind look: `styles.ts` says it. */
export type ParagraphKind =
  | 'heading1'
  | 'heading2'
  | 'heading3'
  | 'heading4'
  | 'body'
  | 'item'
  | 'addressee'
  | 'right'
  | 'centre'
  | 'signature';

/** What a list counts by: `bullets`, or the number of a `w:num` of its own. */
export interface ListPlace {
  readonly list: number | 'bullets';
  /** From 0. */
  readonly level: number;
}

export interface DraftParagraph {
  readonly kind: ParagraphKind;
  readonly runs: readonly Run[];
  readonly place?: ListPlace | undefined;
}

export type Alignment = 'left' | 'center' | 'right';

export interface Table {
  readonly kind: 'table';
  readonly hasHead: boolean;
  readonly columns: readonly Alignment[];
  /** Rows of cells of runs; all rows have as many cells. */
  readonly rows: readonly (readonly (readonly Run[])[])[];
}

/** What stands between paragraphs: a line across, or the end of a page. */
export interface Divider {
  readonly kind: 'rule' | 'page break';
}

export type DraftBlock = DraftParagraph | Table | Divider;

export const isTable = (block: DraftBlock): block is Table => block.kind === 'table';
export const isDivider = (block: DraftBlock): block is Divider =>
  block.kind === 'rule' || block.kind === 'page break';

/** A list whose numbers begin anew. */
export interface NumberedList {
  /** `1.` and, below it, `1.1.`; or `1)`. */
  readonly form: 'legal' | 'bracket';
  readonly start: number;
}

/** A text as it was understood. */
export interface DraftText {
  readonly blocks: readonly DraftBlock[];
  /** In their order: a list's number is its index. */
  readonly lists: readonly NumberedList[];
  /** What footnotes say: a note's number is its index. */
  readonly notes: readonly (readonly Run[])[];
}
