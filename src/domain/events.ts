import { z } from 'zod';
import { shownAttendees, type Who } from './people/attendees.ts';
import type { EventRecord } from './records.ts';
import { besides, line } from './text-lines.ts';
import { type Clock, type Day, dueOf, withWeekday } from './time/clock.ts';
import { dayWordIn } from './time/spoken-days.ts';

export const shownEvent = z.object({
  id: z.string(),
  name: z.string().optional(),
  start: z.string().optional(),
  end: z.string().optional(),
  all_day: z.boolean().optional(),
  type: z.string().optional(),
  place: z.string().optional(),
  case: z.string().optional(),
  /** All attendees, those from outside last. */
  attendees: z.array(z.string()).optional(),
  /** The attendees who are participants or have only an e-mail address. */
  from_outside: z.array(z.string()).optional(),
});
export type ShownEvent = z.output<typeof shownEvent>;

/** Fields that users need to understand events, with the phrase for a note. */
export const neededOfEvents = { StartDate: 'start dates of events' } as const;

/**
 * Returns an event's first and last local day. Returns undefined if the event has no start. The end is exclusive, so an
 * event that ends at midnight does not include the next day.
 */
export function daysOf(
  clock: Clock,
  event: Pick<EventRecord, 'StartDate' | 'EndDate' | 'AllDay'>,
): { first: Day; last: Day } | undefined {
  if (event.StartDate === undefined) return undefined;
  const end = Math.max(Date.parse(event.EndDate ?? event.StartDate) - 1, Date.parse(event.StartDate));
  const last = new Date(end).toISOString();
  // The service stores a date without time as midnight UTC. Such a date is the same day in every time zone, so do not
  // convert it.
  const isDate = event.AllDay && !dueOf(clock, event.StartDate).hasTime;
  return isDate
    ? { first: event.StartDate.slice(0, 10), last: last.slice(0, 10) }
    : { first: clock.day(event.StartDate), last: clock.day(last) };
}

interface View {
  readonly clock: Clock;
  /** True if all events belong to one case. The case name is then omitted. */
  readonly isOfCase: boolean;
  /** Returns an attendee's name. Default: attendees are not shown. */
  readonly who?: Who;
}

export function showEvent(event: EventRecord, { clock, isOfCase, who }: View): ShownEvent {
  const days = daysOf(clock, event);
  const { StartDate, EndDate, AllDay } = event;
  const shownMoment = (moment: string | undefined) => moment && clock.moment(moment);
  // If the event ends on the day on which it starts, show only the time of its end.
  const endShown = days && days.first === days.last ? shownMoment(EndDate)?.slice(-5) : shownMoment(EndDate);
  const time =
    days && AllDay
      ? {
          start: withWeekday(days.first),
          ...(days.last > days.first ? { end: withWeekday(days.last) } : {}),
          all_day: true,
        }
      : { start: shownMoment(StartDate), end: endShown };
  return {
    id: event.Id,
    name: event.Name,
    ...time,
    type: event.Type?.Name,
    place: event.Location,
    ...(isOfCase ? {} : { case: event.Case?.Name ?? event.Case?.Id }),
    ...(who && event.Attendees.length > 0 ? shownAttendees(event, who) : {}),
  };
}

/** Formats an event as one line. @param now string that contains the current day */
export const eventLine = (event: ShownEvent, now: string): string =>
  line(
    [
      [event.start ?? 'no date', event.end].filter(Boolean).join('–'),
      event.all_day && 'all day',
      besides(dayWordIn(event.start, now)),
      event.name,
    ],
    event.type,
    event.place,
    event.case,
    ...attendeesIn(event),
    event.id,
  );

/** Returns the users who attend, and then the attendees from outside. */
function attendeesIn({ attendees = [], from_outside: outside = [] }: ShownEvent): string[] {
  const users = attendees.slice(0, attendees.length - outside.length);
  return [
    ...(users.length > 0 ? [`with ${users.join(', ')}`] : []),
    ...(outside.length > 0 ? [`from outside: ${outside.join(', ')}`] : []),
  ];
}
