import type { Facts, Read } from './question.ts';

/** Rows of a table, by its columns, which the last call brought. */
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

/** One column of such a table; numbers as they are written in code. */
export const columnOf = (read: Pick<Read, 'texts'>, column: string): Facts =>
  rowsOf(read).map((row) => row[column] ?? `there is no ${column}`);

/** Which of the names stand in a text: of two that begin alike the longer, wherever it stands. */
export function namesIn(text: string, names: Facts): Facts {
  let rest = text;
  const longestFirst = [...new Set(names)].sort((one, other) => other.length - one.length);
  return longestFirst.filter((name) => {
    if (!rest.includes(name)) return false;
    rest = rest.replaceAll(name, '…');
    return true;
  });
}

/** The lines of a text that have one of the words, together. */
export const linesWith = (text: string, ...words: readonly string[]): string =>
  text
    .split('\n')
    .filter((line) => words.some((word) => line.includes(word)))
    .join('\n');
