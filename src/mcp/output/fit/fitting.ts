import type { Note } from '../../../contract/worded.ts';
import type { ResponseOptions } from '../../input/response-options.ts';

/** Limit and options for shortening an answer. */
export interface Fitting {
  /** Token limit. Undefined: no limit, only the options apply. */
  readonly budget: number | undefined;
  readonly options: ResponseOptions;
  /** Returns the same call with other options, to be quoted in a note. */
  readonly callWith: (options: ResponseOptions) => Note;
  /** Stores the complete text. Resolves to its address, or to undefined if it cannot be stored. */
  readonly keep: (text: string) => Promise<string | undefined>;
}
