import type { Worded } from '../../contract/language.ts';
import type { Clock } from '../../domain/time/clock.ts';
import { countOf, dated, isAhead, summaryOf } from '../summary.ts';
import { type BriefParts, cardOf, openTasks, shownEventsOf } from './data.ts';

/** Returns the first line of the brief: the numbers of open and overdue tasks, the next event and the next deadline. */
export function briefSummary(
  { record, parts, language, finalStatuses }: BriefParts,
  clock: Clock,
  now: Date,
): Worded | undefined {
  const open = openTasks(parts, clock, now, finalStatuses);
  const event = shownEventsOf(parts, clock, now)?.coming.find(({ StartDate }) =>
    isAhead(clock, now, StartDate),
  );
  const deadline =
    record &&
    cardOf(record, parts, { clock, language }).deadlines.find(
      ({ facts }) => facts.is_deadline && !facts.passed,
    );
  const { works_on } = deadline?.facts ?? {};
  return summaryOf(
    countOf('overdue', open?.filter(({ isOverdue }) => isOverdue).length),
    countOf('openTasks', open?.length),
    dated('nextEvent', clock, event?.StartDate),
    dated('nextDeadline', clock, works_on ? `${works_on}T00:00:00Z` : deadline?.moment),
  );
}
