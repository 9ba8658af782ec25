/** A sort order in use, with the sorted records. */
interface Order<T> {
  readonly items: T[];
  compare(left: T, right: T): number;
}

/** Records of one kind by id, in insertion order. */
export class Collection<T extends { id: string }> {
  readonly #items = new Map<string, T>();
  /** Sort orders in use. Each change updates them. */
  readonly #orders = new Map<unknown, Order<T>>();
  /** Values derived from all records, by function. A change of any record discards all of them. */
  readonly #derived = new Map<unknown, unknown>();
  #revision = 0;

  insert(...items: T[]): T {
    for (const item of items) {
      const before = this.#items.get(item.id);
      this.#items.set(item.id, item);
      this.#changed(before, item);
    }
    return items[items.length - 1] as T;
  }

  get(id: string | undefined): T | undefined {
    return id === undefined ? undefined : this.#items.get(id.toLowerCase());
  }

  delete(id: string): boolean {
    const before = this.get(id);
    if (before) this.#changed(before, undefined);
    return this.#items.delete(id.toLowerCase());
  }

  all(): T[] {
    return [...this.#items.values()];
  }

  /**
   * Returns all records sorted. The array is valid until the next change.
   * @param compare must be the same function object in every call, because it is the cache key
   */
  sorted(compare: (left: T, right: T) => number): readonly T[] {
    const kept = this.#orders.get(compare) ?? { compare, items: this.all().sort(compare) };
    this.#orders.set(compare, kept);
    return kept.items;
  }

  /**
   * Returns a value derived from all records, cached until a record changes.
   * @param build must be the same function object in every call, because it is the cache key
   */
  derive<Value>(build: (items: readonly T[]) => Value): Value {
    const kept = this.#derived.get(build) ?? build(this.all());
    this.#derived.set(build, kept);
    return kept as Value;
  }

  find(test: (item: T) => boolean): T | undefined {
    for (const item of this.#items.values()) if (test(item)) return item;
    return undefined;
  }

  filter(test: (item: T) => boolean): T[] {
    return this.all().filter(test);
  }

  get size(): number {
    return this.#items.size;
  }

  /** Incremented with every change. */
  get revision(): number {
    return this.#revision;
  }

  clear(): void {
    this.#items.clear();
    this.#orders.clear();
    this.#changed(undefined, undefined);
  }

  #changed(before: T | undefined, after: T | undefined): void {
    this.#revision += 1;
    this.#derived.clear();
    for (const [key, order] of this.#orders) if (!mend(order, before, after)) this.#orders.delete(key);
  }
}

/**
 * Updates one record in a sort order. A changed record keeps its position among equal ones.
 * @returns false if the order must be created anew
 */
function mend<T>({ items, compare }: Order<T>, before: T | undefined, after: T | undefined): boolean {
  if (before !== undefined) {
    const at = items.indexOf(
      before,
      firstNotAhead(items, (item) => compare(item, before) < 0),
    );
    if (at < 0) return false;
    if (after !== undefined && compare(before, after) === 0) {
      items[at] = after;
      return true;
    }
    items.splice(at, 1);
  }
  if (after === undefined) return true;
  const at = firstNotAhead(items, (item) => compare(item, after) <= 0);
  items.splice(at, 0, after);
  return true;
}

function firstNotAhead<T>(items: readonly T[], isAhead: (item: T) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAhead(items[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}
