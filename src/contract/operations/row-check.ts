import type { Worded } from '../language.ts';
/**
 * What a row of a list must look like where the call gave an argument, as data: a service that does not know the
 * argument by its name answers as if nobody had given it. Paths go from the row inwards, `ContactInfo.Email`; where
 * there are several, deployments use one or another, and what any of them holds counts.
 */
export type RowCheck =
  /** The id, or one of the ids, that was asked for; of a reference, its Id. */
  | { readonly is: 'equalsId'; readonly of: readonly string[] }
  /** The same, and other ids may fit as well: `why`, for a reader who has the rows. */
  | { readonly is: 'perhapsId'; readonly of: readonly string[]; readonly why: Worded }
  /** A moment that is not before the one that was asked for. */
  | { readonly is: 'from'; readonly of: readonly string[] }
  /** A moment that is not after it. */
  | { readonly is: 'until'; readonly of: readonly string[] }
  /** The words that were asked for. */
  | { readonly is: 'containsText'; readonly of: readonly string[] }
  /** The digits of a number that people write in many ways. */
  | { readonly is: 'containsDigits'; readonly of: readonly string[] }
  /** One of the spellings of what was asked for: for each value its own, in lower case, a flag as `true` or `false`. */
  | {
      readonly is: 'means';
      readonly of: readonly string[];
      readonly values: Readonly<Record<string, readonly string[]>>;
    }
  /** The words anywhere; a row without them may hold them where lists do not show it. */
  | { readonly is: 'mentions'; readonly why: Worded }
  /** Each of the filters by field that were asked for: `FieldTag`, and values or a range. */
  | {
      readonly is: 'fieldFilters';
      /** Where rows show what is asked for by these tags, beside a member of that name, or one of `Fields`. */
      readonly tags: Readonly<Record<string, readonly string[]>>;
    }
  /** The service refuses a call without it, so that one which does not know it refuses all calls. */
  | { readonly is: 'required' }
  /** Rows do not show it. */
  | { readonly is: 'unchecked'; readonly why: Worded };

/** What the rows of a list must look like, by the argument that asks for it. */
export type RowChecks = Readonly<Record<string, RowCheck>>;

/** What became of an answer that was held against what was asked. */
export interface Held {
  /** Rows that came. */
  readonly rows: number;
  /** Arguments that the service ignored: rows came that cannot obey them. */
  readonly ignored: readonly string[];
  /** Rows that were left out for it, by their places. */
  readonly leftOut: readonly number[];
  /** Arguments of which rows that stayed do not show whether they obey. */
  readonly unsure: readonly Unsure[];
  /** Arguments by which nothing was found, though the service was not yet seen to heed them. */
  readonly unproven: readonly Unproven[];
}

export interface Unproven {
  readonly argument: string;
  /** What shows that the service heeds it. */
  readonly proofs: readonly string[];
}

export interface Unsure {
  readonly argument: string;
  readonly rows: number;
  readonly why: Worded;
}

/** Filters that the service behind was seen to heed: rows came that obey. */
export interface Heeded {
  readonly has: (proof: string) => boolean;
  readonly add: (proof: string) => void;
}
