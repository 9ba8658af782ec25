import { createHash } from 'node:crypto';

/** Numbers that are the same in every run with the same seed. */
export interface Random {
  /** From 0 to 1, without 1. */
  (): number;
  /** A whole number from 0, below `limit`. */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(part: number): boolean;
  shuffled<Item>(items: readonly Item[]): Item[];
}

/** @param names of what the numbers are for: each has its own, whatever the others take */
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
 * Deals all of the items before any of them a second time.
 * @param from the part of the first round, from 0 to 1, that others have dealt: so that many who share `first` deal all
 * of the items together soon
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
    /** For what does not fit just now. */
    later: () => {
      const [top] = deck.splice(0, 1);
      if (top !== undefined) deck.push(top);
    },
  };
}
