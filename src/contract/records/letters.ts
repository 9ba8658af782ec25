/** Returns the letters of a name by which frameworks tell fields apart: `StartDate`, `startDate`, `start_date` are one. */
export const lettersOf = (name: string): string =>
  (separator.test(name) ? name.replace(separators, '') : name).toLowerCase();

const separator = /[_-]/;
const separators = /[_-]/g;
