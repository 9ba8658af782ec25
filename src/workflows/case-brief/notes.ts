import { type Note, worded } from '../../contract/worded.ts';
import { neededOfEvents } from '../../domain/events.ts';
import {
  notesOf,
  notesOfList,
  notGivenNotes,
  notGivenOf,
  type Part,
  unprovenNotes,
} from '../../domain/partial.ts';
import { shownOfTasks } from '../../domain/tasks.ts';
import { lookupMessages } from '../messages.ts';
import type { BriefData } from './data.ts';
import type { CaseParts } from './read.ts';

const neededOfCase = {
  Status: 'the status of the case',
  Stage: 'the stage of the case',
  Responsible: 'the responsible user of the case',
  Fields: 'the card fields of the case',
  DocumentFolderId: 'the document folder of the case',
} as const;

/** Returns notes about data that is withheld, could not be read, is truncated, or may be missing. */
export function briefNotes(data: BriefData, parts: CaseParts, ...others: readonly Part<unknown>[]): Note[] {
  const hidden = data.case?.hidden_blocks.length ?? 0;
  return [
    ...notesOf(...Object.values(parts), ...others),
    ...(hidden > 0 ? [worded(lookupMessages.hiddenBlocks, { count: hidden })] : []),
    ...notGivenNotes([
      ...notGivenOf(parts.record.value && [parts.record.value], neededOfCase),
      ...notGivenOf(parts.tasks.value?.items, shownOfTasks),
      ...notGivenOf(parts.events.value?.items, neededOfEvents),
      ...notGivenOf(parts.documents.value?.items, { CreationDate: 'filing dates of documents' }),
    ]),
    ...notesOfList('tasks', parts.tasks.value),
    ...notesOfList('events', parts.events.value),
    ...notesOfList('documents', parts.documents.value),
    ...notesOfList('related cases', parts.related.value),
    ...unprovenNotes({
      tasks: parts.tasks.value,
      events: parts.events.value,
      documents: parts.documents.value,
    }),
  ];
}
