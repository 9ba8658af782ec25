import type { Note } from '../../../contract/worded.ts';
import type { ResponseOptions } from '../../input/response-options.ts';

/** Options for shortening an answer. */
export interface Fitting {
  /** Token limit. Undefined: only the options apply. */
  readonly budget: number | undefined;
  readonly options: ResponseOptions;
  /** Returns the same call with other options, for a note. */
  readonly callWith: (options: ResponseOptions) => Note;
  /** Stores the complete text. Resolves to undefined if that is not possible. */
  readonly keep: (text: string) => Promise<string | undefined>;
}
