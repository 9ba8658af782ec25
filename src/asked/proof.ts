import type { Heeded, RowCheck } from '../contract/operations/row-check.ts';

type Filter = Readonly<Record<string, unknown>>;

/** What of a filter by field is asked for: each a filter of its own to a service. */
const forms = ['IsEmpty', 'SearchValues', 'BeginValue', 'EndValue'] as const;

/**
 * What a service has to be seen to heed, so that nothing found by an argument means that there is nothing: the argument,
 * and where the service may know some words of it and not others, each of these for itself.
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

/** Far more than a catalogue has arguments; beyond, tags are made up. */
const mostKept = 5000;

/** One for all callers of a service. */
export function createHeeded(): Heeded {
  const proofs = new Set<string>();
  return {
    has: (proof) => proofs.has(proof),
    add: (proof) => {
      if (proofs.size < mostKept) proofs.add(proof);
    },
  };
}
