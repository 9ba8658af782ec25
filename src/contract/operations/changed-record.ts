/** A read operation, and a map of its arguments to the arguments of the change that provide their values. */
export interface ReadOf {
  readonly tool: string;
  /** Newer version of the read operation, which returns more fields. Used if the service supports it. */
  readonly newest?: string;
  readonly args: Readonly<Record<string, string>>;
}

export interface TargetRead extends ReadOf {
  /**
   * Field values of the record for which the service refuses the operation with 409 (API description). If the record
   * has one of these values, casebridge refuses the call without a confirmation.
   */
  readonly hinderedBy?: Readonly<Record<string, string>>;
  /** Set for an operation that accepts only some types of records, such as cases. */
  readonly ofTypes?: RecordTypes;
  /**
   * True if the arguments may lead to another record. casebridge then makes the call even if the read returns 400 or
   * 404.
   */
  readonly isPresumed?: true;
}

export interface RecordTypes {
  /** Field of the record that refers to its type. */
  readonly at: string;
  /** Read operation that returns only the types of records that the operation accepts. */
  readonly read: string;
  /** Read operation that returns all types. */
  readonly readAny: string;
  /** Operation for records of other types. */
  readonly otherwise: string;
}

/** A list that a change replaces completely. */
export interface ReplacedList {
  /** Fields that identify an entry of the list. Empty if the entries are scalars. */
  readonly by: readonly string[];
  /**
   * Treatment of current entries that a call omits. `refused`: the call is refused unless `drop` names them. `kept`:
   * casebridge adds them to the request. `told`: the service deletes them, and the answer lists them.
   */
  readonly missing: 'refused' | 'kept' | 'told';
  /** True if the service omits the list from responses when it is empty. */
  readonly isSparse?: true;
}

/**
 * Data that a call deletes from the record of `target` without deleting the record itself. Cleared values, shortened
 * lists and omitted entries of `replaces` count too.
 */
export interface Losses {
  /** Fields whose current values every call deletes. */
  readonly always?: readonly string[];
  /** Arguments with a group of fields, such as `Fields`. The service may clear fields that a group omits. */
  readonly whole?: readonly string[];
  /**
   * Argument that names the list entries to protect. If a call omits it, the service deletes all entries that match the
   * call. `where` maps fields of an entry to arguments of the call.
   */
  readonly without?: {
    readonly argument: string;
    readonly list: string;
    readonly where: Readonly<Record<string, string>>;
  };
  /** Argument that lists the rows to delete, each by `Tag` and `Ordinal`. */
  readonly rows?: string;
  /**
   * Argument that contains fields of an object card, and the read operation that returns these fields for the type of
   * the record.
   */
  readonly card?: { readonly argument: string; readonly tool: string; readonly type: string };
}

/**
 * State of the record after the change. By default, the record contains each body argument under the same name, or as a
 * reference (`Status` for `StatusId`).
 */
export interface Stores {
  /** Body arguments that only control the change, or that the record does not contain. */
  readonly without?: readonly string[];
  /** Names that arguments have in the record, if the names differ by more than a missing `Id`. */
  readonly names?: Readonly<Record<string, string>>;
  /** List in the record to which the change adds an entry. */
  readonly entryOf?: string;
  /** Arguments that contain ids of terms, and the record field with the names of these terms. */
  readonly named?: Readonly<Record<string, string>>;
  /** Status of the record afterwards, independent of the request body. */
  readonly becomes?: 'archived' | 'in work';
  /** File parts of the request, and the record fields that contain each file's name and size. */
  readonly file?: Readonly<Record<string, { readonly name: string; readonly size: string }>>;
  /** Read operation that returns the created record by its id. */
  readonly shownBy?: string;
  /** Read operation that returns the changed record. Default: `target`. */
  readonly shownAt?: ReadOf;
}

/** Data that a call deletes: the record of `target`, or entries in one of its lists. */
export interface Removal {
  /**
   * Name of the list. Empty if the read operation returns the list itself. Default: the call deletes the whole record.
   */
  readonly list?: string;
  /**
   * Fields of the entries, each with the argument that selects the entries to delete. If a call has several of these
   * arguments, other entries with the same value in the first field may remain.
   */
  readonly where?: Readonly<Record<string, string>>;
  /** Read operation that returns the list. Default: `target`. */
  readonly shownAt?: ReadOf;
}
