import type { SqlResult, SqlValue } from '../../contract/features/sql-engine.ts';

type Shown = Pick<SqlResult, 'columns' | 'rows'>;

const isId = (column: string) => /^(id|.+_id)$/i.test(column);

/** Removes id columns that were selected only by `*`, or that repeat another id column, as in a join by ids. */
export function shownColumns({ columns, rows }: Shown, sql: string): Shown {
  if (!/(select|distinct|,|\.)\s*\*/i.test(sql)) return { columns, rows };
  const words = new Set(sql.toLowerCase().split(/[^\p{L}\p{N}_]+/u));
  const isNamed = (column: string) => words.has(column.toLowerCase());
  const repeats = (index: number) =>
    columns.some(
      (column, before) =>
        before < index &&
        isId(column) &&
        column !== columns[index] &&
        rows.length > 0 &&
        rows.every((row) => row[before] === row[index]),
    );
  const kept = columns.flatMap((column, index) =>
    isId(column) && (!isNamed(column) || repeats(index)) ? [] : [index],
  );
  const pick = <Item>(row: readonly Item[]) => kept.map((index) => row[index] as Item);
  return { columns: pick(columns), rows: rows.map(pick) };
}

/** Formats a result with one line per row. */
export const tableText = (columns: readonly string[], rows: readonly (readonly SqlValue[])[]): string =>
  rows.length === 0
    ? 'No rows.'
    : [columns.join(' | '), ...rows.map((row) => row.map(shown).join(' | '))].join('\n');

const shown = (value: SqlValue) => (value === null ? '–' : String(value).replace(/\s+/g, ' '));
