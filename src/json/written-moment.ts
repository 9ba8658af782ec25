/** A date-time or date in a format that some service uses. */
export interface WrittenMoment {
  /** Milliseconds since the epoch. A date-time without a zone is read as UTC. */
  readonly at: number;
  readonly isDay: boolean;
  readonly hasZone: boolean;
}

const iso =
  /^(\d{4})[-/](\d\d)[-/](\d\d)(?:[t ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?)? ?(z|[+-]\d\d:?\d\d)?$/i;
const dayFirst = /^(\d\d?)[./](\d\d?)[./](\d{4})(?:,? (\d\d?):(\d\d)(?::(\d\d))?)?$/;
const compact = /^(\d{4})(\d\d)(\d\d)$/;
/** Matches a date in the format of HTTP (RFC 9110, 5.6.7). */
const http = /^[a-z]{3}, \d\d? [a-z]{3} \d{4} \d\d:\d\d:\d\d (?:gmt|utc|[+-]\d{4})$/i;
const inBrackets = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/i;

/** Smaller numbers (before 1973, in milliseconds or seconds) are not read as date-times. */
const leastMs = 1e11;
const mostMs = 1e14;

/**
 * Returns all possible readings of a value as a date-time: ISO 8601, formats of other services, day or month first,
 * milliseconds or seconds since the epoch, lists of numbers. Returns an empty list for other values.
 */
export function momentsIn(value: unknown): WrittenMoment[] {
  if (Array.isArray(value)) return value.length >= 3 && value.length <= 7 ? inNumbers(value) : [];
  if (typeof value !== 'number' && typeof value !== 'string') return [];
  const text = String(value).trim();
  const parts = iso.exec(text) ?? compact.exec(text);
  if (parts !== null) return inParts(parts.slice(1, 7), parts[7]);
  const swapped = dayFirst.exec(text);
  if (swapped !== null) {
    const [, one, two, year, ...time] = swapped;
    const months = text.includes('/') ? [two, one] : [two];
    return months.flatMap((month) => inParts([year, month, month === two ? one : two, ...time], undefined));
  }
  if (http.test(text)) return at(Date.parse(text));
  const number = Number(inBrackets.exec(text)?.[1] ?? (/^\d+$/.test(text) ? text : Number.NaN));
  return [number, number * 1000].filter((ms) => ms >= leastMs && ms < mostMs).flatMap(at);
}

const at = (ms: number): WrittenMoment[] =>
  Number.isNaN(ms) ? [] : [{ at: ms, isDay: false, hasZone: true }];

/** Reads a list of year, month, day and time, which Java libraries write. */
const inNumbers = (parts: readonly unknown[]) =>
  parts.every(Number.isInteger) ? inParts(parts.slice(0, 6), undefined) : [];

function inParts(parts: readonly unknown[], zone: string | undefined): WrittenMoment[] {
  const [year, month, day, hours = 0, minutes = 0, seconds = 0] = parts.map((part) =>
    part === undefined ? undefined : Number(part),
  );
  if (year === undefined || month === undefined || day === undefined) return [];
  if (year < 1000 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31) return [];
  const local = Date.UTC(year, month - 1, day, hours, minutes, seconds);
  return [{ at: local - offsetMs(zone), isDay: parts[3] === undefined, hasZone: zone !== undefined }];
}

function offsetMs(zone = 'z'): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
}

/** Largest offset from UTC among all time zones. */
const farthestMs = 14 * 3_600_000;

/**
 * Checks whether two readings can be the same time. A date, or a date-time without a zone, can be in any zone.
 * Fractions of a second are ignored, because services drop them.
 */
export function isSameMoment(one: WrittenMoment, other: WrittenMoment): boolean {
  const isDay = one.isDay || other.isDay;
  const isZoned = !isDay && one.hasZone && other.hasZone;
  const apart = Math.abs(one.at - other.at);
  return isDay ? apart < farthestMs + 86_400_000 : apart < (isZoned ? 1000 : farthestMs + 1000);
}
