import type { Deployment, OperationNames } from '../../contract/operations/deployment.ts';
import { moreArgument } from '../../contract/operations/field-marks.ts';
import type { Method, Operation } from '../../contract/operations/operation.ts';
import { argumentsIn, type Draft, draftRequest, sentBy } from './build-request.ts';
import { buildPath } from './path.ts';

/** Remembers which operations the service lacks, and which operations replace them. */
export interface Instead {
  /** Names that the deployment uses for an operation: its own, or those of the operation that replaces it. */
  readonly operations: Deployment;
  /**
   * Records that the route of a draft is not deployed.
   * @returns the same request for the route of the operation that replaces it; undefined if there is none
   */
  next(draft: Draft): Draft | undefined;
  /** Records that the route of a draft is deployed. */
  answered(draft: Draft): void;
  /** Records that no operation can replace this one. The next call tries the operation's own route. */
  failed(operation: Operation): void;
}

export function createInstead(deployment: Deployment): Instead {
  /** Number of missing routes found so far, by operation name. */
  const missing = new Map<string, number>();
  const settled = new Set<string>();

  const namesAt = (operation: Operation, count: number): OperationNames | undefined => {
    const [name, route] = Object.entries(operation.instead ?? {})[count - 1] ?? [];
    if (name === undefined || route === undefined) return deployment(operation);
    const names = deployment({ ...operation, name });
    return { ...names, route: names?.route ?? route };
  };
  // A change uses the same replacement as the operation that reads its record.
  const countOf = ({ name, target }: Operation): number =>
    missing.get(name) ?? (target === undefined ? 0 : missing.get(target.tool)) ?? 0;

  /**
   * Returns the same request for the route of another operation. Returns undefined if that operation encodes its values
   * differently, or if there is no further operation.
   */
  const redrafted = (draft: Draft, count: number): Draft | undefined => {
    const { operation } = draft;
    const own = deployment(operation);
    if (count > Object.keys(operation.instead ?? {}).length) return undefined;
    const names = namesAt(operation, count);
    if (isPlain(own) && sentBy(draft).every(({ carried }) => carried === undefined))
      return draftRequest(operation, argumentsOf(draft), () => names);
    if (formOf(own) !== formOf(names)) return undefined;
    const [method, path = ''] = (names?.route ?? '').split(' ') as [Method, string?];
    return { ...draft, method, path: buildPath(path, argumentsIn(draft.params)) };
  };

  return {
    operations: (operation) => namesAt(operation, countOf(operation)),
    next: (draft) => {
      const { name, instead = {} } = draft.operation;
      if (settled.has(name) && !missing.has(name)) return undefined;
      const count = missing.get(name) ?? 0;
      // Another call may have found a replacement in the meantime.
      const known = count === 0 ? undefined : redrafted(draft, count);
      if (known !== undefined && (known.path !== draft.path || known.method !== draft.method)) return known;
      if (settled.has(name) || count >= Object.keys(instead).length) return undefined;
      const next = redrafted(draft, count + 1);
      if (next !== undefined) missing.set(name, count + 1);
      return next;
    },
    answered: ({ operation }) => void settled.add(operation.name),
    failed: ({ name }) => {
      if (!settled.has(name)) missing.delete(name);
    },
  };
}

const isPlain = ({ names, values, shapes, places }: OperationNames = {}): boolean =>
  [names, values, shapes, places].every((said) => said === undefined);

/** Returns a key that is equal for requests that encode their values in the same way. */
const formOf = ({ names, values, shapes, places, inside }: OperationNames = {}): string =>
  JSON.stringify([names, values, shapes, places, inside]);

function argumentsOf(draft: Draft): Readonly<Record<string, unknown>> {
  const own = sentBy(draft).filter(({ argument }) => argument !== moreArgument);
  const further = sentBy(draft).filter(({ argument }) => argument === moreArgument);
  return {
    ...Object.fromEntries(own.map(({ argument, value }) => [argument, value])),
    ...(further.length === 0
      ? {}
      : { [moreArgument]: Object.fromEntries(further.map(({ name, value }) => [name, value])) }),
  };
}
