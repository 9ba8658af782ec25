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

/** Columns that a statement reads, by table; or its first name that the schema lacks. */
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
  /** Date-time columns that are compared with a bare date, which excludes the rest of that day. */
  readonly wholeDays: readonly string[];
  /** Terms of ORDER BY that sort texts by character codes. */
  readonly byCodes: readonly string[];
  /** Text literals that columns are compared with. */
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
 * Runs one SELECT over given tables and discards them. Runs in a separate thread without files and network, for at most
 * 5 s and 64 MB, two for all callers at a time.
 */
export interface SqlEngine {
  /** Returns the names that the statement reads. @throws InvalidArgumentsError if it is not a single SELECT */
  analyse(sql: string, schema: SqlSchema, signal: AbortSignal | undefined): Promise<SqlAnalysis>;
  /**
   * Runs the statement. @throws InvalidArgumentsError if it fails or exceeds a limit; the reason of the signal if it is
   * aborted
   */
  run(run: SqlRun, signal: AbortSignal | undefined): Promise<SqlResult>;
  close(): Promise<void>;
}
