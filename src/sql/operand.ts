import type { SqlKind } from '../contract/features/sql-engine.ts';
import type { Range, SqlToken } from './tokens.ts';

export interface Operand extends Range {
  /** Kinds of the columns with this name, or of the column behind this alias. Empty if it is not a column. */
  readonly kinds: ReadonlySet<SqlKind>;
  readonly name: string;
  readonly literal: string | undefined;
  readonly call: string | undefined;
  readonly isNumber: boolean;
  /** Whether the operand contains a column of date-times or a date function. */
  readonly mentionsTime: boolean;
}

/** Kinds of columns that contain date-times. */
export const timeKinds: ReadonlySet<SqlKind> = new Set(['moment', 'due', 'day']);

/** Kinds of columns that may contain text written by people. */
export const wordKinds: ReadonlySet<SqlKind> = new Set(['text', 'name', 'any']);

export type KindsOf = (name: string) => ReadonlySet<SqlKind>;

/** Describes the operand in a range of tokens. */
export type OperandIn = (range: Range | undefined) => Operand | undefined;

/** Functions whose arguments are date-times. */
export const dateCalls = new Set([
  'date',
  'time',
  'datetime',
  'julianday',
  'strftime',
  'unixepoch',
  'timediff',
]);

/** Wraps an operand in a function call. */
export function wrap(list: SqlToken[], { from, to }: Range, name: string): void {
  const first = list[from] as SqlToken;
  first.written = `${name}(${first.written}`;
  const last = list[to] as SqlToken;
  last.written += ')';
}

/** Replaces a literal with a text literal. */
export const putText = (list: SqlToken[], { from }: Range, text: string) => {
  const token = list[from] as SqlToken;
  token.written = `'${text.replaceAll("'", "''")}'`;
  token.isFinal = true;
};
