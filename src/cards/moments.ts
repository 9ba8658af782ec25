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

/** A day in the words of its reader. */
export const dayText = (day: string, { locale }: CardReader, style: 'short' | 'long' = 'short'): string =>
  together(
    new Intl.DateTimeFormat(locale, {
      weekday: style,
      day: 'numeric',
      month: style,
      year: 'numeric',
      timeZone: 'UTC',
    }).format(new Date(`${day}T00:00:00Z`)),
  );

/** On one line, and without the word for year that Russian ends a date with. */
const together = (date: string) => date.replace(/\s?г\.(?=,|$)/, '').replaceAll(' ', '\u00a0');

/**
 * What a lookup says of when something is, with its days and moments in the words of the reader.
 * @param under the day that it stands under, which goes without saying
 */
export const spokenMoment = (text: string, reader: CardReader, under?: string): string =>
  text.replace(each, (_found, day: string, time?: string) => {
    if (day === under) return time ?? '';
    const shown = dayText(day, reader);
    return time === undefined ? shown : `${shown},\u00a0${time}`;
  });

/** A moment of a service in the time of the reader, with its zone; as it is where it cannot be read. */
export function spokenInstant(moment: string, { locale, timeZone = 'UTC' }: CardReader): string {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return moment;
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    timeZone,
  });
  return together(format.format(at));
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
