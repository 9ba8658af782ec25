import type { RawRecord } from './values.ts';

/** Request budget of a query. */
export interface Budget {
  readonly limit: number;
  /** If true, reads only lists, to calculate the number of requests. */
  readonly isPlan: boolean;
  sent: number;
  /** Number of object cards to read, as far as it is known. */
  planned: number;
}

/** Thrown if a query would exceed its limit of requests, or if only its cost was requested. */
export class TooDearError extends Error {
  readonly needed: number;
  /** Table with too many records. `rows` are its listed records, from which narrower conditions are suggested. */
  readonly table: string;
  readonly rows: readonly RawRecord[];
  /** Whether the list is incomplete. */
  readonly isCut: boolean;
  /** Name of the objects that are read for each record, in the plural. */
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
/** Number of records per page of a list. */
const pageSize = 100;
const ways = [
  ['status', 'Status'],
  ['type', 'Type'],
  ['responsible', 'Responsible'],
  ['stage', 'Stage'],
] as const;

/** Returns conditions that would leave few enough records, such as `scope.type Bankruptcy: 12`. */
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
