import type { Note } from '../../../contract/worded.ts';
import type { ResponseOptions } from '../../input/response-options.ts';

/** How an answer is made to fit. */
export interface Fitting {
  /** Tokens; undefined: the answer goes out as it is, but for what the options ask. */
  readonly budget: number | undefined;
  readonly options: ResponseOptions;
  /** The call that was made, with other options, as it can be made again. */
  readonly callWith: (options: ResponseOptions) => Note;
  /** Keeps the whole where it can be read; undefined where that is not possible. */
  readonly keep: (text: string) => Promise<string | undefined>;
}
