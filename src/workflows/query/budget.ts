import type { RawRecord } from './values.ts';

/** What is left of the requests that a query may send. */
export interface Budget {
  readonly limit: number;
  /** Lists are read, and no cards. */
  readonly isPlan: boolean;
  sent: number;
  /** Cards to be read in all, as far as they are known. */
  planned: number;
}

/** A query that would send more requests than the operator lets one send, or only asked how many these are. */
export class TooDearError extends Error {
  readonly needed: number;
  /** Of what there are so many; the listed ones, by which it can be narrowed. */
  readonly table: string;
  readonly rows: readonly RawRecord[];
  /** Not all of them are listed. */
  readonly isCut: boolean;
  /** What is read of each, in the plural. */
  readonly reading: string;

  constructor(
    table: string,
    needed: number,
    rows: readonly RawRecord[],
    { isCut = false, reading = 'cards' }: { readonly isCut?: boolean; readonly reading?: string } = {},
  ) {
    super('too dear');
    this.needed = needed;
    this.table = table;
    this.rows = rows;
    this.isCut = isCut;
    this.reading = reading;
  }
}

const maxWays = 3;
/** Records that a page of a list has. */
const pageSize = 100;
const ways = [
  ['status', 'Status'],
  ['type', 'Type'],
  ['responsible', 'Responsible'],
  ['stage', 'Stage'],
] as const;

/** Which conditions would leave few enough of these records: `scope.type Bankruptcy: 12`. */
export function cheaperScopes(rows: readonly RawRecord[], isCut: boolean, limit: number): string[] {
  return ways.flatMap(([argument, field]) => {
    const counts = new Map<string, number>();
    for (const row of rows) {
      const value = row[field];
      const name = typeof value === 'string' ? value : (value as { Name?: unknown } | null)?.Name;
      if (typeof name === 'string') counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    if (counts.size < 2) return [];
    const fitting = [...counts]
      .filter(([, count]) => count + Math.ceil(count / pageSize) <= limit)
      .sort((one, other) => other[1] - one[1]);
    const shown = fitting.slice(0, maxWays).map(([name, count]) => `${name} (${count}${isCut ? '+' : ''})`);
    return shown.length === 0 ? [] : [`scope.${argument}: ${shown.join(', ')}`];
  });
}
