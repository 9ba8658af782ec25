/** Far above what any tool can use, and low enough that checking costs next to nothing. */
const maxItems = 20_000;
/** Names of one object. Each name that a tool does not know is compared with all that it knows, so more are refused. */
const maxNames = 1_000;
const maxDepth = 64;

/**
 * What makes a JSON value too much to be looked at more closely, before anything looks at each of its parts;
 * undefined where nothing does. Never deeper on the stack than one call.
 */
export function excess(root: unknown): string | undefined {
  let count = 0;
  const open: [unknown, number][] = [[root, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, depth] = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > maxDepth) return `go more than ${maxDepth} levels deep`;
    // Such a name would be lost on the way: checked records leave it out.
    if (Object.hasOwn(value, '__proto__')) return 'hold an entry called __proto__';
    const items: unknown[] = Array.isArray(value) ? value : Object.values(value);
    if (items !== value && items.length > maxNames) return `hold an object of more than ${maxNames} names`;
    count += items.length;
    if (count > maxItems) return `hold more than ${maxItems} values`;
    for (const item of items) open.push([item, depth + 1]);
  }
  return undefined;
}
