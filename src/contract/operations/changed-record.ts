/** A read operation, and the mapping of its arguments to arguments of this operation. */
export interface ReadOf {
  readonly tool: string;
  /** Newer version of the read, which returns more fields. Used if the service supports it. */
  readonly newest?: string;
  readonly args: Readonly<Record<string, string>>;
}

/** Read of the record that an operation changes. */
export interface TargetRead extends ReadOf {
  /**
   * Field values of the record with which the service refuses the operation with 409 (API description). casebridge then
   * asks no person to confirm.
   */
  readonly hinderedBy?: Readonly<Record<string, string>>;
  /**
   * True if the arguments may not lead to the right record. If the read then fails with 400 or 404, the call is not
   * refused.
   */
  readonly isPresumed?: true;
}

/** A list that a change replaces as a whole. */
export interface ReplacedList {
  /** Fields that identify an entry of the list. Empty if the entries are scalars. */
  readonly by: readonly string[];
  /**
   * Treatment of entries that a call omits. `refused`: the call is refused unless `drop` names them. `kept`: casebridge
   * sends them along. `told`: they are deleted, and the answer lists them.
   */
  readonly missing: 'refused' | 'kept' | 'told';
  /** True if the service omits the list from responses when it is empty. */
  readonly isSparse?: true;
}

/**
 * Data that a call deletes from the record of `target` without deleting the record. Emptied values, shortened lists and
 * omitted entries of `replaces` also count.
 */
export interface Losses {
  /** Fields whose current values are deleted by every call. */
  readonly always?: readonly string[];
  /** Arguments that replace a group of values. The service empties, or may empty, the values that a call omits. */
  readonly whole?: readonly string[];
  /**
   * Argument that protects entries of a list. Without it, the service deletes all entries that match the call. `where`
   * maps fields of an entry to arguments of the call.
   */
  readonly without?: {
    readonly argument: string;
    readonly list: string;
    readonly where: Readonly<Record<string, string>>;
  };
  /** Argument with rows to delete, each by `Tag` and `Ordinal`. */
  readonly rows?: string;
  /**
   * Argument with the fields of an object card, and the read operation that returns these fields for the type of the
   * record.
   */
  readonly card?: { readonly argument: string; readonly tool: string; readonly type: string };
}

/**
 * Expected state of the record after a change. By default, the record contains the body, under the same names or as
 * references.
 */
export interface Stores {
  /** Body arguments that only control the change, or that the record does not contain. */
  readonly without?: readonly string[];
  /** Names of arguments in the record, if they differ by more than a missing `Id`. */
  readonly names?: Readonly<Record<string, string>>;
  /** List of the record to which the change adds an entry. */
  readonly entryOf?: string;
  /** Arguments with ids of terms, and the record field that contains the names of these terms. */
  readonly named?: Readonly<Record<string, string>>;
  /** State of the record afterwards, independent of the body. */
  readonly becomes?: 'archived' | 'in work';
  /** File parts, and the fields that contain the name and size of each file. */
  readonly file?: Readonly<Record<string, { readonly name: string; readonly size: string }>>;
  /** Read operation that returns the new record by its id. */
  readonly shownBy?: string;
  /** Read operation that returns the changed record. Default: `target`. */
  readonly shownAt?: ReadOf;
}

/** Deleted data: the record of `target`, or entries of one of its lists. */
export interface Removal {
  /** Name of the list. Empty if the read returns the list itself. Default: the whole record is deleted. */
  readonly list?: string;
  /**
   * Fields of the entries, and the arguments that select them. If there are several fields, the value of the first one
   * may remain in other entries.
   */
  readonly where?: Readonly<Record<string, string>>;
  /** Read operation that returns the list. Default: `target`. */
  readonly shownAt?: ReadOf;
}
