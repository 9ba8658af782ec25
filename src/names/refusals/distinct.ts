import type { Candidate } from '../../contract/candidate.ts';

/** A candidate with further data from the same response. */
export interface Distinguishable extends Candidate {
  /** Facts that may distinguish the record. A fact has the same index in all candidates of a list. */
  readonly facts?: readonly (string | undefined)[] | undefined;
  /** Date-time of the record's creation. */
  readonly created?: string | undefined;
}

/**
 * Returns the candidates of one error. If several have the same detail, adds the fewest facts that make their details
 * distinct. If the facts do not suffice for records with the same name, adds the dates of creation.
 */
export function distinctCandidates(records: readonly Distinguishable[]): Candidate[] {
  return records.map((record) => {
    const alike = records.filter(({ detail = '' }) => detail === (record.detail ?? ''));
    const added = alike.length > 1 ? factsAdded(record, alike) : [];
    const detail = [record.detail, ...added].filter(Boolean).join(', ');
    return { id: record.id, name: record.name, ...(detail === '' ? {} : { detail }) };
  });
}

/** Returns the facts of a record that distinguish it from the others with the same detail. */
function factsAdded(record: Distinguishable, alike: readonly Distinguishable[]): (string | undefined)[] {
  const chosen = factsThatDiffer(alike);
  const textOf = ({ name, facts }: Distinguishable) => JSON.stringify([name, ...factsAt(facts, chosen)]);
  const isSame = alike.some((one) => one !== record && textOf(one) === textOf(record));
  return [
    ...factsAt(record.facts, chosen),
    isSame && record.created !== undefined ? `created ${record.created}` : undefined,
  ];
}

/** Returns the index of the first fact that is different in each record. If there is none, returns several. */
function factsThatDiffer(alike: readonly Distinguishable[]): readonly number[] {
  const count = Math.max(0, ...alike.map(({ facts = [] }) => facts.length));
  const all = Array.from({ length: count }, (_, index) => index);
  const differing = (chosen: readonly number[]) =>
    new Set(alike.map(({ facts }) => JSON.stringify(factsAt(facts, chosen)))).size;
  const single = all.find((index) => differing([index]) === alike.length);
  if (single !== undefined) return [single];
  const chosen: number[] = [];
  for (const index of all) if (differing([...chosen, index]) > differing(chosen)) chosen.push(index);
  return chosen;
}

const factsAt = (facts: Distinguishable['facts'] = [], chosen: readonly number[]) =>
  chosen.map((index) => facts[index]);
