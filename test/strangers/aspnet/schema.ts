/** Errors by field name, as in ValidationProblemDetails. */
export type Errors = Record<string, string[]>;

/** Source of a value. Error messages of the model binder differ between JSON and the text of a query or form. */
type Source = 'json' | 'text';

/** API type: its schema in the reference, and the parser of its values. */
export interface Schema<T> {
  /** Name of the component. Missing for inlined types. */
  readonly name?: string;
  readonly doc: Readonly<Record<string, unknown>>;
  /** Types that this one refers to. */
  readonly parts: readonly Schema<unknown>[];
  read(value: unknown, path: string, errors: Errors, source: Source): T;
}

/** Property of a model. */
export interface Member<T> {
  readonly schema: Schema<unknown>;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly fallback: unknown;
  readonly note: string | undefined;
  readonly type?: T;
}

type Shape = Record<string, Member<unknown>>;
type Value<S extends Shape> = { [K in keyof S]: S[K] extends Member<infer T> ? T : never };

/** Model class with its properties. */
export interface Model<T, S extends Shape = Shape> extends Schema<T> {
  readonly shape: S;
}

/** Type of the values of a schema. */
export type Of<S> = S extends Schema<infer T> ? T : never;

/** Adds an error message for a field. */
export function report(errors: Errors, field: string, message: string): void {
  errors[field] = [...(errors[field] ?? []), message];
}

/** Returns the last segment of a path, because error messages contain the name of a property without its path. */
function leaf(path: string): string {
  return path.split('.').at(-1) ?? path;
}

function unreadable(value: unknown, path: string, errors: Errors, source: Source, type: string): void {
  if (source === 'text') report(errors, path, `The value '${String(value)}' is not valid for ${path}.`);
  else report(errors, `$.${path}`, `The JSON value could not be converted to ${type}. Path: $.${path}.`);
}

function scalar<T>(type: string, doc: Record<string, unknown>, read: (value: unknown) => T | undefined) {
  const schema: Schema<T> = {
    doc,
    parts: [],
    read(value, path, errors, source) {
      const found = read(value);
      if (found === undefined) unreadable(value, path, errors, source, type);
      return found as T;
    },
  };
  return schema;
}

/** String with the limits of its data annotations. */
export function text(limits: { max?: number; pattern?: string; format?: string } = {}): Schema<string> {
  const doc: Record<string, unknown> = { type: 'string' };
  if (limits.format !== undefined) doc.format = limits.format;
  if (limits.max !== undefined) doc.maxLength = limits.max;
  if (limits.pattern !== undefined) doc.pattern = limits.pattern;
  const plain = scalar('System.String', doc, (value) => (typeof value === 'string' ? value : undefined));
  return {
    ...plain,
    read(value, path, errors, source) {
      const found = plain.read(value, path, errors, source);
      if (found === undefined) return found;
      const { max, pattern, format } = limits;
      if (max !== undefined && found.length > max) {
        report(errors, path, `The field ${leaf(path)} must be a string with a maximum length of ${max}.`);
      }
      if (pattern !== undefined && !new RegExp(pattern).test(found)) {
        report(errors, path, `The field ${leaf(path)} must match the regular expression '${pattern}'.`);
      }
      if (format === 'email' && !/^[^@\s]+@[^@\s]+$/.test(found)) {
        report(errors, path, `The ${leaf(path)} field is not a valid e-mail address.`);
      }
      return found;
    },
  };
}

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** Parses a date. Without an offset it is in UTC. */
export function readDate(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !DATE.test(value)) return undefined;
  const zoned = value.includes('T') && !/(Z|[+-]\d\d:\d\d)$/.test(value) ? `${value}Z` : value;
  const date = new Date(zoned);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

export const uuid = scalar('System.Guid', { type: 'string', format: 'uuid' }, (value) =>
  typeof value === 'string' && GUID.test(value) ? value.toLowerCase() : undefined,
);

/** UTC DateTime. */
export const dateTime = scalar('System.DateTime', { type: 'string', format: 'date-time' }, readDate);

export const flag = scalar('System.Boolean', { type: 'boolean' }, (value) => {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.toLowerCase() : '';
  return word === 'true' ? true : word === 'false' ? false : undefined;
});

/** Int32 or Int64 with bounds. */
export function int(min?: number, max = 2147483647, format: 'int32' | 'int64' = 'int32'): Schema<number> {
  const doc: Record<string, unknown> = { type: 'integer', format };
  if (min !== undefined) Object.assign(doc, { minimum: min, maximum: max });
  const plain = scalar(format === 'int32' ? 'System.Int32' : 'System.Int64', doc, (value) => {
    const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
    return Number.isSafeInteger(number) ? (number as number) : undefined;
  });
  return {
    ...plain,
    read(value, path, errors, source) {
      const found = plain.read(value, path, errors, source);
      if (min !== undefined && found !== undefined && (found < min || found > max)) {
        report(errors, path, `The field ${leaf(path)} must be between ${min} and ${max}.`);
      }
      return found;
    },
  };
}

/** Enum that is serialized as its name. */
export function enumOf<const T extends string>(name: string, values: readonly T[]): Schema<T> {
  const plain = scalar(name, { type: 'string', enum: values }, (value) =>
    values.find((one) => typeof value === 'string' && one.toLowerCase() === value.toLowerCase()),
  );
  return { ...plain, name };
}

export function listOf<T>(item: Schema<T>): Schema<T[]> {
  return {
    doc: { type: 'array', items: mention(item) },
    parts: [item],
    read(value, path, errors, source) {
      const values = source === 'text' && !Array.isArray(value) ? [value] : value;
      if (Array.isArray(values)) {
        return values.map((one, index) => item.read(one, `${path}[${index}]`, errors, source));
      }
      unreadable(value, path, errors, source, 'System.Collections.Generic.List`1');
      return [];
    },
  };
}

/** Dictionary<string, object> with values by tag. */
export const byTag: Schema<Record<string, unknown>> = {
  doc: { type: 'object', additionalProperties: { nullable: true } },
  parts: [],
  read(value, path, errors, source) {
    const found = source === 'text' ? parsed(value) : value;
    if (isObject(found)) return found;
    unreadable(value, path, errors, source, 'System.Collections.Generic.Dictionary`2');
    return {};
  },
};

export const formFile: Schema<File> = {
  ...scalar('IFormFile', { type: 'string', format: 'binary' }, (value) =>
    value instanceof File ? value : undefined,
  ),
};

function parsed(value: unknown): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    return undefined;
  }
}

/** Checks whether a JSON value is an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Property that requests must contain and responses always contain. */
export function req<T>(schema: Schema<T>, note?: string): Member<T> {
  return { schema, required: true, nullable: false, fallback: undefined, note };
}

/** Nullable property. */
export function opt<T>(schema: Schema<T>, note?: string): Member<T | null> {
  return { schema, required: false, nullable: true, fallback: null, note };
}

/** Property of a value type with a default. */
export function def<T>(schema: Schema<T>, fallback: T, note?: string): Member<T> {
  return { schema, required: false, nullable: false, fallback, note };
}

export function model<S extends Shape>(name: string, shape: S): Model<Value<S>, S> {
  const members = Object.entries(shape);
  const required = members.filter(([, member]) => member.required).map(([key]) => key);
  const properties = Object.fromEntries(members.map(([key, member]) => [key, memberDoc(member)]));
  return {
    name,
    shape,
    doc: {
      ...(required.length > 0 ? { required } : {}),
      type: 'object',
      properties,
      additionalProperties: false,
    },
    parts: members.map(([, member]) => member.schema),
    read(value, path, errors, source) {
      if (!isObject(value)) {
        unreadable(value, path, errors, source, name);
        return {} as Value<S>;
      }
      const sent = new Map(Object.entries(value).map(([key, one]) => [key.toLowerCase(), one]));
      const prefix = path === '' ? '' : `${path}.`;
      const result = members.map(([key, member]) => {
        const one = sent.get(key.toLowerCase());
        return [key, readMember(member, one, prefix + key, errors, source)];
      });
      return Object.fromEntries(result) as Value<S>;
    },
  };
}

function readMember(member: Member<unknown>, value: unknown, path: string, errors: Errors, source: Source) {
  const missing = value === undefined || (source === 'text' && value === '');
  if (missing && !member.required) return member.fallback;
  const blank = typeof value === 'string' && value.trim() === '' && member.schema.doc.type === 'string';
  if (missing || (member.required && (value === null || blank))) {
    report(errors, path, `The ${leaf(path)} field is required.`);
    return member.fallback;
  }
  if (value === null && member.nullable) return null;
  return member.schema.read(value, path, errors, source);
}

/** Returns the schema of a type for use in other schemas. */
export function mention(schema: Schema<unknown>): Record<string, unknown> {
  return schema.name === undefined ? schema.doc : { $ref: `#/components/schemas/${schema.name}` };
}

/** Returns the schema of a property. A `$ref` with a description is wrapped in `allOf`. */
export function memberDoc(member: Member<unknown>): Record<string, unknown> {
  const words: Record<string, unknown> = {};
  if (member.note !== undefined) words.description = member.note;
  if (member.nullable) words.nullable = true;
  if (!member.nullable && !member.required) words.default = member.fallback;
  const own = mention(member.schema);
  if (member.schema.name === undefined) return { ...own, ...words };
  return Object.keys(words).length > 0 ? { allOf: [own], ...words } : own;
}
