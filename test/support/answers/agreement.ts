import { type Json, resolve } from '../repository/openapi.ts';

/** Returns the properties that objects of this schema may have, including those from `allOf`. */
export function propertiesOf(document: Json, schema: Json): { properties: Json; isOpen: boolean } {
  const own = resolve(document, schema);
  const parts = (own.allOf ?? []).map((part: Json) => propertiesOf(document, part));
  return {
    properties: Object.assign({}, ...parts.map(({ properties }: Json) => properties), own.properties),
    isOpen: own.additionalProperties === true || parts.some(({ isOpen }: Json) => isOpen),
  };
}

/**
 * Callbacks that receive the path of each member of a value. `told`: the schema declares the member. `stray`: the
 * schema does not allow it.
 */
export interface Listener {
  told(name: string): void;
  stray(name: string): void;
}

/**
 * Compares a value with its schema.
 * @param place path of the value, such as `Page.Items.Case.Id`
 */
export function compare(document: Json, schema: Json, value: unknown, to: Listener, place = ''): void {
  const own = resolve(document, schema);
  if (Array.isArray(value)) {
    const items = own.items ?? (own.allOf ?? []).map((part: Json) => resolve(document, part).items)[0];
    for (const item of value) if (items) compare(document, items, item, to, place);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const { properties, isOpen } = propertiesOf(document, schema);
  for (const [name, item] of Object.entries(value)) {
    const path = `${place}.${name}`;
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property) {
      to.told(path);
      compare(document, property, item, to, path);
    } else if (!isOpen) to.stray(path);
  }
}

/** Returns the paths of all properties that a schema declares. A recursive schema is listed once. */
export function namesOf(document: Json, schema: Json, place = '', above: readonly Json[] = []): string[] {
  const own = resolve(document, schema);
  if (above.includes(own)) return [];
  const within = [...above, own];
  if (own.items) return namesOf(document, own.items, place, within);
  const { properties } = propertiesOf(document, schema);
  const nested = (own.allOf ?? []).find((part: Json) => resolve(document, part).items);
  if (nested) return namesOf(document, nested, place, within);
  return Object.entries<Json>(properties).flatMap(([name, property]) => {
    const path = `${place}.${name}`;
    return [path, ...namesOf(document, property, path, within)];
  });
}
