import type { OperationNames, TakenShape } from '../../contract/operations/deployment.ts';

/**
 * Converts a value to the form that a deployment expects: its field names, its words for enumeration values, and its
 * structure.
 * @param field name of the field in the catalogue, such as `Responsibles.Type`
 */
export function asDeployed(value: unknown, field: string, known: OperationNames): unknown {
  const { names, values, shapes } = known;
  if (names === undefined && values === undefined && shapes === undefined) return value;
  return inShape(written(value, field, known), own(shapes, field));
}

function written(value: unknown, field: string, known: OperationNames): unknown {
  if (typeof value === 'string') return wordFor(value, field, known);
  if (Array.isArray(value)) return value.map((item) => written(item, field, known));
  if (typeof value !== 'object' || value === null || !hasMore(field, known)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const within = `${field}.${name}`;
      return [nameOf(within, name, known), asDeployed(item, within, known)];
    }),
  );
}

const wordFor = (value: string, field: string, { values }: OperationNames) =>
  own(own(values, field), value) ?? value;
const nameOf = (field: string, name: string, { names }: OperationNames) => own(names, field) ?? name;

function inShape(value: unknown, shape: TakenShape | undefined): unknown {
  if (
    shape === undefined ||
    shape === 'beside' ||
    shape === 'offset' ||
    value === null ||
    value === undefined
  )
    return value;
  if (Array.isArray(value)) return value.map((item) => inShape(item, shape));
  if ('within' in shape) return { [shape.within]: value };
  return own(value as Readonly<Record<string, unknown>>, shape.only) ?? value;
}

/**
 * Splits a group into the fields that the deployment expects at the top level of the request, and the remaining fields.
 * @returns undefined if the deployment expects the group as it is, or if the value is not a group
 */
export function besideOthers(
  group: unknown,
  field: string,
  known: OperationNames,
):
  | { readonly beside: readonly (readonly [name: string, value: unknown])[]; readonly rest: object }
  | undefined {
  if (own(known.shapes, field) !== 'beside' || typeof group !== 'object' || group === null) return undefined;
  const beside: (readonly [string, unknown])[] = [];
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(group)) {
    const real = own(known.names, `${field}.${name}`);
    if (real === undefined) rest[name] = value;
    else beside.push([real, asDeployed(value, `${field}.${name}`, known)]);
  }
  return { beside, rest };
}

/** Returns an own property, because a field or value may have the name of an inherited one, such as `constructor`. */
const own = <Value>(said: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined =>
  said !== undefined && Object.hasOwn(said, name) ? said[name] : undefined;

/** Checks whether the deployment uses its own names, values or structures for fields within this field. */
const hasMore = (field: string, { names = {}, values = {}, shapes = {} }: OperationNames) =>
  [names, values, shapes].some((said) => Object.keys(said).some((name) => name.startsWith(`${field}.`)));
