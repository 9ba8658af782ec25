import { documentId, sampleIds } from '../sample-ids.ts';

/** One result for each card and for each of its layouts: name, tool and arguments. */
export const everyCard = [
  ['question', 'archive_object', { id: sampleIds.smith }],
  ['outcome', 'update_task', { id: sampleIds.prepareBundle, Description: 'Three copies' }],
  ['case', 'case_brief', { case: 'Smith' }],
  ['agenda', 'agenda', {}],
  ['workload', 'workload', {}],
  ['timeline', 'case_timeline', { case: 'Smith' }],
  ['document', 'read_document', { document: documentId('smithDemand'), find: 'pays into the account' }],
] as const;

/** Names of the cards that do not call their tool again with the user's time zone. */
export const timeless: ReadonlySet<string> = new Set(['question', 'outcome', 'document']);
