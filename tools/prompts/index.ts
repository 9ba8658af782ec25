import type { Prompt } from '../../src/contract/features/prompt.ts';
import { briefMe, conflictCheck, dueThisWeek, signAndDownload, whoIsInCase } from './cases.ts';
import { archiveClosed, changeParties, notifyResponsible, restoreCase, safeUpdate } from './changes.ts';
import { draftFromTemplate, fileAndReview, intake, planHearing } from './new-things.ts';
import { health, myDay, myWeek, workloadOfTeam } from './work.ts';

/** All prompts, in the order in which clients show them. */
export const prompts: readonly Prompt[] = [
  briefMe,
  myDay,
  myWeek,
  dueThisWeek,
  whoIsInCase,
  intake,
  conflictCheck,
  fileAndReview,
  draftFromTemplate,
  planHearing,
  safeUpdate,
  changeParties,
  notifyResponsible,
  archiveClosed,
  restoreCase,
  workloadOfTeam,
  signAndDownload,
  health,
];
