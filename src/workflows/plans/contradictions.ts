import type { ChangeRefused, DraftedChange } from '../../contract/features/planned-changes.ts';
import { isPossible, type PlanRow } from './plan.ts';

type Drafted = PlanRow & { readonly drafted: DraftedChange };

/**
 * Marks rows that cannot be carried out. A row that repeats an earlier row is left out. If rows contradict each other,
 * all of them are left out, because it is unknown which one was meant.
 */
export function withoutContradictions(rows: readonly PlanRow[]): readonly PlanRow[] {
  const possible = rows.filter(isPossible);
  const cannot = new Map<number, ChangeRefused>();
  const seen = new Map<string, Drafted>();
  for (const row of possible) {
    const same = seen.get(row.drafted.requestDigest);
    if (same === undefined) seen.set(row.drafted.requestDigest, row);
    else cannot.set(row.row, repeats(same.row));
  }
  const unique = possible.filter(({ row }) => !cannot.has(row));
  for (const group of byRecord(unique).values())
    for (const one of group) {
      const other = group.find((two) => two !== one && isContradiction(one, two));
      if (other !== undefined) cannot.set(one.row, contradicts(other.row));
    }
  return rows.map((row) => {
    const why = cannot.get(row.row);
    return why === undefined ? row : { ...row, cannot: why };
  });
}

function byRecord(rows: readonly Drafted[]): ReadonlyMap<string, readonly Drafted[]> {
  const groups = new Map<string, Drafted[]>();
  for (const row of rows) {
    const { record } = row.drafted;
    if (record !== undefined) groups.set(record, [...(groups.get(record) ?? []), row]);
  }
  return groups;
}

/**
 * Checks whether two rows for the same record contradict each other. A row that adds entries contradicts another one
 * only if one of them removes the record.
 */
function isContradiction({ drafted: one }: Drafted, { drafted: two }: Drafted): boolean {
  if (one.isRemoval || two.isRemoval) return true;
  if (one.isAddition || two.isAddition) return false;
  const names = new Set(one.fields.map(({ field }) => field));
  return two.fields.some(({ field }) => names.has(field));
}

const repeats = (row: number): ChangeRefused => ({
  code: 'REPEATS',
  reason: `This row repeats row ${row}, so it is left out. To do it twice, use a separate plan.`,
});

const contradicts = (row: number): ChangeRefused => ({
  code: 'CONTRADICTS',
  reason: `Row ${row} changes the same field of the same record differently, so neither is carried out. Keep one of them.`,
});
