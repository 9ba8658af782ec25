/**
 * Normalizes a field name: removes underscores and hyphens and lowercases it, so that `StartDate`, `startDate` and
 * `start_date` are equal.
 */
export const lettersOf = (name: string): string =>
  (separator.test(name) ? name.replace(separators, '') : name).toLowerCase();

const separator = /[_-]/;
const separators = /[_-]/g;
