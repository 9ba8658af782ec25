import type { Language, Worded } from '../language.ts';
import type { AnswerWords } from './card.ts';

/** Texts of the confirmations before a tool is called. */
export interface QuestionWords {
  /**
   * Effect of each tool, with the facts that a person should know before confirming. A version (`_v2`) without an entry
   * uses the entry of the newest version.
   */
  readonly tools: Readonly<Record<string, Worded>>;
  /** Labels and messages of a confirmation, by tool or by the verb at the start of tool names. */
  readonly answers: Readonly<Record<string, Readonly<Record<keyof AnswerWords, Worded>>>>;
  /** Fields that distinguish records of one kind, in display order. */
  readonly facts: readonly string[];
  /**
   * Display names of arguments, fields and enumeration values. Without an entry, English texts split the API's name
   * into words; other languages show it unchanged.
   */
  readonly names: Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>;
}
