/** Makes whoever comes wait for a turn, so that nobody takes more than one's part of what there is. */
export interface Line {
  /** @returns what gives the place back, when it is one's turn; undefined where too many wait already */
  enter(whose: string): Promise<() => void> | undefined;
}

export interface LineLimits {
  /** Under way at the same time: of one, and of all. */
  readonly own: number;
  readonly all: number;
  /** Of one. */
  readonly waiting: number;
}

interface Place {
  busy: number;
  readonly waiting: (() => void)[];
}

/** Whoever waits takes turns with the others, with however much. */
export function createLine(max: LineLimits): Line {
  const places = new Map<string, Place>();
  let busy = 0;

  const proceed = (): void => {
    for (const [whose, place] of [...places]) {
      if (busy >= max.all) return;
      if (place.busy >= max.own) continue;
      const next = place.waiting.shift();
      if (next === undefined) continue;
      // Behind all others, until it is served again.
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

/** Enters a line. Returns undefined if too many wait already, or the turn does not come in time. */
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
