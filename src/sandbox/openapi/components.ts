/** A node of an OpenAPI document. */
export type Json = Record<string, unknown>;

/** Named schemas of one document. */
export interface Components {
  /** Schemas by id. */
  readonly schemas: Readonly<Record<string, Json>>;
  /** Returns a reference to the schema of this name, which is created on first use. */
  ref(name: string, make: () => Json): Json;
}

/**
 * Creates an empty set of schemas. Ids look like those of live instances, with dots and brackets, so references must be
 * escaped as a JSON pointer in a URI fragment.
 */
export function createComponents(): Components {
  const schemas: Record<string, Json> = {};
  return {
    schemas,
    ref(name, make) {
      const id = `Casework.Api.${name}`;
      if (!Object.hasOwn(schemas, id)) {
        // Reserve the id first, because the schema may refer to itself.
        schemas[id] = {};
        schemas[id] = make();
      }
      const pointer = id.replaceAll('~', '~0').replaceAll('/', '~1');
      return { $ref: `#/components/schemas/${encodeURIComponent(pointer)}` };
    },
  };
}

/** Returns an object schema with optional properties. */
export const object = (properties: Record<string, Json>): Json => ({ type: 'object', properties });

export const array = (items: Json): Json => ({ type: 'array', items });
export const text: Json = { type: 'string', nullable: true };
export const integer: Json = { type: 'integer', format: 'int32' };
export const uuid: Json = { type: 'string', format: 'uuid' };
export const dateTime: Json = { type: 'string', format: 'date-time' };
export const anything: Json = { type: 'object', additionalProperties: true };
