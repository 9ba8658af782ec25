import type { RawRecord } from './values.ts';

export interface Budget {
  readonly limit: number;
  /** If true, the query only reads lists, in order to calculate the number of requests. */
  readonly isPlan: boolean;
  sent: number;
  /** Number of object cards to read, as far as it is known. */
  planned: number;
}

/** Thrown if a query would exceed its request limit, or if only its cost was requested. */
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

/** Maximum number of values that are shown for each condition. */
const maxValues = 12;
const pageSize = 100;
const ways = [
  ['status', 'Status'],
  ['type', 'Type'],
  ['responsible', 'Responsible'],
  ['stage', 'Stage'],
] as const;

/**
 * Returns the values of conditions that would leave fewer records, such as `scope.type: Bankruptcy (12)`, with the
 * number of records for each value. Values that leave too many records come last. Other values and records without a
 * value are also counted, so that the numbers add up to all records.
 */
export function cheaperScopes(rows: readonly RawRecord[], isCut: boolean, limit: number): string[] {
  const isCheap = (count: number) => count + Math.ceil(count / pageSize) <= limit;
  return ways.flatMap(([argument, field]) => {
    const counts = new Map<string, number>();
    for (const row of rows) {
      const value = row[field];
      const name = typeof value === 'string' ? value : (value as { Name?: unknown } | null)?.Name;
      if (typeof name === 'string') counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    if (counts.size < 2) return [];
    const all = [...counts].sort((one, other) => other[1] - one[1]);
    const fitting = all.filter(([, count]) => isCheap(count));
    if (fitting.length === 0) return [];
    const shown = [...fitting, ...all.filter(([, count]) => !isCheap(count))];
    const texts = shown
      .slice(0, maxValues)
      .map(([name, count]) => `${name} (${count}${isCut ? '+' : ''}${isCheap(count) ? '' : ', too many'})`);
    const rest = shown.slice(maxValues);
    const restCount = rest.reduce((sum, [, count]) => sum + count, 0);
    const named = all.reduce((sum, [, count]) => sum + count, 0);
    return [
      `scope.${argument}: ${[
        ...texts,
        ...(rest.length > 0 ? [`and ${rest.length} more values (${restCount})`] : []),
        ...(named < rows.length ? [`none (${rows.length - named})`] : []),
      ].join(', ')}`,
    ];
  });
}
