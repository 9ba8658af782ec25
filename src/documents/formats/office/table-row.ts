export interface Cell {
  readonly lines: readonly string[];
  readonly span: number;
  /** Whether the cell is merged with the cell above. */
  readonly isContinued: boolean;
}

/** Formats a row as one line: `| cell | cell |`. A row of a nested table becomes `(cell ; cell)`. */
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
