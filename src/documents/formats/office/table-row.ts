/** A cell of a table. */
export interface Cell {
  readonly lines: readonly string[];
  /** How many columns it takes. */
  readonly span: number;
  /** It belongs to the cell above it. */
  readonly isContinued: boolean;
}

/** A row as a line: `| cell | cell |`; one of a table within a cell is `(cell ; cell)`. */
export function tableRow(cells: readonly Cell[], isNested = false): string {
  const texts = cells.flatMap(({ lines, span, isContinued }) => [
    isContinued ? '↑' : cellText(lines),
    ...Array.from({ length: span - 1 }, () => '←'),
  ]);
  return isNested
    ? `(${texts.join(' ; ')})`
    : `| ${texts.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
}

const cellText = (lines: readonly string[]): string =>
  lines
    .flatMap((line) => line.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('<br>');
