import type { Verified } from './verified.ts';
import type { ChangeToVerify } from './verify-change.ts';

/** Pipeline step: compares the record. Loads no code without `stores` and `removes`. */
export async function keptVerified(call: ChangeToVerify): Promise<Verified> {
  const { removes, stores } = call.definition;
  if (removes === undefined && stores === undefined) return { kept: { unkept: [], unseen: [] } };
  const { verifyChange } = await import('./verify-change.ts');
  return verifyChange(call);
}
