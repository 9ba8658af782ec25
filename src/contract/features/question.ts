import type { Language, Worded } from '../language.ts';

/** The words of the questions that people are asked before a tool is called. */
export interface QuestionWords {
  /**
   * By tool: what would happen, with what a person should know before they agree. A version (`_v2`) without words of its
   * own has those of the newest.
   */
  readonly tools: Readonly<Record<string, Worded>>;
  /** Fields that tell a record from others of its kind, in the order in which they are shown. */
  readonly facts: readonly string[];
  /** Names of arguments and fields, and values of enumerations, as people call them; English ones explain themselves. */
  readonly names: Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>;
}
