import type { Held, RowCheck, RowChecks } from '../contract/operations/row-check.ts';
import { eachInTurns } from '../util/give-way.ts';
import { testOf } from './comparisons.ts';
import type { Finding, RowTest } from './finding.ts';
import { isRow } from './row-values.ts';

type Arguments = Readonly<Record<string, unknown>>;

interface Asked {
  readonly argument: string;
  readonly check: RowCheck;
  readonly test: RowTest;
  readonly findings: Finding[];
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
 * @param except arguments that whoever asked compares himself
 * @returns undefined where every row obeys
 */
export async function holdRows(
  checks: RowChecks,
  args: Arguments,
  rows: readonly unknown[],
  except: readonly string[] = [],
): Promise<Held | undefined> {
  const asked = Object.entries(checks).flatMap(([argument, check]): Asked[] => {
    if (!isGiven(args[argument]) || except.includes(argument)) return [];
    const test = testOf(check, args[argument]);
    return test === undefined ? [] : [{ argument, check, test, findings: [] }];
  });
  await eachInTurns(rows, (row) => {
    for (const { test, findings } of asked) findings.push(isRow(row) ? test(row) : 'absent');
  });
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
  if (ignored.length === 0 && unsure.length === 0) return undefined;
  return { rows: rows.length, ignored: ignored.map(({ argument }) => argument), leftOut, unsure };
}

const reasonsOf = (check: RowCheck): readonly (readonly [Finding, why: string])[] => [
  ['absent', 'they do not show it'],
  ...('why' in check ? [['unproven', check.why] as const] : []),
];
