export type SqlValue = string | number | null;

/** Affinity of a column (SQLite, "Datatypes", section 3.1): text, numeric, or none. */
export type SqlType = 'TEXT' | 'NUMERIC' | '';

export type SqlKind = 'text' | 'number' | 'flag' | 'day' | 'moment' | 'due' | 'name' | 'id' | 'any';

export interface SqlColumn {
  readonly name: string;
  readonly type: SqlType;
  readonly kind?: SqlKind;
}

/** Tables by name. */
export type SqlSchema = Readonly<Record<string, readonly SqlColumn[]>>;

/** Columns that a statement reads, by table; or the first name that the schema lacks. */
export type SqlAnalysis =
  | { readonly reads: Readonly<Record<string, readonly string[]>>; readonly unknown?: undefined }
  | {
      readonly unknown: { readonly what: 'table' | 'column' | 'function'; readonly name: string };
      readonly reads?: undefined;
    };

/** Rows of a table. Only columns that the statement reads have values. */
export interface SqlRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
}

export interface SqlRun {
  readonly sql: string;
  readonly schema: SqlSchema;
  readonly tables: Readonly<Record<string, SqlRows>>;
  /** Value of `'now'` in the statement: the caller's local time, written as if it were UTC. */
  readonly now: string;
  /** IANA name of the time zone in which the tables contain date-times. */
  readonly timeZone: string;
  /** Texts that replace string literals of the statement, by the index of the literal in `ComparedText`. */
  readonly literals?: ReadonlyMap<number, string>;
}

/** A statement, and tables in which only some columns have been filled. */
export interface SqlNarrowing extends SqlRun {
  /** Table whose rows are narrowed, and its column that identifies them. */
  readonly target: { readonly table: string; readonly column: string };
}

/** Rows that a statement may use. */
export interface SqlNarrowed {
  /** Values of the identifying column. */
  readonly values: readonly SqlValue[];
  /** Columns that the conditions read, by table. A row with an unknown value in one of them is undecided. */
  readonly used: Readonly<Record<string, readonly string[]>>;
}

/** String literal that the statement compares with a column. */
export interface ComparedText {
  /** Index of the literal in the statement. */
  readonly at: number;
  /** Tables whose column is compared. Empty if unknown, as for a column of a subquery. */
  readonly tables: readonly string[];
  readonly column: string;
  readonly value: string;
  /** Whether the statement compares the literal by LIKE or GLOB. */
  readonly isPattern: boolean;
  /** Whether the comparison excludes rows with this text, as `<>` and NOT IN do. */
  readonly excludes: boolean;
}

/** Warnings about the statement, for the reader of its result. */
export interface SqlHints {
  /** Date-time columns compared with a date, which may exclude the remainder of that day. */
  readonly wholeDays: readonly string[];
  /** ORDER BY terms that sort text by character codes instead of alphabetically. */
  readonly byCodes: readonly string[];
  readonly texts: readonly ComparedText[];
}

export interface SqlResult {
  readonly hints: SqlHints;
  readonly columns: readonly string[];
  /** The first rows of the result. Their number is limited. */
  readonly rows: readonly (readonly SqlValue[])[];
  /** Number of all rows in the result. */
  readonly total: number;
}

/**
 * Runs one SELECT statement over the given tables and then discards the tables. Each statement runs in a separate
 * thread without access to files or network, for at most 5 s and with at most 64 MB. Two statements run at a time, for
 * all callers together.
 */
export interface SqlEngine {
  /** Returns the columns that the statement reads. @throws InvalidArgumentsError unless it is one SELECT */
  analyse(sql: string, schema: SqlSchema, signal: AbortSignal | undefined): Promise<SqlAnalysis>;
  /** Runs the statement. @throws InvalidArgumentsError if it fails or exceeds a limit; the signal's abort reason */
  run(run: SqlRun, signal: AbortSignal | undefined): Promise<SqlResult>;
  /**
   * Returns the rows of a table that can affect the result, judged by the conditions on columns whose values are
   * already known. The other rows cannot affect it, whatever their unknown columns contain. Returns undefined if no row
   * can be ruled out.
   */
  narrow(narrowing: SqlNarrowing, signal: AbortSignal | undefined): Promise<SqlNarrowed | undefined>;
  close(): Promise<void>;
}
