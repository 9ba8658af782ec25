import type { Verified } from './verified.ts';
import type { ChangeToVerify } from './verify-change.ts';

/** Step: compares what was sent with what the record shows. Loads nothing for an operation that changes nothing. */
export async function keptVerified(call: ChangeToVerify): Promise<Verified> {
  const { removes, stores } = call.definition;
  if (removes === undefined && stores === undefined) return { kept: { unkept: [], unseen: [] } };
  const { verifyChange } = await import('./verify-change.ts');
  return verifyChange(call);
}
