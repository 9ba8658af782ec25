import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { type CaseType, readCaseType } from '../../domain/cases/card-type.ts';
import { listCaseDocuments } from '../../domain/cases/case-documents.ts';
import type { CaseRef } from '../../domain/cases/locate-case.ts';
import { daysOf } from '../../domain/events.ts';
import { listAll, listFirst } from '../../domain/list-records.ts';
import { part } from '../../domain/partial.ts';
import {
  type CaseRecord,
  caseRecord,
  type EventRecord,
  eventRecord,
  read,
  taskRecord,
} from '../../domain/records.ts';
import { readStatuses } from '../../domain/tasks.ts';
import { addDays, type Clock, type Day } from '../../domain/time/clock.ts';
import { readWorkingDays } from '../../domain/time/working-days.ts';

/** Number of days before and after today for which events are read. */
const eventDays = { before: 30, after: 90 };
const maxPages = 5;

/**
 * Data about a case that is known before its record has been read. Without this data, some parts must wait for the
 * record.
 */
export interface CaseHints {
  readonly folderId: string | undefined;
  readonly typeId: string | undefined;
}

/**
 * Reads all parts of a case in parallel. Each part may be missing.
 * @throws an error only if the call is cancelled
 */
export async function readCaseParts(
  operations: OperationClient,
  place: CaseRef,
  hints: CaseHints | undefined,
  clock: Clock,
) {
  const { id, listed } = place;
  const reading = operations.call('get_object', { id }).then((answer) => read(caseRecord, answer));
  const known = hints ?? (listed && hintsOf(listed));
  const hinted = known ? Promise.resolve(known) : reading.then(hintsOf);
  const byCase = { CaseId: id };
  const period = { from: addDays(clock.today, -eventDays.before), to: addDays(clock.today, eventDays.after) };
  const [record, tasks, statuses, workingDays, events, documents, related, type] = await Promise.all([
    part('the record of the case', reading),
    part('tasks', listAll(operations, ['list_tasks', byCase], taskRecord, { maxPages, isPart: true })),
    part('task statuses', readStatuses(operations)),
    part('non-working days', readWorkingDays(operations, clock)),
    part('events', eventsWithin(operations, byCase, period, clock)),
    part(
      'documents',
      hinted.then(({ folderId }) => listCaseDocuments(operations, id, folderId)),
    ),
    part('related cases', listFirst(operations, ['list_related_objects', { objectId: id }], caseRecord)),
    part(
      'the type of the case',
      hinted.then(({ typeId }) => readType(operations, typeId)),
    ),
  ]);
  return { record, tasks, statuses, workingDays, events, documents, related, type };
}

interface Period {
  readonly from: Day;
  readonly to: Day;
}

/** Reads the events of a period. Removes events that are outside the period in the time zone of the user. */
async function eventsWithin(
  operations: OperationClient,
  byCase: { readonly CaseId: string },
  { from, to }: Period,
  clock: Clock,
) {
  const asked = { ...byCase, StartDateFrom: clock.startOf(from), StartDateTo: clock.startOf(to) };
  const list = await listAll(operations, ['list_events', asked], eventRecord, { maxPages, isPart: true });
  const isWithin = (event: EventRecord) => {
    const days = daysOf(clock, event);
    return days === undefined || (days.last >= from && days.first < to);
  };
  return { ...list, items: list.items.filter(isWithin) };
}

export type CaseParts = Awaited<ReturnType<typeof readCaseParts>>;

export const hintsOf = ({ DocumentFolderId, Type }: CaseRecord): CaseHints => ({
  folderId: DocumentFolderId,
  typeId: Type?.Id,
});

const readType = async (
  operations: OperationClient,
  id: string | undefined,
): Promise<CaseType | undefined> => (id === undefined ? undefined : readCaseType(operations, id));
