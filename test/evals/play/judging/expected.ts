import type { RecordChange } from './changes.ts';
import type { SnapshotKind } from './records.ts';

/** Required value of a path after the request: an equal value, ids in any order, a pattern that matches, or a check. */
export type Wanted =
  | string
  | number
  | boolean
  | null
  | RegExp
  | readonly string[]
  | ((after: any, changes: readonly RecordChange[]) => boolean);

/** One change that a request asks for. */
export interface ExpectedChange {
  readonly kind: SnapshotKind;
  /** Id of the changed record. Default: a new record. */
  readonly id?: string;
  /** Required values, by path. No other value of an existing record may change. */
  readonly to?: { readonly [path: string]: Wanted | undefined };
}

function hasValue(after: unknown, wanted: Wanted, changes: readonly RecordChange[]): boolean {
  if (typeof wanted === 'function') return wanted(after, changes);
  if (wanted instanceof RegExp) return typeof after === 'string' && wanted.test(after);
  if (Array.isArray(wanted))
    return Array.isArray(after) && JSON.stringify(after.toSorted()) === JSON.stringify(wanted.toSorted());
  return (after ?? null) === wanted;
}

const show = (value: unknown): string =>
  value instanceof RegExp || typeof value === 'function' ? String(value) : JSON.stringify(value ?? null);

/**
 * Returns the reasons why a change is not the expected one. Other fields of a new record are ignored, because
 * the service sets them.
 */
function differencesFrom(
  { to = {}, id }: ExpectedChange,
  change: RecordChange,
  all: readonly RecordChange[],
) {
  const wrong = wantedOf(to)
    .filter(([path, wanted]) => !hasValue(change.paths[path]?.after, wanted, all))
    .map(([path, wanted]) => `${path} is ${show(change.paths[path]?.after)}, expected ${show(wanted)}`);
  const extra = Object.entries(change.paths)
    .filter(([path]) => id !== undefined && !(path in to))
    .map(([path, { after }]) => `${path} changed to ${show(after)}`);
  return [...wrong, ...extra];
}

const wantedOf = (to: NonNullable<ExpectedChange['to']>) =>
  Object.entries(to).filter((entry): entry is [string, Wanted] => entry[1] !== undefined);

const placeOf = ({ kind, what, name, id }: RecordChange) => `${kind} ${what} ${name} (${id})`;

/**
 * Compares changes with the expected ones. Each change must be expected, and each expected change must have
 * been made.
 * @returns the problems; empty if the end state is right
 */
export function problemsOfChanges(
  changes: readonly RecordChange[],
  expected: readonly ExpectedChange[],
): string[] {
  const problems: string[] = [];
  const left = [...changes];
  for (const one of expected) {
    const kinds = left.filter(({ kind, id, what }) =>
      one.id === undefined
        ? kind === one.kind && what === 'created'
        : kind === one.kind && what === 'changed' && id === one.id,
    );
    const best = kinds
      .map((change) => ({ change, reasons: differencesFrom(one, change, changes) }))
      .sort((first, second) => first.reasons.length - second.reasons.length)[0];
    if (best === undefined) {
      problems.push(`missing: ${one.kind} ${one.id ?? 'created'} ${showTo(one)}`);
      continue;
    }
    left.splice(left.indexOf(best.change), 1);
    problems.push(...best.reasons.map((reason) => `${placeOf(best.change)}: ${reason}`));
  }
  return [...problems, ...left.map((change) => `not asked for: ${placeOf(change)}`)];
}

const showTo = ({ to = {} }: ExpectedChange): string =>
  wantedOf(to)
    .map(([path, wanted]) => `${path} = ${show(wanted)}`)
    .join(', ');
