import type { SqlHints, SqlRows } from '../../contract/features/sql-engine.ts';
import { nearestWords } from '../../contract/spelling.ts';
import { normalise } from '../../names/normalise.ts';

/** Maximum number of values that are compared, and of values that are shown. */
const maxValues = 5_000;
const maxShown = 5;

/**
 * Returns a line for each string in the statement that no row contains. The line lists values of the column with a
 * similar spelling.
 */
export function nearValues(texts: SqlHints['texts'], tables: Readonly<Record<string, SqlRows>>): string[] {
  const lines = texts.flatMap(({ column, value }) => {
    const values = valuesOf(column, tables);
    if (value.trim() === '' || value.includes('%') || values.length === 0 || values.includes(value))
      return [];
    const wanted = normalise(value);
    const alike = values.filter((one) => {
      const other = normalise(one);
      return other === wanted || (wanted !== '' && other.includes(wanted));
    });
    const few = values.length <= maxShown ? values : [];
    const near = [...new Set([...alike, ...nearestWords(value, values, maxShown), ...few])].slice(
      0,
      maxShown,
    );
    return near.length === 0
      ? []
      : [`${column} is never '${value}'. Near: ${near.map((one) => `'${one}'`).join(', ')}`];
  });
  return [...new Set(lines)];
}

function valuesOf(column: string, tables: Readonly<Record<string, SqlRows>>): readonly string[] {
  const found = new Set<string>();
  for (const { columns, rows } of Object.values(tables)) {
    const at = columns.findIndex((name) => name.toLowerCase() === column);
    if (at === -1) continue;
    for (const { [at]: value } of rows) {
      if (typeof value === 'string') found.add(value);
      if (found.size >= maxValues) break;
    }
  }
  return [...found];
}
