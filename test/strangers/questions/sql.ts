import { addDays, dayOf, momentOf, startOf } from '../calendar.ts';
import { countBy } from '../pick.ts';
import type { Asked, Context, Fault } from '../question.ts';
import type { Answer } from '../verdicts/answer.ts';

export type Cell = string | number | boolean | Date | undefined | null;

/** Runs a query. Compares the rows as a set unless `isOrdered` is set. */
export function query(
  { zone }: Context,
  sql: string,
  rows: readonly (readonly Cell[])[],
  { isOrdered = false }: { isOrdered?: boolean } = {},
): Asked {
  const written = (row: readonly unknown[]) => row.map((cell) => writtenCell(cell, zone)).join(' | ');
  const inOrder = (list: readonly string[]) => (isOrdered ? [...list] : [...list].sort());
  const expected = inOrder(rows.map(written));
  return {
    calls: [['query_records', { sql }]],
    expected: expected.join('; ') || 'no rows',
    check: ({ data }: Answer): Fault[] => {
      const total: number = data?.total ?? 0;
      const found = inOrder(((data?.rows ?? []) as unknown[][]).map(written));
      const missing = expected.filter((row) => !found.includes(row));
      const extra = found.filter((row) => !expected.includes(row));
      // Long results are truncated, with the total number.
      if (found.length < total && total === expected.length && extra.length === 0) return [];
      const isSame = found.join('\n') === expected.join('\n');
      return isSame
        ? []
        : [
            {
              what: `${found.length} rows, not ${expected.length}; missing: ${missing.slice(0, 4).join('; ')}; extra: ${extra.slice(0, 4).join('; ')}`,
              topic: namesIn(sql),
            },
          ];
    },
  };
}

const keywords =
  /^(?:select|from|where|group|order|by|and|or|not|is|null|as|on|join|having|desc|limit|distinct|exists|in|count|sum|date|now|id|n|[a-z])$/i;

/** Returns a pattern for tables and columns of a query. A note about a wrong answer must contain one of them. */
function namesIn(sql: string): RegExp {
  const words = sql.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
  return new RegExp(['name not given', ...words.filter((word) => !keywords.test(word))].join('|'), 'iu');
}

function writtenCell(cell: unknown, zone: string): string {
  if (cell === null || cell === undefined || cell === '') return 'NULL';
  if (cell instanceof Date) return momentOf(cell, zone);
  if (typeof cell === 'boolean') return cell ? '1' : '0';
  if (typeof cell === 'number') return String(Math.round(cell * 100) / 100);
  const number = Number(cell);
  return String(cell).trim() !== '' && Number.isFinite(number)
    ? String(Math.round(number * 100) / 100)
    : String(cell);
}

/** Returns the rows of `SELECT key, count(*) … GROUP BY key`. */
export const grouped = <Item>(list: readonly Item[], keyOf: (item: Item) => string | undefined): Cell[][] =>
  [...countBy(list, (item) => keyOf(item) ?? '')].map(([key, count]) => [key === '' ? null : key, count]);

export const startOfToday = ({ now, zone }: Context) => startOf(dayOf(now, zone), zone);
export const startOfLater = ({ now, zone }: Context, days: number) =>
  startOf(addDays(dayOf(now, zone), days), zone);
