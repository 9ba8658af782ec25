import type { ReadMomentText } from './moments.ts';

/** SQL functions that the rewritten statement calls. */
export const momentKey = 'moment_key';
export const idKey = 'id_key';
export const sortKey = 'sort_key';
export const textOfKey = 'text_of_key';

/** Returns the form of a moment that sorts by time; anything else as it is. */
export const momentKeyOf = (readMoment: ReadMomentText) => (value: unknown) =>
  typeof value === 'string' ? (readMoment(value)?.key ?? value) : value;

/** Returns an id in small letters without braces. */
export const idKeyOf = (value: unknown) =>
  typeof value === 'string'
    ? value
        .trim()
        .replace(/^\{(.*)\}$/s, '$1')
        .toLowerCase()
    : value;

/**
 * Returns a text that sorts as readers of Russian and English expect: capitals beside small letters, `ё` beside `е`.
 * The text itself follows, so that texts that differ stay apart.
 */
export const sortKeyOf = (value: unknown) => {
  if (typeof value !== 'string') return value;
  const small = value.normalize('NFC').toLowerCase();
  return `${small.replaceAll('ё', 'е')}\u0001${small}\u0001${value}`;
};

/** Returns the text of a key for sorting. A text with the mark between the parts has it as often in each of the three. */
export const textOfKeyOf = (value: unknown) => {
  if (typeof value !== 'string') return value;
  const parts = value.split('\u0001');
  return parts.slice((parts.length / 3) * 2).join('\u0001');
};
