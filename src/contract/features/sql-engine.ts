/** Value of a cell. */
export type SqlValue = string | number | null;

/** Affinity of a column (SQLite, 3.1): text, number, or none. */
export type SqlType = 'TEXT' | 'NUMERIC' | '';

/** Meaning of the values of a column. */
export type SqlKind = 'text' | 'number' | 'flag' | 'day' | 'moment' | 'due' | 'name' | 'id' | 'any';

export interface SqlColumn {
  readonly name: string;
  readonly type: SqlType;
  readonly kind?: SqlKind;
}

/** Tables by name. */
export type SqlSchema = Readonly<Record<string, readonly SqlColumn[]>>;

/** Columns that a statement reads, by table; or the first name in it that the schema lacks. */
export type SqlAnalysis =
  | { readonly reads: Readonly<Record<string, readonly string[]>>; readonly unknown?: undefined }
  | {
      readonly unknown: { readonly what: 'table' | 'column' | 'function'; readonly name: string };
      readonly reads?: undefined;
    };

/** Rows of a table, with values only for the columns that are read. */
export interface SqlRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
}

export interface SqlRun {
  readonly sql: string;
  readonly schema: SqlSchema;
  readonly tables: Readonly<Record<string, SqlRows>>;
  /** Value of 'now' in the statement: the caller's local time, written as if it were UTC. */
  readonly now: string;
  /** IANA name of the time zone of date-times in the tables. */
  readonly timeZone: string;
}

/** Warnings about the statement for the reader of the result. */
export interface SqlHints {
  /**
   * Date-time columns that the statement compares with a date without time. Such a comparison excludes the rest of that
   * day.
   */
  readonly wholeDays: readonly string[];
  /** Terms of ORDER BY that sort texts by character codes. */
  readonly byCodes: readonly string[];
  /** Text literals that the statement compares with columns. */
  readonly texts: readonly { readonly column: string; readonly value: string }[];
}

export interface SqlResult {
  readonly hints: SqlHints;
  readonly columns: readonly string[];
  /** First rows of the result. */
  readonly rows: readonly (readonly SqlValue[])[];
  /** Total number of rows. */
  readonly total: number;
}

/**
 * Runs one SELECT over the given tables and then discards them. It runs in a separate thread without access to files or
 * network: at most 5 s and 64 MB, and two statements at a time for all callers.
 */
export interface SqlEngine {
  /** Returns the names that the statement reads. @throws InvalidArgumentsError if it is not a single SELECT */
  analyse(sql: string, schema: SqlSchema, signal: AbortSignal | undefined): Promise<SqlAnalysis>;
  /**
   * Runs the statement.
   * @throws InvalidArgumentsError if the statement fails or exceeds a limit; the abort reason if the signal is aborted
   */
  run(run: SqlRun, signal: AbortSignal | undefined): Promise<SqlResult>;
  close(): Promise<void>;
}
