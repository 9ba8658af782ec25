import type { Worded } from '../language.ts';
/**
 * How to tell from a returned row that the service applied a filter. Needed because a service ignores arguments that it
 * does not know and then returns unfiltered rows. `of` lists paths in the row, such as `ContactInfo.Email`. Deployments
 * use different ones; a match at any path counts.
 */
export type RowCheck =
  /** The row has the given id, or one of the given ids. A reference is compared by its `Id`. */
  | { readonly is: 'equalsId'; readonly of: readonly string[] }
  /** Like `equalsId`, but rows with other ids may match too. `why` tells users the reason. */
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
   * The field contains a known spelling of the given value. `values` lists the spellings of each value in lower case.
   * Booleans have the keys `true` and `false`.
   */
  | {
      readonly is: 'means';
      readonly of: readonly string[];
      readonly values: Readonly<Record<string, readonly string[]>>;
    }
  /**
   * The row contains the words in any field. A row without them may still match, through data that lists do not return.
   */
  | { readonly is: 'mentions'; readonly why: Worded }
  /** The row matches each of the given field filters: `FieldTag`, and values or a range. */
  | {
      readonly is: 'fieldFilters';
      /**
       * Names of these fields in rows, by tag. Rows may also contain a member named like the tag, or entries in
       * `Fields`.
       */
      readonly tags: Readonly<Record<string, readonly string[]>>;
    }
  /** The service requires this argument. Therefore a service that does not know the argument refuses every call. */
  | { readonly is: 'required' }
  /** Rows do not contain the field that the filter applies to. */
  | { readonly is: 'unchecked'; readonly why: Worded };

/** Checks of rows, by argument. */
export type RowChecks = Readonly<Record<string, RowCheck>>;

/** Result of comparing the returned rows with the filters of the call. */
export interface Held {
  /** Number of returned rows. */
  readonly rows: number;
  /** Filters that the service did not apply, because some returned rows cannot match. */
  readonly ignored: readonly string[];
  /** Indexes of the rows that casebridge removed because they cannot match. */
  readonly leftOut: readonly number[];
  /** Filters that could not be checked for some remaining rows. */
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
