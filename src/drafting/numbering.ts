import type { ListPlace, NumberedList } from './blocks.ts';

/** A number at the beginning of a line. */
export interface WrittenNumber {
  /** Components of the number: `3.2.1` is [3, 2, 1]. */
  readonly path: readonly number[];
  readonly form: NumberedList['form'];
  /** Whether the number ends like a list number, with a dot or bracket. In `1.5 million`, it does not. */
  readonly isClosed: boolean;
  /** Nesting level by indentation, starting at 0. */
  readonly depth: number;
}

const maxLevel = 3;

/**
 * Converts numbered lines to list items. Does this only if the list shows exactly the written number, because other
 * text may refer to it. Lines of the same form belong to one list as long as their numbers are consecutive.
 */
export function createNumbering(): {
  readonly lists: readonly NumberedList[];
  /** Returns undefined if no list would show this number. The number then stays text. */
  placeOf(number: WrittenNumber): ListPlace | undefined;
} {
  const lists: NumberedList[] = [];
  const current = new Map<NumberedList['form'], { list: number; counters: number[] }>();

  const begin = (form: NumberedList['form'], start: number): ListPlace => {
    lists.push({ form, start });
    current.set(form, { list: lists.length - 1, counters: [start] });
    return { list: lists.length - 1, level: 0 };
  };

  return {
    lists,
    placeOf: ({ path, form, isClosed, depth }) => {
      const at = current.get(form);
      const isNested = path.length === 1 && depth > 0 && form === 'legal' && at !== undefined;
      const level = isNested ? Math.min(depth, at.counters.length, maxLevel) : path.length - 1;
      if (level > maxLevel) return undefined;
      const counters = [...(at?.counters ?? []).slice(0, level + 1)];
      counters[level] = (counters[level] ?? 0) + 1;
      const isNext =
        at !== undefined &&
        at.counters.length >= level &&
        (isNested ? counters[level] === path[0] : path.every((part, index) => part === counters[index]));
      if (isNext) {
        at.counters = counters;
        return { list: at.list, level };
      }
      const [start = 1] = path;
      return level === 0 && isClosed ? begin(form, start) : undefined;
    },
  };
}
