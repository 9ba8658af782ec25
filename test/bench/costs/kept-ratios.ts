import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { aligned, median } from '../compare.ts';
import type { Cost } from './measure.ts';

/** Ratio of a kind of call: the median of several runs, with the lowest and the highest of them. */
interface Kept {
  readonly ratio: number;
  readonly spread: readonly [number, number];
}

type KeptRatios = Readonly<Record<string, Kept>>;

const file = fileURLToPath(new URL('kept.json', import.meta.url));
/** Maximum growth of a ratio. Beyond it, the call counts as more expensive. */
const mostGrowth = 1.25;
const twoDigits = (value: number) => value.toFixed(2);

export const readKept = (): KeptRatios => JSON.parse(readFileSync(file, 'utf8')) as KeptRatios;

/** Stores the medians of several runs. */
export function writeKept(runs: readonly (readonly Cost[])[]): void {
  const kept: Record<string, Kept> = {};
  for (const { name } of runs[0] ?? []) {
    const ratios = runs
      .flatMap((costs) => costs.filter((one) => one.name === name))
      .map(({ ratio }) => ratio);
    const [lowest, highest] = [Math.min(...ratios), Math.max(...ratios)].map((one) => Number(twoDigits(one)));
    kept[name] = { ratio: Number(twoDigits(median(ratios))), spread: [lowest ?? 0, highest ?? 0] };
  }
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
}

/** Returns the kinds of calls whose ratio is too far above the stored one. @throws Error if none is stored */
export function grown(costs: readonly Cost[], kept: KeptRatios): readonly string[] {
  const unknown = costs.filter(({ name }) => kept[name] === undefined).map(({ name }) => name);
  if (unknown.length > 0) throw new Error(`No kept ratio for: ${unknown.join('; ')}. Keep one with --keep.`);
  return costs
    .filter(({ name, ratio }) => ratio > mostGrowth * (kept[name]?.ratio ?? Number.NaN))
    .map(({ name }) => name);
}

/** Returns a table that compares a run with the stored ratios. */
export const tableOfCosts = (costs: readonly Cost[], kept: KeptRatios): string =>
  aligned([
    ['processor time of a call', 'casebridge', 'baseline', 'ratio', 'kept', 'spread', 'growth'],
    ...costs.map(({ name, ours, floor, ratio }) => {
      const before = kept[name];
      const now = [name, `${ours.toFixed(3)} ms`, `${floor.toFixed(3)} ms`, `${twoDigits(ratio)} ×`];
      if (before === undefined) return [...now, 'none', '', ''];
      const growth = Math.round((ratio / before.ratio - 1) * 100);
      return [
        ...now,
        `${twoDigits(before.ratio)} ×`,
        before.spread.map(twoDigits).join(' to '),
        `${growth} %`,
      ];
    }),
  ]);
