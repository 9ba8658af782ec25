/** The records of one kind, by id, in the order in which they came. */
export class Collection<T extends { id: string }> {
  readonly #items = new Map<string, T>();

  insert(...items: T[]): T {
    for (const item of items) this.#items.set(item.id, item);
    return items[items.length - 1] as T;
  }

  get(id: string | undefined): T | undefined {
    return id === undefined ? undefined : this.#items.get(id.toLowerCase());
  }

  delete(id: string): boolean {
    return this.#items.delete(id.toLowerCase());
  }

  all(): T[] {
    return [...this.#items.values()];
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

  clear(): void {
    this.#items.clear();
  }
}
