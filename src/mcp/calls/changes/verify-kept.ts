import type { Verified } from './verified.ts';
import type { ChangeToVerify } from './verify-change.ts';

/**
 * Pipeline step: compares the sent values with the record. Does not load the code for this if the operation has neither
 * `stores` nor `removes`.
 */
export async function keptVerified(call: ChangeToVerify): Promise<Verified> {
  const { removes, stores } = call.definition;
  if (removes === undefined && stores === undefined) return { kept: { unkept: [], unseen: [] } };
  const { verifyChange } = await import('./verify-change.ts');
  return verifyChange(call);
}
