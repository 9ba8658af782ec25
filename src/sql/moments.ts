/** Matches date-times as users write them in SQL: a date, optionally with hour, minutes, seconds, fraction and zone. */
const shape =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?)? ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i;

export interface MomentText {
  /** Text that sorts by time, in the caller's time zone: `2026-11-23 00:00:00`. */
  readonly key: string;
  readonly hasTime: boolean;
  readonly hasZone: boolean;
}

/** Reads a date-time. Returns undefined for any other string. */
export type ReadMomentText = (text: string) => MomentText | undefined;

/** Creates the reader of date-times. @param timeZone IANA name of the time zone of the tables */
export function createMomentReader(timeZone: string): ReadMomentText {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const local = (at: number) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return `${part.year?.padStart(4, '0')}-${part.month}-${part.day} ${part.hour}:${part.minute}:${part.second}`;
  };
  return (text) => {
    const found = shape.exec(text.trim().replaceAll(/\s+/g, ' '));
    if (!found) return undefined;
    const [, day = '', hours = '00', minutes = '00', seconds = '00', fraction = '', zone] = found;
    const hasTime = found[2] !== undefined;
    const significant = /^\d*[1-9]/.exec(fraction)?.[0];
    const part = significant === undefined ? '' : `.${significant}`;
    const written = `${day} ${hours}:${minutes}:${seconds}`;
    if (!isOnCalendar(day) || hours > '23' || minutes > '59' || seconds > '59') return undefined;
    if (zone === undefined || !hasTime) return { key: `${written}${part}`, hasTime, hasZone: false };
    const at = Date.parse(`${written.replace(' ', 'T')}${offset(zone)}`);
    return Number.isNaN(at) ? undefined : { key: `${local(at)}${part}`, hasTime, hasZone: true };
  };
}

/** Checks whether a day exists: November has no 31st. */
const isOnCalendar = (day: string) => {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
};

/** Converts an offset to the form of ISO 8601: `+03` and `+0300` become `+03:00`. */
const offset = (zone: string) =>
  /^(z|utc|gmt)$/i.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
