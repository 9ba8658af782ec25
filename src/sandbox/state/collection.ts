/** An order that was asked for, with the records in it. */
interface Order<T> {
  readonly items: T[];
  compare(left: T, right: T): number;
}

/** The records of one kind, by id, in the order in which they came. */
export class Collection<T extends { id: string }> {
  readonly #items = new Map<string, T>();
  /** Orders that were asked for; each change is made in them as well. */
  readonly #orders = new Map<unknown, Order<T>>();
  /** What was derived from all records, until one of them changes. */
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

  /** All records sorted, kept until one changes; read it before the next change. @param compare a constant: its identity is the key */
  sorted(compare: (left: T, right: T) => number): readonly T[] {
    const kept = this.#orders.get(compare) ?? { compare, items: this.all().sort(compare) };
    this.#orders.set(compare, kept);
    return kept.items;
  }

  /** What `build` makes of all records, kept until one changes. @param build a constant, it is the key */
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

  /** Grows with every change. */
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

/** Makes one change in an order; a changed record keeps its place among its equals. @returns false when it cannot */
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
