import type { Deployment, OperationNames } from '../contract/operations/deployment.ts';
import { isPresumed } from '../contract/operations/field-marks.ts';
import type { Operation } from '../contract/operations/operation.ts';

export const asDescribed: Deployment = () => undefined;

/**
 * Returns the paths and the names of presumed fields that settings specify. The API description does not state the
 * names of presumed fields.
 */
export function deploymentBySettings(
  fieldNames: ReadonlyMap<string, string>,
  paths: Readonly<Record<string, string | undefined>> = {},
): Deployment {
  return (operation) => {
    const path = paths[operation.name];
    const names = Object.entries({ ...operation.query, ...operation.body }).flatMap(([argument, schema]) => {
      const real = fieldNames.get(`${operation.name}.${argument}`) ?? fieldNames.get(argument);
      return real === undefined || !isPresumed(schema) ? [] : [[argument, real] as const];
    });
    return {
      ...(path === undefined ? {} : { route: `${operation.method} ${path}` }),
      ...(names.length === 0 ? {} : { names: Object.fromEntries(names) }),
    };
  };
}

/**
 * Combines several sources of differences. For each path, name or value, the first source that contains it takes
 * precedence.
 */
export function combined(sources: readonly Deployment[]): Deployment {
  const known = new WeakMap<Operation, OperationNames>();
  return (operation) => {
    const names = known.get(operation) ?? sources.map((source) => source(operation) ?? {}).reduce(merged);
    known.set(operation, names);
    return names;
  };
}

function merged(first: OperationNames, second: OperationNames): OperationNames {
  const route = first.route ?? second.route;
  const inside = first.inside ?? second.inside;
  // Skip a name that an earlier source already uses for another field.
  const taken = new Set(Object.values(first.names ?? {}).map((name) => name.toLowerCase()));
  const others = Object.entries(second.names ?? {}).filter(
    ([field, name]) => field.includes('.') || !taken.has(name.toLowerCase()),
  );
  return {
    ...(route === undefined ? {} : { route }),
    ...(inside === undefined ? {} : { inside }),
    ...joined('names', first.names, others.length > 0 ? Object.fromEntries(others) : undefined),
    ...joined('places', first.places, second.places),
    ...joined('values', first.values, second.values),
    ...joined('shapes', first.shapes, second.shapes),
    ...joined('takes', first.takes, second.takes),
    ...joined('shows', first.shows, second.shows),
  };
}

const joined = <Part extends string, Said extends object>(part: Part, first?: Said, second?: Said) =>
  first === undefined && second === undefined
    ? {}
    : ({ [part]: { ...second, ...first } } as { [Key in Part]: Said });
