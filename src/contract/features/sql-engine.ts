/** What a cell of a table or of a result holds. */
export type SqlValue = string | number | null;

/** How values of a column are compared: as numbers, as texts, or each as what it is. */
export type SqlType = 'TEXT' | 'NUMERIC' | '';

/** What the values of a column mean. */
export type SqlKind = 'text' | 'number' | 'flag' | 'day' | 'moment' | 'due' | 'name' | 'id';

export interface SqlColumn {
  readonly name: string;
  readonly type: SqlType;
  readonly kind?: SqlKind;
}

/** Tables by their names. */
export type SqlSchema = Readonly<Record<string, readonly SqlColumn[]>>;

/** What a statement reads, by table; or the first name in it that the schema does not have. */
export type SqlAnalysis =
  | { readonly reads: Readonly<Record<string, readonly string[]>>; readonly unknown?: undefined }
  | {
      readonly unknown: { readonly what: 'table' | 'column' | 'function'; readonly name: string };
      readonly reads?: undefined;
    };

/** The rows of a table, with values for those columns alone that are read. */
export interface SqlRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
}

export interface SqlRun {
  readonly sql: string;
  readonly schema: SqlSchema;
  readonly tables: Readonly<Record<string, SqlRows>>;
  /** What 'now' means to the statement: the caller's local time, written as if it were UTC. */
  readonly now: string;
  /** IANA name of the zone in which the tables hold moments. */
  readonly timeZone: string;
}

/** What a reader of the result has to know of the statement. */
export interface SqlHints {
  /** Columns of moments that a date alone is compared with, so that the rest of that day is left out. */
  readonly wholeDays: readonly string[];
  /** Terms of ORDER BY that sort texts by the codes of their characters. */
  readonly byCodes: readonly string[];
  /** Texts that columns are compared with. */
  readonly texts: readonly { readonly column: string; readonly value: string }[];
}

export interface SqlResult {
  readonly hints: SqlHints;
  readonly columns: readonly string[];
  /** The first ones. */
  readonly rows: readonly (readonly SqlValue[])[];
  /** Rows in all. */
  readonly total: number;
}

/**
 * Runs one SELECT over tables that it is given, and forgets them: in a thread of its own, without files and network,
 * for 5 s and with 64 MB at most, two for all callers at the same time.
 */
export interface SqlEngine {
  /** What the statement would read. @throws InvalidArgumentsError for what is no single SELECT, or none at all */
  analyse(sql: string, schema: SqlSchema, signal: AbortSignal | undefined): Promise<SqlAnalysis>;
  /** @throws InvalidArgumentsError for what fails, takes too long or too much; the reason of the signal */
  run(run: SqlRun, signal: AbortSignal | undefined): Promise<SqlResult>;
  close(): Promise<void>;
}
