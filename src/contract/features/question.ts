import type { Language, Worded } from '../language.ts';
import type { AnswerWords } from './card.ts';

/** Wording of the confirmations that precede tool calls. */
export interface QuestionWords {
  /**
   * Effect of each tool, with the facts that a person should know before confirming. A tool version (`_v2`) without an
   * entry uses the entry of the newest version.
   */
  readonly tools: Readonly<Record<string, Worded>>;
  /** Button labels and closing messages of a confirmation, by tool name or by the verb at the start of tool names. */
  readonly answers: Readonly<Record<string, Readonly<Record<keyof AnswerWords, Worded>>>>;
  /** Fields that distinguish records of one kind, in display order. */
  readonly facts: readonly string[];
  /**
   * Display names of arguments, fields and enumeration values. For a name without an entry, English confirmations split
   * the API's name into words, and other languages show it unchanged.
   */
  readonly names: Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>;
}

/** Returns the button labels and messages for a tool. Default: those for the verb at the start of its name. */
export function answerWordsOf(
  tool: string,
  { answers }: Pick<QuestionWords, 'answers'>,
): QuestionWords['answers'][string] {
  const name = tool.replace(/_v\d+$/, '');
  const verb = (name.split('_', 1)[0] ?? name).replace(/^(?:edit|set)$/, 'update');
  const words = answers[name] ?? answers[verb] ?? answers.other;
  if (words === undefined) throw new Error(`there are no words for ${tool}`);
  return words;
}
