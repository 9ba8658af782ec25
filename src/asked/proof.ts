import type { RowCheck, VerifiedFilters } from '../contract/operations/row-check.ts';

type Filter = Readonly<Record<string, unknown>>;

/** Parts of a field filter that a service may support separately. */
const forms = ['IsEmpty', 'SearchValues', 'BeginValue', 'EndValue'] as const;

/**
 * Returns the keys under which a filter is recorded as verified. An empty result is conclusive only if all of them are.
 * An enumeration has one key per value, and a field filter one per field and operator, because a service may support
 * only some.
 */
export function proofsOf(argument: string, { is }: RowCheck, asked: unknown): readonly string[] {
  if (is === 'means') return [`${argument} ${String(asked)}`];
  if (is !== 'fieldFilters' || !Array.isArray(asked)) return [argument];
  return (asked as Filter[]).flatMap((filter) => {
    const given = forms.filter((form) => (filter[form] ?? null) !== null);
    return given.map((form) =>
      `${argument} ${filter.FieldTag ?? filter.FieldId} ${form}`.slice(0, maxLength),
    );
  });
}
const maxLength = 120;

/** Bounds memory. No catalogue needs this many keys, so an excess must come from invented tags. */
const mostKept = 5000;

/** Creates the set of verified filters, shared by all callers of a service. */
export function createVerifiedFilters(): VerifiedFilters {
  const proofs = new Set<string>();
  return {
    has: (proof) => proofs.has(proof),
    add: (proof) => {
      if (proofs.size < mostKept) proofs.add(proof);
    },
  };
}
