/** A node of an OpenAPI document. */
export type Json = Record<string, unknown>;

/** The schemas of one document that are referred to by name. */
export interface Components {
  /** By id. */
  readonly schemas: Readonly<Record<string, Json>>;
  /** A reference to the schema of this name, which is made when it is first needed. */
  ref(name: string, make: () => Json): Json;
}

/**
 * An empty set of schemas. Ids look as live instances write them, with dots and brackets; so references
 * have to be escaped as a JSON pointer within a URI fragment.
 */
export function createComponents(): Components {
  const schemas: Record<string, Json> = {};
  return {
    schemas,
    ref(name, make) {
      const id = `Casework.Api.${name}`;
      if (!Object.hasOwn(schemas, id)) {
        // Taken before it is made, for what it refers to.
        schemas[id] = {};
        schemas[id] = make();
      }
      const pointer = id.replaceAll('~', '~0').replaceAll('/', '~1');
      return { $ref: `#/components/schemas/${encodeURIComponent(pointer)}` };
    },
  };
}

/** An object schema of these properties, none required. */
export const object = (properties: Record<string, Json>): Json => ({ type: 'object', properties });

export const array = (items: Json): Json => ({ type: 'array', items });
export const text: Json = { type: 'string', nullable: true };
export const integer: Json = { type: 'integer', format: 'int32' };
export const uuid: Json = { type: 'string', format: 'uuid' };
export const dateTime: Json = { type: 'string', format: 'date-time' };
export const anything: Json = { type: 'object', additionalProperties: true };
