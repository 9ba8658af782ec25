import type { Operation } from '../../contract/operations/operation.ts';

/** An alias `METHOD /path`. Undefined: the operation's own route. */
export type Route = string | undefined;

/** Remembers which route works, for operations that have several. */
export interface Routes {
  /** Returns the routes to try, starting with the one that worked last. */
  of(operation: Operation): Iterable<Route>;
  /** Records which route is deployed. */
  answered(operation: Operation, route: Route): void;
  succeeded(operation: Operation): void;
  hasSucceeded(operation: Operation): boolean;
}

export function createRoutes(): Routes {
  /** Routes that worked last, by operation name. Only operations with aliases are recorded. */
  const deployed = new Map<string, Route>();
  const successful = new Set<string>();
  return {
    of: ({ name, aliases }) => {
      if (aliases === undefined) return onlyOwn;
      const known = deployed.get(name);
      return new Set([known, undefined, ...aliases]);
    },
    answered: ({ name, aliases }, route) => {
      if (aliases !== undefined) deployed.set(name, route);
    },
    succeeded: ({ name }) => void successful.add(name),
    hasSucceeded: ({ name }) => successful.has(name),
  };
}

const onlyOwn: readonly Route[] = [undefined];
