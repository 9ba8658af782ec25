import type { Lookup } from '../contract/lookup.ts';
import { agenda } from './agenda.ts';
import { caseBrief } from './case-brief.ts';
import { caseTimeline } from './case-timeline.ts';
import { findCase } from './find-case.ts';
import { findPerson } from './find-person.ts';
import { openCaseIntake } from './open-case-intake.ts';
import { whoAmI } from './who-am-i.ts';
import { workload } from './workload.ts';

/** Answers in the user's own words, in the order in which assistants see them. */
export const lookups: readonly Lookup[] = [
  findCase,
  caseBrief,
  agenda,
  caseTimeline,
  findPerson,
  workload,
  openCaseIntake,
  whoAmI,
];
