import type { Question } from '../question.ts';
import { agendaQuestions, workloadQuestions } from './agenda.ts';
import { caseBriefQuestions } from './case-brief.ts';
import {
  caseListQuestions,
  objectListQuestions,
  participantListQuestions,
  referenceQuestions,
  userListQuestions,
} from './case-lists.ts';
import { intakeQuestions, objectCreations } from './changes/creations.ts';
import { eventChanges, eventCreations } from './changes/events.ts';
import { taskCreations } from './changes/new-tasks.ts';
import { objectEdits, objectUpdates } from './changes/objects.ts';
import { afterChanges, documentChanges, participantChanges } from './changes/others.ts';
import { lifeChanges, partyChanges } from './changes/parties.ts';
import { taskChanges } from './changes/tasks.ts';
import { compareDocumentQuestions, documentListQuestions, readDocumentQuestions } from './documents.ts';
import { findCaseQuestions } from './find-case.ts';
import { findPersonQuestions, whoQuestions } from './people.ts';
import { queryQuestions } from './query.ts';
import { otherQueryQuestions } from './query-others.ts';
import { recordQuestions } from './records.ts';
import { timelineQuestions } from './timeline.ts';
import { eventListQuestions, taskListQuestions } from './work-lists.ts';

/** All questions, in the order in which they are asked. Changes come last, because they affect other answers. */
export const questions: readonly Question[] = [
  ...whoQuestions,
  ...findCaseQuestions,
  ...caseBriefQuestions,
  ...timelineQuestions,
  ...agendaQuestions,
  ...workloadQuestions,
  ...findPersonQuestions,
  ...queryQuestions,
  ...otherQueryQuestions,
  ...recordQuestions,
  ...taskListQuestions,
  ...eventListQuestions,
  ...caseListQuestions,
  ...objectListQuestions,
  ...participantListQuestions,
  ...userListQuestions,
  ...referenceQuestions,
  ...documentListQuestions,
  ...readDocumentQuestions,
  ...compareDocumentQuestions,
  ...taskChanges,
  ...taskCreations,
  ...eventChanges,
  ...eventCreations,
  ...objectEdits,
  ...objectUpdates,
  ...partyChanges,
  ...objectCreations,
  ...participantChanges,
  ...documentChanges,
  ...intakeQuestions,
  ...lifeChanges,
  ...afterChanges,
];
