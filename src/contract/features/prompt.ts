import type { Worded } from '../language.ts';
import type { Suggested } from './completion.ts';

/** A form field that a user fills in before sending a prompt. */
export interface PromptArgument {
  readonly description: Worded;
  readonly isRequired?: boolean;
  readonly suggests?: Suggested;
}

export interface PromptWords {
  readonly title: string;
  readonly description: string;
  /**
   * Instructions for the assistant. Tool names are in backticks. `{name}` is replaced by the argument's value in
   * quotation marks, which the value cannot close. A line with a missing argument is omitted.
   */
  readonly text: string;
}

/** A frequent request as a template, with instructions for the assistant. */
export interface Prompt extends Worded<PromptWords> {
  readonly name: string;
  readonly arguments: Readonly<Record<string, PromptArgument>>;
}
