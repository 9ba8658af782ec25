import type { SqlKind } from '../contract/features/sql-engine.ts';
import type { Range, SqlToken } from './tokens.ts';

export interface Operand extends Range {
  /** Kinds of the columns that have this name, or of the column behind this alias. Empty: no column. */
  readonly kinds: ReadonlySet<SqlKind>;
  readonly name: string;
  readonly literal: string | undefined;
  readonly call: string | undefined;
  readonly isNumber: boolean;
}

export type KindsOf = (name: string) => ReadonlySet<SqlKind>;

/** Calls whose arguments are moments. */
export const dateCalls = new Set([
  'date',
  'time',
  'datetime',
  'julianday',
  'strftime',
  'unixepoch',
  'timediff',
]);

/** Puts an operand into a call of a function. */
export function wrap(list: SqlToken[], { from, to }: Range, name: string): void {
  const first = list[from] as SqlToken;
  first.written = `${name}(${first.written}`;
  const last = list[to] as SqlToken;
  last.written += ')';
}

/** Writes another text in the place of a literal. */
export const putText = (list: SqlToken[], { from }: Range, text: string) => {
  (list[from] as SqlToken).written = `'${text.replaceAll("'", "''")}'`;
};
