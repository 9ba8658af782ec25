import type { Operation } from '../../contract/operations/operation.ts';

/** A `METHOD /path` other than an operation's own; undefined: its own. */
export type Route = string | undefined;

/** Where operations are deployed that have more than one route. */
export interface Routes {
  /** Those to try, the one that answered last first. */
  of(operation: Operation): Iterable<Route>;
  /** Notes which one is deployed. */
  answered(operation: Operation, route: Route): void;
}

export function createRoutes(): Routes {
  /** By the names of operations: only those that are not the first. */
  const deployed = new Map<string, Route>();
  return {
    of: ({ name, aliases }) => {
      if (aliases === undefined) return onlyOwn;
      const known = deployed.get(name);
      return new Set([known, undefined, ...aliases]);
    },
    answered: ({ name, aliases }, route) => {
      if (aliases !== undefined) deployed.set(name, route);
    },
  };
}

const onlyOwn: readonly Route[] = [undefined];
