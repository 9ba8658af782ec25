const dayMs = 86_400_000;

/** Returns the local day of a date, such as `2026-03-31`. */
export const dayOf = (moment: Date, zone: string): string => parts(moment, zone).slice(0, 10);

/** Returns a date with time as answers show it, such as `2026-03-31 18:00`. */
export const momentOf = (moment: Date, zone: string): string => parts(moment, zone).slice(0, 16);

/** Returns the first instant of a local day. */
export function startOf(day: string, zone: string): Date {
  const guess = Date.parse(`${day}T00:00:00Z`);
  const offset = Date.parse(`${parts(new Date(guess), zone).replace(' ', 'T')}Z`) - guess;
  return new Date(guess - offset);
}

/** Returns the day `count` days later. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);

function parts(moment: Date, zone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return format.format(moment);
}

/** Returns the first and the last local day of an event. An end at midnight belongs to the previous day. */
export function daysOfEvent(
  { startsAt, endsAt, isAllDay }: { startsAt: Date; endsAt?: Date; isAllDay: boolean },
  zone: string,
): { first: string; last: string } {
  const end = new Date(Math.max((endsAt ?? startsAt).getTime() - 1, startsAt.getTime()));
  // An all-day event that begins at midnight UTC has the same date in every time zone.
  const isDate = isAllDay && startsAt.getTime() % dayMs === 0;
  return isDate
    ? { first: startsAt.toISOString().slice(0, 10), last: end.toISOString().slice(0, 10) }
    : { first: dayOf(startsAt, zone), last: dayOf(end, zone) };
}
