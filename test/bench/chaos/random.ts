import { createHash } from 'node:crypto';

/** Random numbers that are the same in every run with the same seed. */
export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  (): number;
  /** Returns an integer from 0 to `limit - 1`. */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(part: number): boolean;
  shuffled<Item>(items: readonly Item[]): Item[];
}

/**
 * Creates a generator.
 * @param names seed and purpose of the numbers. Each purpose has its own sequence, which does not depend on
 * the others
 */
export function createRandom(...names: readonly (string | number)[]): Random {
  let state = createHash('sha256').update(names.join('/')).digest().readUInt32LE();
  // mulberry32
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return Object.assign(next, {
    below,
    pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
    chance: (part: number) => next() < part,
    shuffled: <Item>(items: readonly Item[]) => {
      const left = [...items];
      return items.map(() => left.splice(below(left.length), 1)[0] as Item);
    },
  });
}

/**
 * Creates a deck, which returns all items before it returns any of them a second time.
 * @param first generator for the order of the first round
 * @param from share of the first round, from 0 to 1, that is moved to the end. Many users with the same
 * `first` but different `from` thus soon cover all items together
 */
export function createDeck<Item>(random: Random, items: readonly Item[], first: Random = random, from = 0) {
  const shared = first.shuffled(items);
  const start = Math.floor(from * items.length);
  let deck = [...shared.slice(start), ...shared.slice(0, start)];
  return {
    top: (): Item => {
      if (deck.length === 0) deck = random.shuffled(items);
      return deck[0] as Item;
    },
    drop: () => void deck.shift(),
    /** Moves the top item to the end, because it cannot be used now. */
    later: () => {
      const [top] = deck.splice(0, 1);
      if (top !== undefined) deck.push(top);
    },
  };
}
