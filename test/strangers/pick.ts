import { plain } from './verdicts/compare.ts';
import type { LegalCase, Task, User, World } from './world.ts';

/** Returns the item at an index, which wraps around at the end of the list. */
export const at = <Item>(list: readonly Item[], index: number): Item | undefined => list[index % list.length];

/** Returns the records with unique names, ignoring case and quotation marks. */
export function unique<Item extends { name: string }>(list: readonly Item[]): Item[] {
  const counts = countBy(list, ({ name }) => plain(name));
  return list.filter(({ name }) => counts.get(plain(name)) === 1 && plain(name) !== '');
}

export function countBy<Item>(list: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of list) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

export const byId = <Item extends { id: string }>(
  list: readonly Item[],
  id: string | undefined,
): Item | undefined => list.find((one) => one.id === id);

/** Returns the words of a name that are long enough for a search. */
export const wordsOf = (name: string): string[] =>
  name.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 3 && !/^\d+$/.test(word));

/** Checks whether a text contains words with the same beginning as each of these words. */
export function holdsWords(text: string, words: readonly string[]): boolean {
  const own = plain(text).split(/[^\p{L}\p{N}]+/u);
  return words.every((word) => own.some((one) => one.startsWith(plain(word).slice(0, 5))));
}

export const meOf = (world: World): User => {
  const me = byId(world.users, world.signsIn.userId);
  if (me === undefined) throw new Error('The service has no user with the configured login.');
  return me;
};

/** Returns the ids of a user and of the user's groups. */
export const idsOfUser = (world: World, userId: string): Set<string> =>
  new Set([userId, ...world.groups.filter(({ members }) => members.includes(userId)).map(({ id }) => id)]);

export const tasksOf = (world: World, ids: ReadonlySet<string>): Task[] =>
  world.tasks.filter(({ responsibles }) => responsibles.some((id) => ids.has(id)));

export const casesOfParty = (world: World, id: string): LegalCase[] =>
  world.cases.filter(({ parties }) => parties.some(({ participant }) => participant === id));

/** Returns employees with unique names who are responsible for cases or tasks. */
export const busyUsers = (world: World): User[] =>
  unique(world.users).filter(
    ({ id, isActive, isClient }) =>
      isActive &&
      !isClient &&
      world.cases.some(({ responsible }) => responsible === id) &&
      world.tasks.some(({ responsibles }) => responsibles.includes(id)),
  );
