import type { Worded } from '../language.ts';

/** Texts of a skill in one language. */
export interface SkillWords {
  readonly title: string;
  /**
   * Purpose of the skill, and when an assistant should use it. The assistant sees only this before it reads the skill.
   */
  readonly description: string;
  /** Instructions for the assistant, in Markdown. Tool names are in backticks. */
  readonly text: string;
}

/** Instructions for a type of task. The assistant reads them on demand. */
export interface Skill extends Worded<SkillWords> {
  /** Lower-case words joined by hyphens, because the name is part of an address. */
  readonly name: string;
}
