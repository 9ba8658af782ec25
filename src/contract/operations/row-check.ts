import type { Worded } from '../language.ts';
/**
 * How to tell from a returned row that the service applied a filter. Needed because a service ignores arguments that it
 * does not know and then returns unfiltered rows. `of` lists paths in the row, such as `ContactInfo.Email`. Deployments
 * use different ones; a match at any path counts.
 */
export type RowCheck =
  /** The row has the given id, or one of the given ids. For a reference, its Id. */
  | { readonly is: 'equalsId'; readonly of: readonly string[] }
  /** Like `equalsId`, but other ids may match too. `why` explains it to a reader of the rows. */
  | { readonly is: 'perhapsId'; readonly of: readonly string[]; readonly why: Worded }
  /** The date-time is at or after the given one. */
  | { readonly is: 'from'; readonly of: readonly string[] }
  /** The date-time is at or before the given one. */
  | { readonly is: 'until'; readonly of: readonly string[] }
  /** The text contains the given words. */
  | { readonly is: 'containsText'; readonly of: readonly string[] }
  /** The text contains the digits of the given number, in any format. */
  | { readonly is: 'containsDigits'; readonly of: readonly string[] }
  /**
   * The field has one of the spellings of the given value: `values` lists them per value in lower case; booleans are
   * `true` or `false`.
   */
  | {
      readonly is: 'means';
      readonly of: readonly string[];
      readonly values: Readonly<Record<string, readonly string[]>>;
    }
  /** The row mentions the words anywhere. A row without them may match by data that lists do not show. */
  | { readonly is: 'mentions'; readonly why: Worded }
  /** The row matches each of the given field filters: `FieldTag`, and values or a range. */
  | {
      readonly is: 'fieldFilters';
      /**
       * Names under which rows show the fields with these tags, besides a member with the name of the tag and entries
       * of `Fields`.
       */
      readonly tags: Readonly<Record<string, readonly string[]>>;
    }
  /** The service refuses a call without this argument, so a service that does not know it refuses all calls. */
  | { readonly is: 'required' }
  /** Rows do not show it. */
  | { readonly is: 'unchecked'; readonly why: Worded };

/** Checks of rows, by argument. */
export type RowChecks = Readonly<Record<string, RowCheck>>;

/** Result of comparing the returned rows with the filters of the call. */
export interface Held {
  /** Number of returned rows. */
  readonly rows: number;
  /** Filters that the service did not apply: some returned rows cannot match. */
  readonly ignored: readonly string[];
  /** Indexes of rows that were removed for this reason. */
  readonly leftOut: readonly number[];
  /** Filters that remaining rows do not show. */
  readonly unsure: readonly Unsure[];
  /** Filters of an empty result that the service has not been seen to apply. */
  readonly unproven: readonly Unproven[];
}

export interface Unproven {
  readonly argument: string;
  /** Keys under which the filter is recorded as verified. */
  readonly proofs: readonly string[];
}

export interface Unsure {
  readonly argument: string;
  readonly rows: number;
  readonly why: Worded;
}

/** Filters that the service has been seen to apply: at least one returned row matched. */
export interface Heeded {
  readonly has: (proof: string) => boolean;
  readonly add: (proof: string) => void;
}
