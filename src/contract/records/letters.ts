import { memoize } from './memoize.ts';

const separators = /[_-]/g;

/** Normalizes a field name: `StartDate`, `startDate` and `start_date` are equal. */
export const lettersOf = memoize((name) => name.replace(separators, '').toLowerCase());
