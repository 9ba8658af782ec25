import type { OperationNames } from '../../contract/operations/deployment.ts';

/**
 * A value as a deployment has it: fields within it under their real names, and values of sets in its own words.
 * @param field the catalogue's name of what it is the value of, such as `Responsibles.Type`
 */
export function asDeployed(value: unknown, field: string, known: OperationNames): unknown {
  if (known.names === undefined && known.values === undefined) return value;
  if (typeof value === 'string') return wordFor(value, field, known);
  if (Array.isArray(value)) return value.map((item) => asDeployed(item, field, known));
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

/** What is said by this very name: values and fields may be called as what every object has. */
const own = <Value>(said: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined =>
  said !== undefined && Object.hasOwn(said, name) ? said[name] : undefined;

/** Whether something is known of what lies within. */
const hasMore = (field: string, { names, values }: OperationNames) =>
  [...Object.keys(names ?? {}), ...Object.keys(values ?? {})].some((name) => name.startsWith(`${field}.`));
