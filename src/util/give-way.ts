/** How long a piece of work goes on before all that waits has its turn, in milliseconds. */
const turnMs = 1;

const waiting: (() => void)[] = [];

/** Resolves when whatever else waits was done. Of several pieces of work one goes on in each round of the event loop. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

/**
 * Applies a function to each item in their order. What takes long gives way to other work every few milliseconds; what
 * does not is done at once.
 */
export async function eachInTurns<Item>(items: Iterable<Item>, each: (item: Item) => void): Promise<void> {
  let began = performance.now();
  for (const item of items) {
    each(item);
    if (performance.now() - began < turnMs) continue;
    await nextTurn();
    began = performance.now();
  }
}

/** As `Array.map`, giving way as `eachInTurns` does. */
export async function mapInTurns<Item, Result>(
  items: Iterable<Item>,
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  await eachInTurns(items, (item) => results.push(map(item)));
  return results;
}

/** As `Array.filter`, giving way as `eachInTurns` does. */
export async function filterInTurns<Item>(
  items: Iterable<Item>,
  test: (item: Item) => boolean,
): Promise<Item[]> {
  const found: Item[] = [];
  await eachInTurns(items, (item) => {
    if (test(item)) found.push(item);
  });
  return found;
}
