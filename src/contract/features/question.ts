import type { Language, Worded } from '../language.ts';
import type { AnswerWords } from './card.ts';

/** Texts of the confirmations before a tool is called. */
export interface QuestionWords {
  /**
   * Effect of each tool, with the facts that a person should know before confirming. A version (`_v2`) without an entry
   * uses the entry of the newest version.
   */
  readonly tools: Readonly<Record<string, Worded>>;
  /** Words of the answers, by tool, or by the verb with which names of tools begin. */
  readonly answers: Readonly<Record<string, Readonly<Record<keyof AnswerWords, Worded>>>>;
  /** Fields that distinguish records of one kind, in display order. */
  readonly facts: readonly string[];
  /** Display names of arguments, fields and enumeration values. English names are used as they are. */
  readonly names: Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>;
}
