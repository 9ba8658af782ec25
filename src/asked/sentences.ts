import type { Held, Unsure } from '../contract/operations/row-check.ts';

/** What the reader of an answer should know of what it was held against, in our own words alone. */
export function heldSentences(held: readonly Held[], tool?: string): string[] {
  const of = tool === undefined ? '' : ` of ${tool}`;
  const rows = held.reduce((sum, one) => sum + one.rows, 0);
  const leftOut = held.reduce((sum, one) => sum + one.leftOut.length, 0);
  const ignored = unique(held.flatMap((one) => one.ignored));
  const unproven = unique(held.flatMap((one) => one.unproven));
  const unsure = new Map<string, Unsure>();
  for (const one of held.flatMap((each) => each.unsure)) {
    const key = `${one.argument} ${one.why}`;
    unsure.set(key, { ...one, rows: (unsure.get(key)?.rows ?? 0) + one.rows });
  }
  return [
    ...(ignored.length > 0
      ? [
          `The service ignored ${inWords(ignored)}${of}: ${leftOut} of ${rows} rows did not fit and were left out.`,
        ]
      : []),
    ...[...unsure.values()].map(
      ({ argument, rows: count, why }) =>
        `${argument}${of} could not be checked for ${count} of ${rows} rows: ${why}.`,
    ),
    ...(unproven.length > 0
      ? [
          `Nothing was found by ${inWords(unproven)}${of}, which this service was not yet seen to heed: there may be some all the same.`,
        ]
      : []),
  ];
}

const unique = (all: readonly string[]) => [...new Set(all)];

const inWords = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
