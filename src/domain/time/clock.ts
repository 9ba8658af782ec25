import { z } from 'zod';
import { InvalidArgumentsError } from '../../contract/errors.ts';

/** A calendar day such as `2026-03-31`. */
export type Day = string;

export const timeZoneArgument = z.string().min(1).max(64).optional().describe('IANA');

/** Converts the service's date-times to the caller's time zone. */
export interface Clock {
  readonly timeZone: string;
  readonly today: Day;
  /** Returns the local day of a date-time. */
  day(moment: string): Day;
  /** Returns a local date-time such as `Tue 2026-03-31 18:00`. */
  moment(moment: string): string;
  /** Returns the start of a local day in UTC, in the service's format. */
  startOf(day: Day): string;
}

/** Creates a clock. @throws InvalidArgumentsError if the time zone is unknown */
export function createClock(now: Date, timeZone: string): Clock {
  const format = formatIn(timeZone);
  const local = (at: number) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return { day: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` };
  };
  return {
    timeZone,
    today: local(now.getTime()).day,
    day: (moment) => local(Date.parse(moment)).day,
    moment: (moment) => {
      const { day, time } = local(Date.parse(moment));
      return `${withWeekday(day)} ${time}`;
    },
    startOf: (day) => {
      let at = Date.parse(`${day}T00:00:00Z`);
      // Correct the result by the zone's offset at that time. If the offset changes near midnight, the second round
      // corrects it again.
      for (let round = 0; round < 2; round += 1) at += Date.parse(`${day}T00:00:00Z`) - localAsUtc(local(at));
      return new Date(at).toISOString();
    },
  };
}

const localAsUtc = ({ day, time }: { day: Day; time: string }) => Date.parse(`${day}T${time}:00Z`);

function formatIn(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  } catch {
    throw new InvalidArgumentsError(
      `time_zone: should be an IANA time zone such as Europe/Moscow, not ${JSON.stringify(timeZone)}.`,
    );
  }
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const dayMs = 86_400_000;
const utc = (day: Day) => new Date(`${day}T00:00:00Z`);

/** Formats a day as `Tue 2026-03-31`. */
export const withWeekday = (day: Day): string => `${weekdays[utc(day).getUTCDay()]} ${day}`;
export const addDays = (day: Day, days: number): Day =>
  new Date(utc(day).getTime() + days * dayMs).toISOString().slice(0, 10);
export const isWeekend = (day: Day): boolean => [0, 6].includes(utc(day).getUTCDay());

/** Checks whether a date-time stands for a date without time. The service stores such a date as midnight UTC. */
const isWholeDay = (moment: string) => /T00:00(:00(\.0+)?)?(Z|\+00:00)$/.test(moment);

/** Returns the due day, whether a time is set, and the due date for display. */
export const dueOf = (clock: Clock, moment: string): { day: Day; hasTime: boolean; shown: string } => {
  const hasTime = !isWholeDay(moment);
  const day = hasTime ? clock.day(moment) : moment.slice(0, 10);
  return { day, hasTime, shown: hasTime ? clock.moment(moment) : withWeekday(day) };
};
