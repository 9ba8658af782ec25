import type { ReferenceOperation } from '../../api/reference/structure.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import { distance } from '../../contract/spelling.ts';

export interface RouteMatch {
  readonly found: ReferenceOperation;
  /** `METHOD /path` with the catalogue's placeholders. Undefined if it equals the catalogue's route. */
  readonly route: string | undefined;
}

/**
 * Matches operations with those of an API reference (OpenAPI) by their routes. Each route in the reference matches at
 * most one operation. The result omits operations without a match.
 */
export function matchRoutes(
  operations: readonly Operation[],
  theirs: readonly ReferenceOperation[],
): ReadonlyMap<Operation, RouteMatch> {
  const byKey = new Map(theirs.map((one) => [keyOf(one.method, one.path), one]));
  const matches = new Map<Operation, RouteMatch>();
  for (const operation of operations) {
    const found = routesOf(operation).flatMap((route) => byKey.get(route) ?? [])[0];
    if (found) matches.set(operation, { found, route: differing(operation, found) });
  }
  const taken = new Set([...matches.values()].map(({ found }) => found));
  const free = theirs.filter((one) => !taken.has(one));
  const open = operations.filter((operation) => !matches.has(operation));
  for (const operation of open) {
    const [found, other] = free.filter((one) => isMeant(operation, one));
    if (found === undefined || other !== undefined) continue;
    if (open.filter((one) => isMeant(one, found)).length > 1) continue;
    matches.set(operation, { found, route: differing(operation, found) });
  }
  return matches;
}

const routesOf = ({ method, path, aliases = [] }: Operation): readonly string[] =>
  [...(path === undefined ? [] : [`${method} ${path}`]), ...aliases].map((route) => {
    const [verb = '', template = ''] = route.split(' ');
    return keyOf(verb, template);
  });

/** Normalizes a route: lowercases its path and removes the names of placeholders and a final slash. */
const keyOf = (method: string, path: string) =>
  `${method} ${path
    .replace(/\{\w+\}/g, '{}')
    .replace(/\/$/, '')
    .toLowerCase()}`;

function isMeant(operation: Operation, { method, path, id }: ReferenceOperation): boolean {
  if (operation.method !== method) return false;
  if (operation.path !== undefined) return isSpelledLike(operation.path, path);
  const { pathWord } = operation;
  if (pathWord === undefined || path.includes('{')) return false;
  return [path, id ?? ''].some((text) => text.toLowerCase().includes(pathWord));
}

/**
 * Checks whether two paths differ in at most one segment, and there only by one character. Segments of fewer than eight
 * characters must be equal, because different short words are often that similar.
 */
function isSpelledLike(own: string, theirs: string): boolean {
  // Remove an optional placeholder that follows other characters in its segment.
  const [ours, others] = [own.replace(/(?<=[^/])\{\w+\}/g, ''), theirs].map((path) =>
    path
      .replace(/\{\w+\}/g, '{}')
      .toLowerCase()
      .split('/'),
  ) as [string[], string[]];
  if (ours.length !== others.length) return false;
  const [pair, second] = ours
    .map((word, index) => [word, others[index] ?? ''] as const)
    .filter(([a, b]) => a !== b);
  if (second !== undefined) return false;
  return pair === undefined || (Math.min(pair[0].length, pair[1].length) >= 8 && distance(...pair) === 1);
}

function differing({ method, path, params }: Operation, found: ReferenceOperation): string | undefined {
  const names = path === undefined ? [] : [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  // The reference may omit the path segment of an optional value.
  const isShort = !found.path.includes('{') && names.length > 0;
  if (!isShort && [...found.path.matchAll(/\{\w+\}/g)].length !== Object.keys(params ?? {}).length)
    return undefined;
  let place = 0;
  const route = `${found.method} ${found.path.replace(/\{\w+\}/g, () => `{${names[place++]}}`)}`;
  return route === `${method} ${path}` ? undefined : route;
}
