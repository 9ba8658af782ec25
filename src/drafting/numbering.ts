import type { ListPlace, NumberedList } from './blocks.ts';

/** A number as somebody wrote it in front of a line. */
export interface WrittenNumber {
  /** `3.2.1` is [3, 2, 1]. */
  readonly path: readonly number[];
  readonly form: NumberedList['form'];
  /** It ends as numbers of lists do; `1.5 million` does not. */
  readonly isClosed: boolean;
  /** By its indentation, from 0. */
  readonly depth: number;
}

const deepest = 3;

/**
 * Gives numbered lines their place in lists that count by themselves, exactly where these show the number that was
 * written: a number is what others refer to. All lines of a form are one list until a number does not follow.
 */
export function createNumbering(): {
  readonly lists: readonly NumberedList[];
  /** Undefined where no list would show that number: it stays text. */
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
      const level = isNested ? Math.min(depth, at.counters.length, deepest) : path.length - 1;
      if (level > deepest) return undefined;
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
