/** The texts of an old Word document, each with the signs that it is written with. */
export interface OldWordText {
  readonly main: string;
  readonly footnotes: string;
  readonly headers: string;
  readonly comments: string;
  readonly endnotes: string;
  readonly boxes: string;
}
