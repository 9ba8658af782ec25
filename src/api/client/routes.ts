import type { Operation } from '../../contract/operations/operation.ts';

/** A `METHOD /path` other than an operation's own; undefined: its own. */
export type Route = string | undefined;

/** Where operations are deployed that have more than one route. */
export interface Routes {
  /** Those to try, the one that answered last first. */
  of(operation: Operation): Iterable<Route>;
  /** Notes which one is deployed. */
  answered(operation: Operation, route: Route): void;
  /** Notes that the operation was carried out. */
  succeeded(operation: Operation): void;
  hasSucceeded(operation: Operation): boolean;
}

export function createRoutes(): Routes {
  /** By the names of operations: only those that are not the first. */
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
