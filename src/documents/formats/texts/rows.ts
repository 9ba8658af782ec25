/** Delimiters that spreadsheet programs use. */
const delimiters = [';', '\t', ',', '|'];
const sampleLines = 20;
const maxCells = 1_000;

/** Returns the rows of a CSV or TSV file as lines: `| cell | cell |`. */
export function* rowsOfText(text: string): Generator<string> {
  const stated = /^sep=(.)(?:\n|$)/.exec(text);
  const content = stated ? text.slice(stated[0].length) : text;
  for (const cells of records(content, stated?.[1] ?? delimiterOf(content)))
    if (cells.some((cell) => cell !== ''))
      yield `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', '<br>')).join(' | ')} |`;
}

/** Returns the delimiter for which the largest number of sample rows have the same number of cells. */
function delimiterOf(text: string): string {
  const sample = text.slice(0, 100_000);
  const ranked = delimiters.map((delimiter) => {
    const widths: number[] = [];
    for (const cells of records(sample, delimiter)) if (widths.push(cells.length) === sampleLines) break;
    const usual = widths.toSorted((one, other) => one - other)[widths.length >> 1] ?? 1;
    return { delimiter, usual, same: widths.filter((width) => width === usual).length };
  });
  const wide = ranked.filter(({ usual }) => usual > 1);
  return wide.sort((one, other) => other.same - one.same || other.usual - one.usual)[0]?.delimiter ?? ',';
}

function* records(text: string, delimiter: string): Generator<string[]> {
  let cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    const [cell, end] = text[at] === '"' ? quoted(text, at) : plain(text, at, delimiter);
    if (cells.length < maxCells) cells.push(cell.trim());
    const isRowEnd = text[end] !== delimiter;
    if (isRowEnd) {
      yield cells;
      cells = [];
    }
    at = end + 1;
  }
  if (text.endsWith(delimiter)) cells.push('');
  if (cells.length > 0) yield cells;

  function quoted(from: string, start: number): [string, number] {
    let end = from.indexOf('"', start + 1);
    while (end !== -1 && from[end + 1] === '"') end = from.indexOf('"', end + 2);
    if (end === -1) return plain(from, start, delimiter);
    const [rest, next] = plain(from, end + 1, delimiter);
    return [from.slice(start + 1, end).replaceAll('""', '"') + rest, next];
  }
}

/** Reads an unquoted cell up to the next delimiter or the end of the row. */
function plain(text: string, start: number, delimiter: string): [string, number] {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end += 1;
  return [text.slice(start, end), end];
}
