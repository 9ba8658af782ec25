import type { CardReader } from './reader.ts';

/**
 * Format of days and date-times in workflow results, in the time zone of the result: `Tue 2026-03-31`, `Tue 2026-03-31
 * 18:00`.
 */
const written = /[A-Z][a-z]{2} (\d{4}-\d\d-\d\d)(?: (\d\d:\d\d))?/;
const each = new RegExp(written, 'g');

export interface Moment {
  /** `2026-03-31` */
  readonly day: string;
  /** `18:00` */
  readonly time: string | undefined;
}

/** Returns the first day or date-time in a string; undefined if there is none. */
export function readMoment(text: string | undefined): Moment | undefined {
  const [, day, time] = written.exec(text ?? '') ?? [];
  return day === undefined ? undefined : { day, time };
}

const dayMs = 86_400_000;
export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** Returns the number of days from today; undefined if today is unknown. */
export const daysTo = (day: string, { today }: CardReader): number | undefined =>
  today === undefined ? undefined : Math.round((Date.parse(day) - Date.parse(today)) / dayMs);

export const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** Formats a day in the language of the user. Includes the year if it is not the current year. */
export const dayText = (day: string, { locale, today }: CardReader, style: 'short' | 'long' = 'short') =>
  together(
    new Intl.DateTimeFormat(locale, {
      weekday: style,
      day: 'numeric',
      month: style,
      year: today?.slice(0, 4) === day.slice(0, 4) ? undefined : 'numeric',
      timeZone: 'UTC',
    }).format(new Date(`${day}T00:00:00Z`)),
  );

/**
 * Keeps a date or distance on one line. Removes the comma after the weekday, and the abbreviation for *year* at the end
 * of a Russian date.
 */
const together = (date: string) =>
  date
    .replace(/\sг\.(?=,|$)/, '')
    .replace(/^(\S+?),/, '$1')
    .replaceAll(' ', '\u00a0');

/**
 * Maximum number of days from today for which a relative date, such as `in 45 days`, is shown. For more distant days, a
 * date is clearer.
 */
const farthest = 99;

/**
 * Formats a day relative to today: `today`, `tomorrow`, `in 45 days`. Returns an empty string if the day is too far
 * away or today is unknown.
 */
export function distanceText(day: string, reader: CardReader): string {
  const days = daysTo(day, reader);
  if (days === undefined || Math.abs(days) > farthest) return '';
  return together(new Intl.RelativeTimeFormat(reader.locale, { numeric: 'auto' }).format(days, 'day'));
}

/** Formats a number of days: `8 days`. */
export const countOfDays = (days: number, { locale }: CardReader): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days);

/** Returns the word for yesterday, today or tomorrow; the date for other days. */
export const nearDay = (day: string, reader: CardReader): string =>
  Math.abs(daysTo(day, reader) ?? farthest) < 2 ? distanceText(day, reader) : dayText(day, reader);

/** Formats a date-time: `today 15:00` or `Wed 25 Nov 15:00, in 2 days`. */
export function whenText({ day, time }: Moment, reader: CardReader, end?: string): string {
  const days = daysTo(day, reader);
  const far = days !== undefined && days > 1 ? distanceText(day, reader) : '';
  const at = [nearDay(day, reader), time].filter(Boolean).join('\u00a0');
  return [[at, end].filter(Boolean).join('–'), far].filter(Boolean).join(', ');
}

/** Replaces the days and date-times in a string with their form in the user's language. */
export const spokenMoment = (text: string, reader: CardReader): string =>
  text.replace(each, (_found, day: string, time?: string) =>
    time === undefined ? dayText(day, reader) : `${dayText(day, reader)} ${time}`,
  );

/** Converts a date-time from the service to the user's time zone; undefined if it cannot be parsed. */
export function localMoment(moment: string, { timeZone = 'UTC' }: CardReader): Moment | undefined {
  const at = Date.parse(moment);
  if (Number.isNaN(at)) return undefined;
  const wall = new Date(wallTime(at, timeZone)).toISOString();
  return { day: wall.slice(0, 10), time: wall.slice(11, 16) };
}

/**
 * Formats a date-time from the service in the user's time zone, or in UTC if that is unknown. Returns it unchanged if
 * it cannot be parsed.
 */
export function spokenInstant(moment: string, reader: CardReader): string {
  const at = localMoment(moment, reader);
  if (at === undefined) return moment;
  const { day, time } = at;
  const near = nearDay(day, reader);
  const date = dayText(day, reader);
  // The weekday shows whether `tomorrow` is a day off.
  const text = near === date ? whenText(at, reader) : `${near}, ${[date, time].filter(Boolean).join(' ')}`;
  return `${text}${reader.timeZone === undefined ? ' UTC' : ''}`;
}

/**
 * Converts a local time on another day to a date-time in the service's format. Without a time, returns only the day.
 */
export function movedTo(day: string, time: string | undefined, timeZone: string): string {
  if (time === undefined) return day;
  const wall = Date.parse(`${day}T${time}:00Z`);
  let at = wall;
  // The time zone offset at the resulting time applies. If the clocks change in between, the second round corrects the
  // first.
  for (let round = 0; round < 2; round += 1) at += wall - wallTime(at, timeZone);
  return new Date(at).toISOString();
}

function wallTime(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return Date.parse(`${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:00Z`);
}
