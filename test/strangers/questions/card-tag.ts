import { countBy } from '../pick.ts';
import type { World } from '../world.ts';

/**
 * Returns a card field that most cases have and whose values are all of one type. Skips references, because answers
 * contain the name of the record instead of its id.
 */
export function cardTag(world: World, isKind: (value: unknown) => boolean, index = 0): string | undefined {
  const counts = countBy(
    world.cases
      .flatMap(({ card }) => Object.entries(card))
      .filter(([, value]) => value !== null && value !== undefined),
    ([tag]) => tag,
  );
  const records = new Set([...world.users, ...world.participants, ...world.cases].map(({ id }) => id));
  const fits = [...counts].filter(([tag]) =>
    world.cases.every(
      ({ card: { [tag]: value } }) =>
        value === undefined || value === null || (isKind(value) && !records.has(value as string)),
    ),
  );
  return fits.sort(([, one], [, other]) => other - one)[index]?.[0];
}
