/** This file compares names from a service with sets of known names. Only complete names match, never parts of them. */

/** Normalizes a name: `In progress`, `in_progress` and `InProgress` are equal. */
export const plainWords = (word: string): string =>
  word
    .toLowerCase()
    .replace(/ё/g, 'е')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Splits a string at commas and spaces, and returns the words as a set. */
export const wholeWordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.split(/[\s,]+/).filter(Boolean));

/**
 * Checks whether the set contains a name. In `Выполнена / Done`, either part may match, because the parts may be in two
 * languages.
 */
export const isOneOf = (set: ReadonlySet<string>, name: string | undefined): boolean =>
  name?.split(' / ').some((half) => set.has(plainWords(half))) ?? false;
