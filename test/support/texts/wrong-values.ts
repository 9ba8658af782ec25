import { propertiesOf } from '../answers/agreement.ts';
import { type Json, resolve } from '../repository/openapi.ts';

/** Value that is invalid at each of these paths, such as `'Intervals.0.Start'`. */
interface Wrong {
  readonly value: unknown;
  readonly paths: readonly string[];
}

/**
 * Returns values that violate the schema at every depth. Returns an empty list if every value is valid.
 * @param asText whether values are sent as text, as in a query
 */
export function wrongFor(document: Json, schema: Json, { asText = false } = {}, place = ''): Wrong[] {
  const own = resolve(document, schema);
  const single = own.allOf?.length === 1 ? resolve(document, own.allOf[0]) : own;
  if (single.type === 'array') {
    const below = place === '' ? '0' : `${place}.0`;
    return wrongFor(document, single.items, { asText }, below).map((item) => ({
      ...item,
      value: [item.value],
    }));
  }
  if (single.type === 'object' && single.properties) {
    const { properties } = propertiesOf(document, single);
    const parts = Object.entries<Json>(properties).flatMap(([name, property]) =>
      wrongFor(document, property, { asText }, place === '' ? name : `${place}.${name}`).map((wrong) => ({
        name,
        wrong,
      })),
    );
    if (parts.length === 0) return [];
    const value = Object.fromEntries(parts.map(({ name, wrong }) => [name, wrong.value]));
    return [{ value, paths: parts.flatMap(({ wrong }) => wrong.paths) }];
  }
  const isOpenText = single.type === 'string' && !single.format && !single.enum && !single.pattern;
  if (asText && (isOpenText || single.type === undefined)) return [];
  if (single.type === undefined && !single.enum) return [];
  return [{ value: isOpenText ? { wrong: true } : 'no value of any kind', paths: [place] }];
}
