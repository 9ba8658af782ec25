/** Names of a service compared with sets of wholeWordsOf: whole names only, never a part of one. */

/** Reduces a name to letters and digits: `In progress`, `in_progress` and `InProgress` are one word. */
export const plainWords = (word: string): string =>
  word
    .toLowerCase()
    .replace(/ё/g, 'е')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Returns the set of the wholeWordsOf of a text. */
export const wholeWordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.split(/[\s,]+/).filter(Boolean));

/** Checks whether a name is in a set, in one of two languages or in both: `Выполнена / Done`. */
export const isOneOf = (set: ReadonlySet<string>, name: string | undefined): boolean =>
  name?.split(' / ').some((half) => set.has(plainWords(half))) ?? false;
