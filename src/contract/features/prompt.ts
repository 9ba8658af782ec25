import type { Worded } from '../language.ts';
import type { Suggested } from './completion.ts';

/** A form field that people fill in before they send a prompt. */
export interface PromptArgument {
  readonly description: Worded;
  readonly isRequired?: boolean;
  readonly suggests?: Suggested;
}

/** Texts of a prompt in one language. */
export interface PromptWords {
  readonly title: string;
  readonly description: string;
  /**
   * Instructions for the assistant. Tool names are in backticks. `{name}` is an argument, inserted in quotation marks
   * that it cannot close. A line whose argument is missing is omitted.
   */
  readonly text: string;
}

/** A frequent request, with instructions for the assistant. */
export interface Prompt extends Worded<PromptWords> {
  readonly name: string;
  readonly arguments: Readonly<Record<string, PromptArgument>>;
}
