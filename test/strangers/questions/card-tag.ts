import { countBy } from '../pick.ts';
import type { World } from '../world.ts';

/** Returns a field of cards, which most cases have, whose values are all of one kind. */
export function cardTag(world: World, isKind: (value: unknown) => boolean, index = 0): string | undefined {
  const counts = countBy(
    world.cases
      .flatMap(({ card }) => Object.entries(card))
      .filter(([, value]) => value !== null && value !== undefined),
    ([tag]) => tag,
  );
  const fits = [...counts].filter(([tag]) =>
    world.cases.every(({ card }) => card[tag] === undefined || card[tag] === null || isKind(card[tag])),
  );
  return fits.sort(([, one], [, other]) => other - one)[index]?.[0];
}
