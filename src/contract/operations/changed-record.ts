/** A read operation, and the mapping of its arguments to arguments of this operation. */
export interface ReadOf {
  readonly tool: string;
  /** Read of a newer version, which returns more fields. Used if the service has it. */
  readonly newest?: string;
  readonly args: Readonly<Record<string, string>>;
}

/** Read of the record that an operation changes. */
export interface TargetRead extends ReadOf {
  /**
   * Values of record fields for which the service refuses the operation with 409 (API description). No person is then
   * asked.
   */
  readonly hinderedBy?: Readonly<Record<string, string>>;
  /** True if the arguments only probably lead to the record. A failed read is then no reason to refuse the call. */
  readonly isPresumed?: true;
}

/** A list that a change replaces as a whole. */
export interface ReplacedList {
  /** Fields that identify its entries. Empty if an entry is a scalar. */
  readonly by: readonly string[];
  /**
   * Treatment of entries that a call omits: the call is refused unless `drop` names them; they are sent along; or they
   * are deleted, and the answer lists them.
   */
  readonly missing: 'refused' | 'kept' | 'told';
  /** True if the service omits the list from responses when it is empty. */
  readonly isSparse?: true;
}

/**
 * Data that a call removes from the record of `target`, without deleting the record. Emptied values, shortened lists
 * and omitted entries of `replaces` count too.
 */
export interface Losses {
  /** Fields whose current values every call removes. */
  readonly always?: readonly string[];
  /** Arguments that are written as a whole: parts that a call omits are, or may be, emptied. */
  readonly whole?: readonly string[];
  /**
   * Argument that protects entries of a list. Without it, all entries that match the call are deleted; `field` and
   * `argument` define the match.
   */
  readonly without?: {
    readonly argument: string;
    readonly list: string;
    readonly where: Readonly<Record<string, string>>;
  };
  /** Argument with rows to delete, each by `Tag` and `Ordinal`. */
  readonly rows?: string;
  /** Argument with the fields of an object card, and the read that returns its fields by the type of the record. */
  readonly card?: { readonly argument: string; readonly tool: string; readonly type: string };
}

/**
 * Relation of a change to the record afterwards. By default the record shows the body, under the same names or as
 * references.
 */
export interface Stores {
  /** Body arguments that only control the change, or that the record does not show. */
  readonly without?: readonly string[];
  /** Names of arguments in the record, if they are neither equal nor the same without `Id`. */
  readonly names?: Readonly<Record<string, string>>;
  /** List of the record to which the change adds an entry. */
  readonly entryOf?: string;
  /** Arguments that are ids of terms, and the field that shows the names of these terms. */
  readonly named?: Readonly<Record<string, string>>;
  /** State of the record afterwards, independent of the body. */
  readonly becomes?: 'archived' | 'in work';
  /** File parts, and the fields that show name and size of each. */
  readonly file?: Readonly<Record<string, { readonly name: string; readonly size: string }>>;
  /** Read of the new record by its id. */
  readonly shownBy?: string;
  /** Read of the changed record. Default: `target`. */
  readonly shownAt?: ReadOf;
}

/** Deleted data: the record of `target`, or entries of one of its lists. */
export interface Removal {
  /** Name of the list. Empty: the result of the read is the list. Default: the whole record. */
  readonly list?: string;
  /** Fields of the entries and the arguments that select them. With several, the first one remains in other entries. */
  readonly where?: Readonly<Record<string, string>>;
  /** Read that shows the list. Default: `target`. */
  readonly shownAt?: ReadOf;
}
