/** How the tools are laid out for assistants: which they see first, and by which words they find the others. */
export interface Arrangement {
  /** Names of the tools of daily work. */
  readonly everyday: readonly string[];
  /** Areas of the catalogue by the toolset that they belong to; each is in one. */
  readonly toolsets: Readonly<Record<string, readonly string[]>>;
  /** Words that people say and the catalogue does not, in any language. */
  readonly words: SearchWords;
}

/** Each value: words separated by spaces, in any form. */
export interface SearchWords {
  /** By area of the catalogue. */
  readonly areas: Readonly<Record<string, string>>;
  /** By the verb that names of tools begin with. */
  readonly verbs: Readonly<Record<string, string>>;
  /** By name of a tool. */
  readonly tools: Readonly<Record<string, string>>;
}
