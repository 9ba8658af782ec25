import type { Cell } from './matrix.ts';

/** Result of one call with one modified service. */
export interface Printed {
  /** Modification of the service, in words that continue `The service …`. */
  readonly row: string;
  readonly column: string;
  readonly about: string;
  readonly cell: Exclude<Cell, 'not asked'>;
  readonly detail?: string | undefined;
}

const cells = ['WRONG', 'said', 'poorer', 'right'] as const;

export const countOf = (all: readonly Printed[]): string => {
  const count = (cell: Printed['cell']) => all.filter((one) => one.cell === cell).length;
  const services = new Set(all.map(({ row }) => row)).size;
  return `${all.length} answers of ${services} services: ${count('right')} right, ${count('said')} said, ${count('poorer')} poorer, ${count('WRONG')} WRONG`;
};

/** Returns a table with a row for each modification and a column for each tool. Each cell is the worst result. */
export function asTable(all: readonly Printed[]): string {
  const columns = [...new Set(all.map(({ column }) => column))];
  const rows = groups(all);
  const lines = [...rows].map(([row, found]) => {
    const worst = (column: string) => {
      const own = found.filter((one) => one.column === column);
      return cells.find((cell) => own.some((one) => one.cell === cell)) ?? '';
    };
    return `| ${row} | ${columns.map(worst).join(' | ')} |`;
  });
  return [
    `| the service … | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '---').join('|')}|`,
    ...lines,
  ].join('\n');
}

function groups(all: readonly Printed[]): ReadonlyMap<string, readonly Printed[]> {
  const found = new Map<string, Printed[]>();
  for (const one of all) found.set(one.row, [...(found.get(one.row) ?? []), one]);
  return found;
}
