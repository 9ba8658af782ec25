import type { Workflow } from '../contract/features/workflow.ts';
import { agenda } from './agenda/index.ts';
import { caseBrief } from './case-brief/index.ts';
import { caseTimeline } from './case-timeline/index.ts';
import { compareDocuments } from './document-texts/compare-documents.ts';
import { readDocument } from './document-texts/read-document.ts';
import { draftDocument } from './draft-document/index.ts';
import { findCase } from './find-case/index.ts';
import { findPerson } from './find-person/index.ts';
import { openCaseIntake } from './open-case/index.ts';
import { applyPlanTool } from './plans/apply-plan.ts';
import { planChanges } from './plans/plan-changes.ts';
import { undo } from './plans/undo.ts';
import { describeRecords } from './query/describe/index.ts';
import { queryRecords } from './query/index.ts';
import { whoAmI } from './who-am-i.ts';
import { workload } from './workload.ts';

/** All workflows, in the order in which assistants see them. */
export const workflows: readonly Workflow[] = [
  findCase,
  caseBrief,
  agenda,
  caseTimeline,
  findPerson,
  workload,
  readDocument,
  compareDocuments,
  queryRecords,
  describeRecords,
  openCaseIntake,
  draftDocument,
  planChanges,
  applyPlanTool,
  undo,
  whoAmI,
];
