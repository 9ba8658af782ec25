import type { Worded } from '../contract/language.ts';
import type { Held, Unsure } from '../contract/operations/row-check.ts';
import { asIs, worded } from '../contract/worded.ts';
import { heldMessages } from './messages.ts';

/** Returns notes about ignored, unchecked and unverified filters, without record data. */
export function heldSentences(held: readonly Held[], tool?: string): Worded[] {
  const of = tool === undefined ? '' : worded(heldMessages.ofTool, { tool });
  const rows = held.reduce((sum, one) => sum + one.rows, 0);
  const leftOut = held.reduce((sum, one) => sum + one.leftOut.length, 0);
  const ignored = unique(held.flatMap((one) => one.ignored));
  const unproven = unique(held.flatMap((one) => one.unproven.map(({ argument }) => argument)));
  const unsure = new Map<string, Unsure>();
  for (const one of held.flatMap((each) => each.unsure)) {
    const key = `${one.argument} ${one.why.en}`;
    unsure.set(key, { ...one, rows: (unsure.get(key)?.rows ?? 0) + one.rows });
  }
  return [
    ...(ignored.length > 0
      ? [worded(heldMessages.ignored, { names: listed(ignored), of, leftOut, rows })]
      : []),
    ...[...unsure.values()].map(({ argument: name, rows: count, why }) =>
      worded(heldMessages.unchecked, { name, of, count, rows, why }),
    ),
    ...(unproven.length > 0
      ? [
          worded(heldMessages.unproven, {
            ...{ names: listed(unproven), of, tool: tool === undefined ? heldMessages.thisTool : asIs(tool) },
          }),
        ]
      : []),
  ];
}

const unique = (all: readonly string[]) => [...new Set(all)];

const listed = (names: readonly string[]): Worded => {
  const [last = '', ...others] = [...names].reverse();
  return others.length === 0
    ? asIs(last)
    : worded(heldMessages.named, { some: others.reverse().join(', '), last });
};
