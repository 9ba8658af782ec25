/** Maps items concurrently, at most `atOnce` at a time. Results have the order of the items. @throws the first error */
export async function sideBySide<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  each: (item: Item, at: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const at = next;
      next += 1;
      results[at] = await each(items[at] as Item, at);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return results;
}
