/** How the tools are laid out for assistants: which they see first, and by which words they find the others. */
export interface Arrangement {
  /** Names of the tools of daily work. */
  readonly everyday: readonly string[];
  /** Areas of the catalogue by the toolset that they belong to; each is in one. */
  readonly toolsets: Readonly<Record<string, readonly string[]>>;
  /** Words that people say and the catalogue does not, in any language. */
  readonly words: SearchWords;
}

/** Words in any form. Where one of a group of synonyms stands, all of it is meant. */
export interface SearchWords {
  /** Groups of words and phrases, separated by commas, that mean the same. */
  readonly things: readonly string[];
  /** As `things`, for what is done with them. */
  readonly acts: readonly string[];
  /** By area of the catalogue. */
  readonly areas: Readonly<Record<string, string>>;
  /** By name of a tool: what it is about, where the name does not say it. */
  readonly subjects: Readonly<Record<string, string>>;
  /** By the verb that names of tools begin with, or by the name of a tool. */
  readonly verbs: Readonly<Record<string, string>>;
  /** By name of a tool. */
  readonly tools: Readonly<Record<string, string>>;
}
