import { createHash } from 'node:crypto';
import type { Sent } from '../../../api/client/build-request.ts';
import type { Proposal } from '../proposal.ts';

type Digested = Pick<Proposal, 'sent' | 'principalId' | 'target' | 'lost' | 'basis'> & {
  readonly operation: Pick<Proposal['operation'], 'name'>;
};

/**
 * Returns a digest of a call: its tool, its caller, the values to send, the state of the target record, the removed
 * data, and the further facts in `basis`. If any of these changes, the digest changes too, so the earlier confirmation
 * no longer applies.
 */
export function digestOf({ operation, sent, principalId, target, lost = [], basis }: Digested): string {
  const values = sorted(byName(sent));
  const content = JSON.stringify([principalId, operation.name, values, recordState(target), lost, basis]);
  return createHash('sha256').update(content).digest('base64url');
}

const byName = (sent: readonly Sent[]) =>
  Object.fromEntries(sent.map(({ argument, name, value }) => [`${argument} ${name}`, value]));

/**
 * Returns the state of a record: the date of its last change with identifying fields. If the record has no such date,
 * returns the whole record.
 */
export function recordState(target: unknown): unknown {
  const { Id, Name, Number: number, Version, LastChangeDate } = (target ?? {}) as Record<string, unknown>;
  return LastChangeDate === undefined ? target : [Id, Name, number, Version, LastChangeDate];
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, item]) => [name, sorted(item)]),
  );
}
