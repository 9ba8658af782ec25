import type { CardReader } from './reader.ts';

/** As lookups write days and moments, in the time zone that they name: `Tue 2026-03-31`, `Tue 2026-03-31 18:00`. */
const written = /[A-Z][a-z]{2} (\d{4}-\d\d-\d\d)(?: (\d\d:\d\d))?/;
const each = new RegExp(written, 'g');

export interface Moment {
  /** `2026-03-31` */
  readonly day: string;
  /** `18:00` */
  readonly time: string | undefined;
}

/** The first one in what a lookup says of when something is. */
export function readMoment(text: string | undefined): Moment | undefined {
  const [, day, time] = written.exec(text ?? '') ?? [];
  return day === undefined ? undefined : { day, time };
}

const dayMs = 86_400_000;
export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** Returns the number of days from today; undefined if the answer tells no today. */
export const daysTo = (day: string, { today }: CardReader): number | undefined =>
  today === undefined ? undefined : Math.round((Date.parse(day) - Date.parse(today)) / dayMs);

export const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** A day in the words of its reader, with its year where that is another one. */
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

/** On one line, without the comma behind the weekday and the word for year that Russian ends a date with. */
const together = (date: string) =>
  date
    .replace(/\s?г\.(?=,|$)/, '')
    .replace(/^(\S+?),/, '$1')
    .replaceAll(' ', '\u00a0');

/** Beyond, a date says more. */
const farthest = 99;

/** `today`, `tomorrow`, `in 45 days`; empty if the day is too far for that. */
export function distanceText(day: string, reader: CardReader): string {
  const days = daysTo(day, reader);
  if (days === undefined || Math.abs(days) > farthest) return '';
  return new Intl.RelativeTimeFormat(reader.locale, { numeric: 'auto' }).format(days, 'day');
}

/** `8 days` */
export const countOfDays = (days: number, { locale }: CardReader): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days);

/** A day by its word where it is yesterday, today or tomorrow. */
export const nearDay = (day: string, reader: CardReader): string =>
  Math.abs(daysTo(day, reader) ?? farthest) < 2 ? distanceText(day, reader) : dayText(day, reader);

/** `today 15:00`, `Wed 25 Nov 15:00, in 2 days` */
export function whenText({ day, time }: Moment, reader: CardReader, end?: string): string {
  const days = daysTo(day, reader);
  const far = days !== undefined && days > 1 ? distanceText(day, reader) : '';
  const at = [nearDay(day, reader), time].filter(Boolean).join('\u00a0');
  return [[at, end].filter(Boolean).join('–'), far].filter(Boolean).join(', ');
}

/** What a lookup says of when something is, with its days and moments in the words of the reader. */
export const spokenMoment = (text: string, reader: CardReader): string =>
  text.replace(each, (_found, day: string, time?: string) =>
    time === undefined ? dayText(day, reader) : `${dayText(day, reader)}\u00a0${time}`,
  );

/** The day and time of a moment of a service for the reader; undefined if it cannot be read. */
export function localMoment(moment: string, { timeZone = 'UTC' }: CardReader): Moment | undefined {
  const at = Date.parse(moment);
  if (Number.isNaN(at)) return undefined;
  const wall = new Date(wallTime(at, timeZone)).toISOString();
  return { day: wall.slice(0, 10), time: wall.slice(11, 16) };
}

/** A moment of a service in the time of the reader, with its zone if that is not known; as it is if it cannot be read. */
export function spokenInstant(moment: string, reader: CardReader): string {
  const at = localMoment(moment, reader);
  if (at === undefined) return moment;
  return `${whenText(at, reader)}${reader.timeZone === undefined ? ' UTC' : ''}`;
}

/** The same time of another day in a time zone, as services take moments; a day alone where there is no time. */
export function movedTo(day: string, time: string | undefined, timeZone: string): string {
  if (time === undefined) return day;
  const wall = Date.parse(`${day}T${time}:00Z`);
  let at = wall;
  // The offset that counts is the one at the result; where the clocks change, a second look finds it.
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
