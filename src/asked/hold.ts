import type { Worded } from '../contract/language.ts';
import type {
  Held,
  RowCheck,
  RowChecks,
  Unproven,
  VerifiedFilters,
} from '../contract/operations/row-check.ts';
import { isRow } from '../contract/records/row.ts';
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
  /** True if the caller checks this filter itself. */
  readonly isCompared: boolean;
}

interface Holding {
  readonly tool: string;
  readonly checks: RowChecks;
  readonly args: Arguments;
  readonly rows: readonly unknown[];
  /** Filters that the service has applied, as returned rows show. `holdRows` adds those that `rows` confirm. */
  readonly verified: VerifiedFilters;
  /** Filters that the caller checks itself. They add no notes. */
  readonly except?: readonly string[] | undefined;
}

/** Returns the rows: items, entries, or a single record. Returns undefined for a scalar. */
export function rowsOf(body: unknown): readonly unknown[] | undefined {
  if (Array.isArray(body)) return body;
  if (!isRow(body)) return undefined;
  return Array.isArray(body.Items) ? body.Items : [body];
}

/** Checks for a filter that can be compared with rows. Must be fast, because most calls have none. */
export const isToBeHeld = (checks: RowChecks | undefined, args: Arguments): checks is RowChecks => {
  for (const argument in checks) if (isGiven(args[argument])) return true;
  return false;
};

const isGiven = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);

/**
 * Compares rows with the filters of the call.
 * @returns undefined if there is nothing to report. An empty first page is reported only if one of its filters is
 * unverified
 */
export async function holdRows(holding: Holding): Promise<Held | undefined> {
  const { rows, verified, args } = holding;
  const all = askedOf(holding);
  await eachInTurns(rows, (row) => {
    for (const { test, findings } of all) findings.push(isRow(row) ? test(row) : 'absent');
  });
  // A response with rows that cannot match shows that the service ignored the filter, even if another row matches.
  for (const { findings, proofs } of all)
    if (findings.includes('obeys') && !findings.includes('violates')) proofs.forEach(verified.add);
  // An empty page after the first does not count, because it may only mean that the list has ended.
  const isNothing = rows.length === 0 && (args.Page ?? 1) === 1;
  const unproven = isNothing ? all.filter((one) => isUnproven(one, verified)) : [];
  const asked = all.filter(({ isCompared }) => !isCompared);
  const ignored = asked.filter(({ findings }) => findings.includes('violates'));
  // If the service ignored a filter, remove every row that does not certainly match it.
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

/** Checks whether a filter is unverified, which means that no returned row has shown that the service applies it. */
export const isUnproven = ({ proofs }: Pick<Unproven, 'proofs'>, verified: VerifiedFilters): boolean =>
  !proofs.every(verified.has);

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
