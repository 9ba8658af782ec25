export interface OldWordText {
  readonly main: string;
  readonly footnotes: string;
  readonly headers: string;
  readonly comments: string;
  readonly endnotes: string;
  readonly boxes: string;
}
