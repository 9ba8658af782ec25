/** Row of the table. Compares casebridge (`ours`) with the baseline (`floor`), measured in the same run. */
export interface Row {
  readonly what: string;
  readonly ours: string;
  readonly floor: string;
  readonly ratio?: number;
  /** Maximum for `ratio`, or for `value` if there is no ratio. */
  readonly target?: number;
  /** Value compared with the target if there is no ratio. */
  readonly value?: number;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

export interface Comparison {
  readonly ours: number;
  readonly floor: number;
  /** Median of the ratios of adjacent measurements. Other load on the machine affects both sides of a pair. */
  readonly ratio: number;
}

/** Time limit for all pairs, in milliseconds. A busy machine measures fewer pairs, so that the run ends in time. */
const longestMs = 10_000;

/** Measures both sides alternately, in changing order, and compares adjacent measurements. */
export async function compare(
  pairs: number,
  ours: () => Promise<number>,
  floor: () => Promise<number>,
): Promise<Comparison> {
  const measured: { ours: number; floor: number }[] = [];
  const began = performance.now();
  for (let pair = 0; pair < pairs && performance.now() - began < longestMs; pair += 1) {
    if (pair % 2 === 0) {
      const first = await ours();
      measured.push({ ours: first, floor: await floor() });
    } else {
      const first = await floor();
      measured.push({ ours: await ours(), floor: first });
    }
  }
  return {
    ours: median(measured.map((pair) => pair.ours)),
    floor: median(measured.map((pair) => pair.floor)),
    ratio: median(measured.map((pair) => pair.ours / pair.floor)),
  };
}

export const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

export function row(
  what: string,
  { ours, floor, ratio }: Comparison,
  show: (value: number) => string,
  target?: number,
): Row {
  return { what, ours: show(ours), floor: show(floor), ratio, ...(target === undefined ? {} : { target }) };
}

/** Returns the table as text. A missed target is only reported, because figures of one machine prove nothing. */
export function table(rows: readonly Row[]): string {
  const cells = rows.map(({ what, ours, floor, ratio, target, value }) => {
    const held = ratio ?? value;
    const verdict = target === undefined || held === undefined ? '' : held <= target ? 'met' : 'MISSED';
    const limit =
      target === undefined ? '' : `≤ ${target.toLocaleString('en')}${ratio === undefined ? '' : ' ×'}`;
    return [what, ours, floor, ratio === undefined ? '' : `${ratio.toFixed(2)} ×`, limit, verdict];
  });
  return aligned([['', 'casebridge', 'baseline', 'ratio', 'target', ''], ...cells]);
}

/** Formats a table with columns of equal width. The first column is left-aligned, the others are right-aligned. */
export function aligned(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}
