import type { Edits } from './file.ts';

/** What a person changes in the file that `casebridge doctor` begins, by the stranger. At most 40 lines each. */
export const edits: Readonly<Record<string, Edits>> = {
  grown: {},
};
