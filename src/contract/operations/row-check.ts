import type { Worded } from '../language.ts';
/**
 * How a returned row shows that the service applied a filter argument. Needed because a service ignores arguments that
 * it does not know and then returns unfiltered rows. `of` lists paths in the row, such as `ContactInfo.Email`.
 * Deployments use different paths, so a match at any of them counts.
 */
export type RowCheck =
  /** The row contains the requested id, or one of the requested ids. A reference is compared by its `Id`. */
  | { readonly is: 'equalsId'; readonly of: readonly string[] }
  /** Like `equalsId`, but a row with another id may match too. `why` explains the reason in a note. */
  | { readonly is: 'perhapsId'; readonly of: readonly string[]; readonly why: Worded }
  /** The date-time is at or after the requested one. */
  | { readonly is: 'from'; readonly of: readonly string[] }
  /** The date-time is at or before the requested one. */
  | { readonly is: 'until'; readonly of: readonly string[] }
  /** The text contains the requested words. */
  | { readonly is: 'containsText'; readonly of: readonly string[] }
  /** The text contains the digits of the requested number, in any format. */
  | { readonly is: 'containsDigits'; readonly of: readonly string[] }
  /**
   * The field contains a known spelling of the requested value. `values` lists the spellings of each value in lower
   * case. For booleans, the keys are `true` and `false`.
   */
  | {
      readonly is: 'means';
      readonly of: readonly string[];
      readonly values: Readonly<Record<string, readonly string[]>>;
    }
  /** Some field contains the words. Other rows may still match through data outside the list. */
  | { readonly is: 'mentions'; readonly why: Worded }
  /** The row matches every requested field filter. A field filter has `FieldTag`, and values or a range. */
  | {
      readonly is: 'fieldFilters';
      /** Paths in rows, by tag. A row may also have a member named like the tag, or `Fields`. */
      readonly tags: Readonly<Record<string, readonly string[]>>;
    }
  /**
   * Rows need no check, because the service requires this argument. A service with another name for the argument would
   * refuse the call instead of returning unfiltered rows.
   */
  | { readonly is: 'required' }
  /** No row contains the field that the filter applies to. */
  | { readonly is: 'unchecked'; readonly why: Worded };

export type RowChecks = Readonly<Record<string, RowCheck>>;

/** Result of comparing the returned rows with the filters of a call. */
export interface Held {
  readonly rows: number;
  /** Filters that the service did not apply: at least one returned row cannot match. */
  readonly ignored: readonly string[];
  /** Indexes of the rows that casebridge removes, because they do not certainly match an ignored filter. */
  readonly leftOut: readonly number[];
  /** Filters that could not be checked for some of the remaining rows. */
  readonly unsure: readonly Unsure[];
  /** If the result is empty: filters for which no row has shown yet that the service applies them. */
  readonly unproven: readonly Unproven[];
}

export interface Unproven {
  readonly argument: string;
  /** Keys under which casebridge records that the service applies the filter. */
  readonly proofs: readonly string[];
}

export interface Unsure {
  readonly argument: string;
  readonly rows: number;
  readonly why: Worded;
}

/** Keys (`proof`) of filters that the service applies, as a returned row has shown. */
export interface VerifiedFilters {
  readonly has: (proof: string) => boolean;
  readonly add: (proof: string) => void;
}
