import { type Assigning, absencesOf } from '../assigned.ts';
import type { ChangeToTell, Told } from '../change-to-tell.ts';

const nothing: Told = { told: undefined, called: new Map() };

/** Pipeline step: describes the change. Loads no code if the operation changes nothing. */
export async function changeTold(call: ChangeToTell & Assigning): Promise<Told> {
  if (call.definition.access === 'read' || call.definition.handler !== undefined) return nothing;
  const { tellChange } = await import('../tell-change.ts');
  const { services, definition } = call;
  const [change, absences] = await Promise.all([tellChange(call), absencesOf(call)]);
  const away = absences.map((one) => services.sanitizer.text(one[services.wording.language]).text);
  const places = definition.fillsTemplate && (await (await import('../tell-places.ts')).tellPlaces(call));
  const lines = [change.told, places?.told, ...away].filter((line) => line !== undefined);
  return { ...change, ...places, told: lines.length > 0 ? lines.join('\n') : undefined };
}
