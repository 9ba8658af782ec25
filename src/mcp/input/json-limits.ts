/** Maximum number of values. No tool needs nearly as many, and checking them is cheap. */
const maxItems = 20_000;
/** Maximum number of names in one object, because each unknown name is compared with all known names. */
const maxNames = 1_000;
const maxDepth = 64;

/**
 * Returns the reason why a JSON value is too large to be checked. Returns undefined if it is not. Uses no recursion.
 */
export function excess(root: unknown): string | undefined {
  let count = 0;
  const open: [unknown, number][] = [[root, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, depth] = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > maxDepth) return `go more than ${maxDepth} levels deep`;
    // Validation would silently drop this name.
    if (Object.hasOwn(value, '__proto__')) return 'contain an entry called __proto__';
    const items: unknown[] = Array.isArray(value) ? value : Object.values(value);
    if (items !== value && items.length > maxNames) return `contain an object of more than ${maxNames} names`;
    count += items.length;
    if (count > maxItems) return `contain more than ${maxItems} values`;
    for (const item of items) open.push([item, depth + 1]);
  }
  return undefined;
}
