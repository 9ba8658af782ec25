import type { Skill } from '../../src/contract/features/skill.ts';
import { caseIntake, conflictOfInterest } from './intake.ts';
import { deadlines, documentReview } from './reading.ts';
import { safeChanges } from './safe-changes.ts';

/** Skills of casebridge. Each prompt is also published as a skill. */
export const skills: readonly Skill[] = [
  caseIntake,
  conflictOfInterest,
  deadlines,
  safeChanges,
  documentReview,
];
