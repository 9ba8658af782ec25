/** Text in which all characters have the same formatting. */
export interface Run {
  readonly text: string;
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
  readonly isUnderlined?: boolean;
  /** Whether the text is an unfilled placeholder, `[[…]]`. */
  readonly isPlace?: boolean;
  /** Footnote whose reference mark follows the text. */
  readonly note?: number;
}

/** Kind of a paragraph. `styles.ts` defines its formatting. */
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

/** List and level of an item. `list` is `bullets` or the index of a list in `DraftText.lists`. */
export interface ListPlace {
  readonly list: number | 'bullets';
  /** Nesting level, starting at 0. */
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
  /** Cells of each row, as runs. All rows have the same number of cells. */
  readonly rows: readonly (readonly (readonly Run[])[])[];
}

/** A horizontal line or a page break between paragraphs. */
export interface Divider {
  readonly kind: 'rule' | 'page break';
}

export type DraftBlock = DraftParagraph | Table | Divider;

export const isTable = (block: DraftBlock): block is Table => block.kind === 'table';
export const isDivider = (block: DraftBlock): block is Divider =>
  block.kind === 'rule' || block.kind === 'page break';

/** A list with its own numbering. */
export interface NumberedList {
  /** `legal` numbers items `1.` and their subitems `1.1.`; `bracket` numbers items `1)`. */
  readonly form: 'legal' | 'bracket';
  readonly start: number;
}

/** The parsed text of a draft. */
export interface DraftText {
  readonly blocks: readonly DraftBlock[];
  /** Numbered lists. The number of a list is its index in this array. */
  readonly lists: readonly NumberedList[];
  /** Texts of the footnotes. The number of a footnote is its index in this array. */
  readonly notes: readonly (readonly Run[])[];
}
