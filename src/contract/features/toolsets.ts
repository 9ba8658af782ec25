/** Arrangement of tools for assistants: the tools listed first, and the search words of the others. */
export interface Arrangement {
  /** Names of the tools of daily work. */
  readonly everyday: readonly string[];
  /** Areas of the catalogue by toolset. Each area belongs to one. */
  readonly toolsets: Readonly<Record<string, readonly string[]>>;
  /** Search words that the catalogue does not contain, in any language. */
  readonly words: SearchWords;
  readonly unsupported: readonly Unsupported[];
}

/** A request that no operation of the service fulfils. */
export interface Unsupported {
  /** Groups of words, separated by blanks. A request has one of each group. */
  readonly groups: readonly string[];
  /** What is not there and what comes nearest, for the assistant. */
  readonly say: string;
}

/** Search words of all tools, in any inflection. Those of one tool or area stand in its definition. One word of a synonym group stands for all of them. */
export interface SearchWords {
  /** Synonym groups of nouns, separated by commas. */
  readonly things: readonly string[];
  /** Synonym groups of verbs. */
  readonly acts: readonly string[];
  /** Words by the verb at the start of tool names. */
  readonly verbs: Readonly<Record<string, string>>;
}
