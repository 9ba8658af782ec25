import type { ResponseOptions } from '../../input/response-options.ts';

/** How an answer is made to fit. */
export interface Fitting {
  /** Tokens; undefined: the answer goes out as it is, but for what the view asks. */
  readonly budget: number | undefined;
  readonly view: ResponseOptions;
  /** The call that was made, with another view, as it can be made again. */
  readonly callWith: (view: ResponseOptions) => string;
  /** Keeps the whole where it can be read; undefined where that is not possible. */
  readonly keep: (text: string) => Promise<string | undefined>;
}
