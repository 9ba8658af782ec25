import type { Edits } from './file.ts';

/** Changes by a person to the file that `casebridge doctor` wrote, by service. At most 40 lines each. */
export const edits: Readonly<Record<string, Edits>> = {
  grown: {},
};
