import type { Facts, Read } from './question.ts';

/** Returns the rows of the table in the last result, by column. */
export function rowsOf({ texts }: Pick<Read, 'texts'>): Record<string, string>[] {
  const lines = (texts.at(-1) ?? '').split('\n');
  const start = lines.findIndex((line) => line.startsWith('<data')) + 1;
  const [head = '', ...rest] = lines.slice(start);
  if (head === 'No rows.') return [];
  const columns = head.split(' | ');
  const end = rest.findIndex((line) => line.startsWith('Times: ') || line.startsWith('</data'));
  return rest.slice(0, end).map((line) => {
    const cells = line.split(' | ');
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
  });
}

/** Returns one column of this table. Numbers are unformatted. */
export const columnOf = (read: Pick<Read, 'texts'>, column: string): Facts =>
  rowsOf(read).map((row) => row[column] ?? `there is no ${column}`);

/** Returns the names that occur in a text. A shorter name that is part of a longer one does not count there. */
export function namesIn(text: string, names: Facts): Facts {
  let rest = text;
  const longestFirst = [...new Set(names)].sort((one, other) => other.length - one.length);
  return longestFirst.filter((name) => {
    if (!rest.includes(name)) return false;
    rest = rest.replaceAll(name, '…');
    return true;
  });
}

/** Returns the lines of a text that contain one of the words. */
export const linesWith = (text: string, ...words: readonly string[]): string =>
  text
    .split('\n')
    .filter((line) => words.some((word) => line.includes(word)))
    .join('\n');
