/** How tools are presented to assistants: tools that are listed first, toolsets, and search words. */
export interface Arrangement {
  /** Names of the tools for daily work. They are listed first. */
  readonly everyday: readonly string[];
  /** Areas of the catalogue in each toolset. Each area belongs to one toolset. */
  readonly toolsets: Readonly<Record<string, readonly string[]>>;
  /** Search words in either language that the catalogue does not contain. */
  readonly words: SearchWords;
  readonly unsupported: readonly Unsupported[];
}

export interface Unsupported {
  /** Groups of words, separated by spaces. A request matches if it contains at least one word from every group. */
  readonly groups: readonly string[];
  /** Words of requests that an operation does fulfill. A request with one of these words does not match. */
  readonly unless?: string;
  /** Message for the assistant: what the service cannot do, and the closest alternative. */
  readonly say: string;
}

/**
 * Search words that apply to many tools. Their inflection does not matter. Words for a single tool or area are in its
 * definition instead. All words in a synonym group are equivalent.
 */
export interface SearchWords {
  /** Synonym groups of nouns, separated by commas. */
  readonly things: readonly string[];
  /** Synonym groups of verbs. */
  readonly acts: readonly string[];
}
