/** Makes whoever comes wait for a turn, so that one address takes no more than its part of what there is. */
export interface Line {
  /** @returns what `run` brings, when it is its turn; undefined where too many wait already */
  enter<T>(address: string, run: () => Promise<T>): Promise<T> | undefined;
}

/** Under way at the same time: of one address, and of all. */
const max = { own: 8, all: 32 };
/** Of one address. */
const maxWaiting = 1000;

interface Place {
  busy: number;
  readonly waiting: (() => void)[];
}

/** The addresses take turns. */
export function createLine(): Line {
  const places = new Map<string, Place>();
  let busy = 0;

  const proceed = (): void => {
    for (const [address, place] of [...places]) {
      if (busy >= max.all) return;
      if (place.busy >= max.own) continue;
      const next = place.waiting.shift();
      if (next === undefined) continue;
      // Behind all others, until it is served again.
      places.delete(address);
      places.set(address, place);
      next();
    }
  };
  const begin = async <T>(address: string, place: Place, run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } finally {
      place.busy -= 1;
      busy -= 1;
      if (place.busy === 0 && place.waiting.length === 0) places.delete(address);
      proceed();
    }
  };

  return {
    enter: (address, run) => {
      const place = places.get(address) ?? { busy: 0, waiting: [] };
      if (place.waiting.length >= maxWaiting) return undefined;
      places.set(address, place);
      const turn = new Promise<void>((resolve) => {
        place.waiting.push(() => {
          place.busy += 1;
          busy += 1;
          resolve();
        });
      });
      proceed();
      return turn.then(() => begin(address, place, run));
    },
  };
}
