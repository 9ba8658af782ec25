import type { FindOpenWork } from '../contract/features/open-work.ts';
import type { OperationClient } from '../contract/operations/operation-client.ts';
import { daysOf } from './events.ts';
import { isSameId } from './filter-list.ts';
import { listAll } from './list-records.ts';
import { part } from './partial.ts';
import { type EventRecord, eventRecord, type RecordReference, taskRecord } from './records.ts';
import { openBy, readStatuses, showTask } from './tasks.ts';
import { type Clock, createClock } from './time/clock.ts';
import { weekendsOnly } from './time/working-days.ts';

/** Maximum number of pages of each list. Records on further pages are not counted. */
const maxPages = 5;

/** Finds the open tasks and the next event of a case. */
export const findOpenWork: FindOpenWork = async (operations, { caseId, timeZone, finalStatuses }) => {
  const client = operations as OperationClient;
  const now = new Date();
  const options = { maxPages, isPart: true };
  const [tasks, statuses, events] = await Promise.all([
    part('tasks', listAll(client, ['list_tasks', { CaseId: caseId }], taskRecord, options)),
    part('task statuses', readStatuses(client)),
    part('events', listAll(client, ['list_events', { CaseId: caseId }], eventRecord, options)),
  ]);
  const context = { clock: createClock(now, timeZone), workingDays: weekendsOnly, now };
  const open = tasks.value?.items
    .filter(isOfCase(caseId))
    .filter(openBy(statuses.value, finalStatuses))
    .map((task) => showTask(task, context));
  const event = nextEvent((events.value?.items ?? []).filter(isOfCase(caseId)), now, context.clock);
  return {
    tasks: open && { open: open.length, overdue: open.filter(({ isOverdue }) => isOverdue).length },
    event: event?.StartDate ? { moment: event.StartDate, name: event.Name ?? event.Id } : undefined,
  };
};

/** Returns the earliest of the events that have not ended. An all-day event lasts to the end of its day. */
export const nextEvent = (events: readonly EventRecord[], now: Date, clock: Clock): EventRecord | undefined =>
  events
    .filter((event) => {
      const { AllDay, StartDate = '', EndDate = StartDate } = event;
      const last = AllDay ? daysOf(clock, event)?.last : undefined;
      return last === undefined ? Date.parse(EndDate) >= now.getTime() : last >= clock.today;
    })
    .sort((one, other) => (one.StartDate ?? '').localeCompare(other.StartDate ?? ''))[0];

/** Checks whether a record belongs to a case, because a service may ignore the filter. */
export const isOfCase =
  (caseId: string) =>
  ({ Case }: { readonly Case?: RecordReference | undefined }): boolean =>
    Case?.Id === undefined || isSameId(Case.Id, caseId) === true;
