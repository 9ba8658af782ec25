/** Maximum number of values in the arguments, far above the needs of any tool, so that they are validated quickly. */
const maxItems = 20_000;
/** Maximum number of properties, because each unknown name is compared with all others. */
const maxNames = 1_000;
const maxDepth = 64;

/** Returns why a JSON value is too large. Uses no recursion, because it may be too deep. */
export function excess(root: unknown): string | undefined {
  let count = 0;
  const open: [unknown, number][] = [[root, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, depth] = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > maxDepth) return `go more than ${maxDepth} levels deep`;
    // Refuse this name, because validation would silently drop it.
    if (Object.hasOwn(value, '__proto__')) return 'contain a property named __proto__';
    const items: unknown[] = Array.isArray(value) ? value : Object.values(value);
    if (items !== value && items.length > maxNames)
      return `contain an object with more than ${maxNames} properties`;
    count += items.length;
    if (count > maxItems) return `contain more than ${maxItems} values`;
    for (const item of items) open.push([item, depth + 1]);
  }
  return undefined;
}
