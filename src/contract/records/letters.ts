/**
 * Removes underscores, hyphens and letter case from a field name, so that `StartDate`, `startDate` and `start_date` are
 * equal.
 */
export const lettersOf = (name: string): string =>
  (separator.test(name) ? name.replace(separators, '') : name).toLowerCase();

const separator = /[_-]/;
const separators = /[_-]/g;
