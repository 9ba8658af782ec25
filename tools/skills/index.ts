import type { Skill } from '../../src/contract/features/skill.ts';
import { caseIntake, conflictOfInterest } from './intake.ts';
import { deadlines, documentReview } from './reading.ts';
import { safeChanges } from './safe-changes.ts';

/** Ways of working; the prompts are skills, too. */
export const skills: readonly Skill[] = [
  caseIntake,
  conflictOfInterest,
  deadlines,
  safeChanges,
  documentReview,
];
