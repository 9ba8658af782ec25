import { dayIn } from '../../api.ts';

const dayMs = 86_400_000;
export const weekdays = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** Date at the start of a session, in the time zone of the session's user. */
export interface Times {
  /** `2026-03-04` */
  readonly today: string;
  readonly timeZone: string;
}

export const timesAt = (now: Date, timeZone: string): Times => ({
  today: dayIn(now.toISOString(), timeZone),
  timeZone,
});

/** Returns the date a number of days after another. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

const weekdayOf = (day: string): (typeof weekdays)[number] => weekdays[new Date(day).getUTCDay()] ?? 'Sunday';

/** Returns the first date after another that is the given weekday. */
export function nextWeekday(after: string, weekday: (typeof weekdays)[number]): string {
  const next = daysAfter(after, 1);
  return weekdayOf(next) === weekday ? next : nextWeekday(next, weekday);
}

/** Returns Monday and Sunday of the week of a date. */
export function weekAround(day: string): readonly [monday: string, sunday: string] {
  const monday = daysAfter(day, -((new Date(day).getUTCDay() + 6) % 7));
  return [monday, daysAfter(monday, 6)];
}

/**
 * Checks whether a date is a working day of the firm.
 * @param calendar `NonWorkingDays` of the service
 */
function isWorkday(day: string, calendar: any): boolean {
  if (['Saturday', 'Sunday'].includes(weekdayOf(day)) || calendar.Dates.includes(day)) return false;
  return !calendar.Intervals.some(({ Start, End }: any) => Start <= day && day <= End);
}

export const nextWorkday = (after: string, calendar: any): string => {
  const next = daysAfter(after, 1);
  return isWorkday(next, calendar) ? next : nextWorkday(next, calendar);
};

/** Returns the timestamp of a local time: `2026-03-04T06:00:00.000Z` for 09:00 in Moscow. */
export function momentAt(day: string, time: string, timeZone: string): string {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const shown = Date.parse(`${local.format(new Date(asUtc)).replace(' ', 'T')}Z`);
  return new Date(asUtc - (shown - asUtc)).toISOString();
}
