import type { Verified } from './verified.ts';
import type { ChangeToVerify } from './verify-change.ts';

/**
 * Pipeline step: compares the record with the change. Loads the code for this only if the operation defines `stores` or
 * `removes`.
 */
export async function keptVerified(call: ChangeToVerify): Promise<Verified> {
  const { removes, stores } = call.definition;
  if (removes === undefined && stores === undefined) return { kept: { unkept: [], unseen: [] } };
  const { verifyChange } = await import('./verify-change.ts');
  return verifyChange(call);
}
