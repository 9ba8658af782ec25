import type { Worded } from '../contract/language.ts';
import type { Heeded, Held, RowCheck, RowChecks, Unproven } from '../contract/operations/row-check.ts';
import { isRow } from '../json/record-value.ts';
import { eachInTurns } from '../util/give-way.ts';
import { testOf } from './comparisons.ts';
import type { Finding, RowTest } from './finding.ts';
import { heldMessages } from './messages.ts';
import { proofsOf } from './proof.ts';

type Arguments = Readonly<Record<string, unknown>>;

interface Asked {
  readonly argument: string;
  readonly check: RowCheck;
  readonly test: RowTest;
  readonly findings: Finding[];
  readonly proofs: readonly string[];
  /** Whoever asked compares it himself. */
  readonly isCompared: boolean;
}

interface Holding {
  /** The operation that was asked. */
  readonly tool: string;
  readonly checks: RowChecks;
  readonly args: Arguments;
  readonly rows: readonly unknown[];
  /** What the service was seen to heed until now; learns what these rows show. */
  readonly heeded: Heeded;
  /** Arguments that whoever asked compares himself: of what comes nothing is said of them. */
  readonly except?: readonly string[] | undefined;
}

/** The rows of an answer: those of a page, of a bare list, or the one record that it is. */
export function rowsOf(body: unknown): readonly unknown[] | undefined {
  if (Array.isArray(body)) return body;
  if (!isRow(body)) return undefined;
  return Array.isArray(body.Items) ? body.Items : [body];
}

/** Whether a call asked for something that rows have to show; cheap, for the many that did not. */
export const isToBeHeld = (checks: RowChecks | undefined, args: Arguments): checks is RowChecks => {
  for (const argument in checks) if (isGiven(args[argument])) return true;
  return false;
};

const isGiven = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);

/**
 * Holds rows against what was asked.
 * @returns undefined where every row obeys, or nothing is there and that can be believed
 */
export async function holdRows(holding: Holding): Promise<Held | undefined> {
  const { rows, heeded, args } = holding;
  const all = askedOf(holding);
  await eachInTurns(rows, (row) => {
    for (const { test, findings } of all) findings.push(isRow(row) ? test(row) : 'absent');
  });
  for (const { findings, proofs } of all) if (findings.includes('obeys')) proofs.forEach(heeded.add);
  // Behind the last page of what there is comes nothing either.
  const isNothing = rows.length === 0 && (args.Page ?? 1) === 1;
  const unproven = isNothing ? all.filter((one) => isUnproven(one, heeded)) : [];
  const asked = all.filter(({ isCompared }) => !isCompared);
  const ignored = asked.filter(({ findings }) => findings.includes('violates'));
  // Where a service ignored an argument, only what surely obeys was asked for.
  const leftOut = [...rows.keys()].filter((place) =>
    ignored.some(({ findings }) => findings[place] !== 'obeys'),
  );
  const isLeftOut = new Set(leftOut);
  const unsure = asked.flatMap(({ argument, check, findings }) => {
    const stay = findings.filter((_, place) => !isLeftOut.has(place));
    return reasonsOf(check).flatMap(([finding, why]) => {
      const count = stay.filter((one) => one === finding).length;
      return count === 0 ? [] : [{ argument, rows: count, why }];
    });
  });
  if (ignored.length + unsure.length + unproven.length === 0) return undefined;
  const names = (some: readonly Asked[]) => some.map(({ argument }) => argument);
  return {
    rows: rows.length,
    ignored: names(ignored),
    leftOut,
    unsure,
    unproven: unproven.map(({ argument, proofs }) => ({ argument, proofs })),
  };
}

/** Whether the service was never seen to heed an argument. */
export const isUnproven = ({ proofs }: Pick<Unproven, 'proofs'>, heeded: Heeded): boolean =>
  !proofs.every(heeded.has);

function askedOf({ tool, checks, args, except = [] }: Holding): readonly Asked[] {
  return Object.entries(checks).flatMap(([argument, check]): Asked[] => {
    if (!isGiven(args[argument])) return [];
    const test = testOf(check, args[argument]);
    if (test === undefined) return [];
    const proofs = proofsOf(argument, check, args[argument]).map((proof) => `${tool} ${proof}`);
    return [{ argument, check, test, findings: [], proofs, isCompared: except.includes(argument) }];
  });
}

const reasonsOf = (check: RowCheck): readonly (readonly [Finding, why: Worded])[] => [
  ['absent', heldMessages.notShown],
  ...('why' in check ? [['unproven', check.why] as const] : []),
];
