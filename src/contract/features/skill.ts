import type { Worded } from '../language.ts';

/** The words of a skill in one language. */
export interface SkillWords {
  readonly title: string;
  /** What it is for and when an assistant takes it up: all that is seen before the skill is read. */
  readonly description: string;
  /** Markdown: what the assistant does. Tools stand in backticks. */
  readonly text: string;
}

/** A way of working that an assistant reads when it needs it. */
export interface Skill extends Worded<SkillWords> {
  /** Lower-case words joined by hyphens: it is part of an address. */
  readonly name: string;
}
