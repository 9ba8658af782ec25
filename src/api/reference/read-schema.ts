import { createResolver, isNode, type Node, ownMember, type Resolve } from './resolve.ts';
import { isFieldName, type Kind, type ReferenceField } from './structure.ts';

/** Maximum nesting depth of fields. The API has no deeper fields, and reading of recursive schemas stops here. */
const maxDepth = 5;
/** Maximum number of visited schemas in one document. Further ones count as empty. */
const maxSchemas = 500_000;
/** Maximum number of fields of an object, parts of a schema, or values of a field. Further ones are ignored. */
const maxMembers = 500;

/** Reads fields and their types from the schemas of one document. Also terminates for circular references. */
export interface SchemaReader {
  readonly resolve: Resolve;
  /** Returns the fields of an object, or of the entries of a list. Returns undefined if the schema defines none. */
  fieldsOf(schema: unknown): readonly ReferenceField[] | undefined;
  field(name: string, schema: unknown, about?: Partial<ReferenceField>): ReferenceField;
}

export function createSchemaReader(document: Node): SchemaReader {
  const resolve = createResolver(document);
  let schemas = 0;

  /** Returns a schema and its parts: all members of `allOf`, and the only alternative of `oneOf` and `anyOf`. */
  const partsOf = (schema: unknown, within: readonly Node[] = []): readonly Node[] => {
    schemas += 1;
    const node = resolve(schema);
    if (node === undefined || schemas > maxSchemas || within.includes(node)) return [];
    const inside = [...within, node];
    const all = entriesIn(ownMember(node, 'allOf')).flatMap((part) => partsOf(part, inside));
    return [node, ...all, ...(only(node, resolve)?.flatMap((part) => partsOf(part, inside)) ?? [])];
  };

  /** Cached results by schema and depth, because many schemas refer to the same one. */
  const known = new Map<Node, Map<number, readonly ReferenceField[] | undefined>>();
  const fieldsIn = (parts: readonly Node[], depth: number): readonly ReferenceField[] | undefined => {
    const [whole] = parts;
    if (whole === undefined || depth > maxDepth) return undefined;
    const atDepths = known.get(whole) ?? new Map<number, readonly ReferenceField[] | undefined>();
    known.set(whole, atDepths);
    if (!atDepths.has(depth)) atDepths.set(depth, readFields(parts, depth));
    return atDepths.get(depth);
  };

  const readFields = (parts: readonly Node[], depth: number): readonly ReferenceField[] | undefined => {
    const item = itemOf(parts);
    // A nested list adds to the depth, because a list may contain itself.
    if (item !== undefined) return fieldsIn(partsOf(item), depth + 1);
    const required = new Set(parts.flatMap((part) => entriesIn(ownMember(part, 'required'))));
    const found = new Map<string, ReferenceField>();
    for (const part of parts) {
      const properties = ownMember(part, 'properties');
      for (const [name, schema] of isNode(properties) ? Object.entries(properties).slice(0, maxMembers) : [])
        if (isFieldName(name)) found.set(name, read(name, schema, depth, { isRequired: required.has(name) }));
    }
    return found.size === 0 ? undefined : [...found.values()];
  };

  const read = (
    name: string,
    schema: unknown,
    depth: number,
    about: Partial<ReferenceField>,
  ): ReferenceField => {
    const own = partsOf(schema);
    const item = itemOf(own);
    const parts = item === undefined ? own : partsOf(item);
    const kind = kindOf(parts);
    return {
      name,
      kind,
      isList: item !== undefined,
      isRequired: false,
      isDeprecated: own.some((part) => ownMember(part, 'deprecated') === true),
      ...(own.some((part) => ownMember(part, 'readOnly') === true) && { isReadOnly: true }),
      values: valuesOf(parts),
      ...(kind === 'integer' && { codes: codesOf(parts) }),
      fields: kind === 'object' ? fieldsIn(parts, depth + 1) : undefined,
      ...about,
    };
  };

  return {
    resolve,
    fieldsOf: (schema) => fieldsIn(partsOf(schema), 0),
    field: (name, schema, about = {}) => read(name, schema, 0, about),
  };
}

export const entriesIn = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, maxMembers) : [];

/** Returns the only alternative besides null. Returns undefined if there are several. */
function only(node: Node, resolve: Resolve): readonly unknown[] | undefined {
  const alternatives = [...entriesIn(ownMember(node, 'oneOf')), ...entriesIn(ownMember(node, 'anyOf'))];
  const given = alternatives.filter((one) => ownMember(resolve(one) ?? {}, 'type') !== 'null');
  return given.length === 1 ? given : undefined;
}

const itemOf = (parts: readonly Node[]): unknown =>
  parts.map((part) => ownMember(part, 'items')).find((item) => item !== undefined);

const byFormat: Readonly<Record<string, Kind>> = {
  uuid: 'uuid',
  guid: 'uuid',
  'date-time': 'date-time',
  date: 'date',
  binary: 'binary',
};
const byType: Readonly<Record<string, Kind>> = {
  string: 'string',
  // Swagger 2 uses this type for files in forms.
  file: 'binary',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  object: 'object',
};

function kindOf(parts: readonly Node[]): Kind {
  const types = parts.flatMap((part) => [ownMember(part, 'type')].flat());
  const type = types.find((one): one is string => typeof one === 'string' && Object.hasOwn(byType, one));
  const format = parts.map((part) => ownMember(part, 'format')).find((one) => typeof one === 'string');
  if (type === 'string' && Object.hasOwn(byFormat, format as string))
    return byFormat[format as string] as Kind;
  if (type !== undefined) return byType[type] as Kind;
  return parts.some((part) => isNode(ownMember(part, 'properties'))) ? 'object' : 'unknown';
}

function valuesOf(parts: readonly Node[]): readonly string[] | undefined {
  const values = parts
    .flatMap((part) => entriesIn(ownMember(part, 'enum')))
    .filter((value) => value !== null);
  return values.length > 0 && values.every(isFieldName) ? (values as string[]) : undefined;
}

/** Extensions of OpenAPI in which generators write a name for each number of an enumeration. */
const nameMembers = ['x-enumNames', 'x-enum-varnames'];
/** Matches `0 - InWork, 1 - Archived`, also with other separators. */
const codeInText = /(?<![\w.])(-?\d{1,9})\s?(?:-|–|=|:)\s?([A-Za-z]\w{0,63})(?!\w)/g;

/** Returns the numbers of an enumeration by their words, if every number has a unique word. */
function codesOf(parts: readonly Node[]): Readonly<Record<string, string>> | undefined {
  const numbers = parts.flatMap((part) => entriesIn(ownMember(part, 'enum'))).filter(Number.isSafeInteger);
  if (numbers.length === 0) return undefined;
  const named = parts.flatMap((part) => nameMembers.flatMap((one) => entriesIn(ownMember(part, one))));
  const texts = parts.map((part) => ownMember(part, 'description')).filter((one) => typeof one === 'string');
  const pairs =
    named.length === numbers.length
      ? numbers.map((number, place) => [named[place], String(number)] as const)
      : texts
          .flatMap((text) => [...text.slice(0, 2000).matchAll(codeInText)])
          .map(([, number = '', word]) => [word, String(Number(number))] as const);
  const words = new Map(pairs.filter((pair): pair is [string, string] => isFieldName(pair[0])));
  const isWhole = numbers.every((number) => [...words.values()].includes(String(number)));
  return isWhole && words.size === numbers.length ? Object.fromEntries(words) : undefined;
}
