import { documentId, sampleIds } from '../sample-ids.ts';

/** One answer for each card, and for each look that it has: its name, the tool, and what that is called with. */
export const everyCard = [
  ['question', 'archive_object', { id: sampleIds.smith }],
  ['outcome', 'update_task', { id: sampleIds.prepareBundle, Description: 'Three copies' }],
  ['case', 'case_brief', { case: 'Smith' }],
  ['agenda', 'agenda', {}],
  ['workload', 'workload', {}],
  ['timeline', 'case_timeline', { case: 'Smith' }],
  ['document', 'read_document', { document: documentId('smithDemand'), find: 'pays into the account' }],
] as const;

/** Those that are not asked for once more in the time of their reader. */
export const timeless: ReadonlySet<string> = new Set(['question', 'outcome', 'document']);
