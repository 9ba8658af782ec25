import type { Worded } from '../language.ts';

export interface SkillWords {
  readonly title: string;
  /** Purpose of the skill, and when to use it. Assistants see only this text until they read the skill. */
  readonly description: string;
  /** Instructions for the assistant, in Markdown. Tool names are in backticks. */
  readonly text: string;
}

/** Instructions for one type of task. Assistants read them when they need them. */
export interface Skill extends Worded<SkillWords> {
  /** Lower-case words joined by hyphens, because the name is part of an address. */
  readonly name: string;
}
