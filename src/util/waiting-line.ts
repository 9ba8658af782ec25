/** Fair queue: limits concurrency per key and in total. Keys with waiting work take turns. */
export interface Line {
  /** Waits for a slot, and resolves to its release function. Returns undefined if too many entries wait. */
  enter(whose: string): Promise<() => void> | undefined;
}

export interface LineLimits {
  /** Maximum concurrency: of one key (`own`), and of all keys together (`all`). */
  readonly own: number;
  readonly all: number;
  /** Maximum number of waiting entries of one key. */
  readonly waiting: number;
}

interface Place {
  busy: number;
  readonly waiting: (() => void)[];
}

export function createLine(max: LineLimits): Line {
  const places = new Map<string, Place>();
  let busy = 0;

  const proceed = (): void => {
    for (const [whose, place] of [...places]) {
      if (busy >= max.all) return;
      if (place.busy >= max.own) continue;
      const next = place.waiting.shift();
      if (next === undefined) continue;
      // Move the key to the end of the queue.
      places.delete(whose);
      places.set(whose, place);
      place.busy += 1;
      busy += 1;
      next();
    }
  };
  const leave = (whose: string, place: Place): void => {
    place.busy -= 1;
    busy -= 1;
    if (place.busy === 0 && place.waiting.length === 0) places.delete(whose);
    proceed();
  };

  return {
    enter: (whose) => {
      const place = places.get(whose) ?? { busy: 0, waiting: [] };
      if (place.waiting.length >= max.waiting) return undefined;
      places.set(whose, place);
      return new Promise((resolve) => {
        place.waiting.push(() => resolve(() => leave(whose, place)));
        proceed();
      });
    },
  };
}

/** Waits for a slot. Returns undefined if too many entries of the key wait, or if no slot becomes free within `ms`. */
export async function enterWithin(line: Line, whose: string, ms: number): Promise<(() => void) | undefined> {
  const turn = line.enter(whose);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  const leave = await Promise.race([turn, late]);
  clearTimeout(timer);
  if (leave === undefined) void turn?.then((give) => give());
  return leave;
}
