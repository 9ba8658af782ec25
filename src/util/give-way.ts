/** Time after which work yields to the event loop, in milliseconds. */
const turnMs = 1;

const waiting: (() => void)[] = [];

/** Yields to the event loop. If several tasks yield, one of them resumes per iteration, in the order of their calls. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

/** Calls `each` for every item, in order. Yields to the event loop whenever `turnMs` have passed. */
export async function eachInTurns<Item>(items: Iterable<Item>, each: (item: Item) => void): Promise<void> {
  let began = performance.now();
  for (const item of items) {
    each(item);
    if (performance.now() - began < turnMs) continue;
    await nextTurn();
    began = performance.now();
  }
}

/** Works like `Array.map` and yields like `eachInTurns`. */
export async function mapInTurns<Item, Result>(
  items: Iterable<Item>,
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  await eachInTurns(items, (item) => results.push(map(item)));
  return results;
}

/** Works like `Array.filter` and yields like `eachInTurns`. */
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
