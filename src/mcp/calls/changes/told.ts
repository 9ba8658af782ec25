import type { ChangeToTell, Told } from './change-to-tell.ts';

const nothing: Told = { told: undefined, called: new Map() };

/**
 * Pipeline step: describes the change in words. Does not load the code for this if the operation has neither `stores`
 * nor `removes`.
 */
export async function changeTold(call: ChangeToTell): Promise<Told> {
  if (call.definition.stores === undefined && call.definition.removes === undefined) return nothing;
  const { tellChange } = await import('./tell-change.ts');
  const change = await tellChange(call);
  if (call.definition.fillsTemplate === undefined) return change;
  const { tellPlaces } = await import('./tell-places.ts');
  const places = await tellPlaces(call);
  const lines = [change.told, places.told].filter((line) => line !== undefined);
  return { ...change, ...places, told: lines.length > 0 ? lines.join('\n') : undefined };
}
