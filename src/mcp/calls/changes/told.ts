import type { ChangeToTell, Told } from './change-to-tell.ts';

const nothing: Told = { told: undefined, called: new Map() };

/** Step: puts a change into words. Loads nothing for an operation that changes nothing. */
export async function changeTold(call: ChangeToTell): Promise<Told> {
  if (call.definition.stores === undefined && call.definition.removes === undefined) return nothing;
  const { tellChange } = await import('./tell-change.ts');
  return tellChange(call);
}
