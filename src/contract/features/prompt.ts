import type { Worded } from '../language.ts';
import type { Suggested } from './completion.ts';

/** A field that people fill in before they send a prompt. */
export interface PromptArgument {
  readonly description: Worded;
  readonly isRequired?: boolean;
  readonly suggests?: Suggested;
}

/** The words of a prompt in one language. */
export interface PromptWords {
  readonly title: string;
  readonly description: string;
  /**
   * What the assistant is told. Tools stand in backticks. `{name}` is an argument, in quotation marks that it cannot end;
   * a line with an argument that was not given is left out.
   */
  readonly text: string;
}

/** A request that people make often, with the way an assistant should go about it. */
export interface Prompt extends Worded<PromptWords> {
  readonly name: string;
  readonly arguments: Readonly<Record<string, PromptArgument>>;
}
