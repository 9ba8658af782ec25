import type { ReadMomentText } from './moments.ts';

/** SQL functions that the rewritten statement calls. */
export const momentKey = 'moment_key';
export const idKey = 'id_key';
export const sortKey = 'sort_key';
export const textOfKey = 'text_of_key';

/** Converts a date-time or a time of day to a string that sorts by time. Returns other values unchanged. */
export const momentKeyOf = (readMoment: ReadMomentText) => (value: unknown) =>
  typeof value === 'string' ? (readMoment(value)?.key ?? timeOfDay(value) ?? value) : value;

/** Converts `9:00`, `09:00` and `T09:00` to `09:00:00`. */
function timeOfDay(text: string): string | undefined {
  const [, hours, minutes, seconds = '00'] = /^T?(\d\d?):(\d\d)(?::(\d\d))?$/i.exec(text.trim()) ?? [];
  return hours === undefined ? undefined : `${hours.padStart(2, '0')}:${minutes}:${seconds}`;
}

/** Converts an id to lower case without braces. */
export const idKeyOf = (value: unknown) =>
  typeof value === 'string'
    ? value
        .trim()
        .replace(/^\{(.*)\}$/s, '$1')
        .toLowerCase()
    : value;

/**
 * Returns a sort key for Russian and English: upper case next to lower case, `ё` next to `е`. The key also contains the
 * original string, so that different strings have different keys.
 */
export const sortKeyOf = (value: unknown) => {
  if (typeof value !== 'string') return value;
  const small = value.normalize('NFC').toLowerCase();
  return `${small.replaceAll('ё', 'е')}\u0001${small}\u0001${value}`;
};

/**
 * Returns the original string of a sort key. If the original string contains the separator, each of the three parts of
 * the key contains it equally often.
 */
export const textOfKeyOf = (value: unknown) => {
  if (typeof value !== 'string') return value;
  const parts = value.split('\u0001');
  return parts.slice((parts.length / 3) * 2).join('\u0001');
};
