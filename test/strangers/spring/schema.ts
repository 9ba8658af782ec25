/** JSON types: each parses a value as Jackson does, and returns its schema for the API reference. */

/** OpenAPI 3.0 schema object. */
export type Schema = Record<string, unknown>;

/** Violated constraint, as bean validation reports it. */
export interface Issue {
  readonly field: string;
  readonly rejectedValue: unknown;
  readonly defaultMessage: string;
  readonly code: string;
}

type Refer = (shape: Shape<unknown>) => Schema;

/** Type of a JSON value. */
export interface Shape<T> {
  readonly name?: string;
  readonly optional?: true;
  readonly many?: true;
  describe(refer: Refer): Schema;
  read(value: unknown, at: string, issues: Issue[]): T;
}

/** Type of the parsed values. */
export type Infer<S> = S extends Shape<infer T> ? T : never;
type Fields = Record<string, Shape<unknown>>;
type Values<F extends Fields> = { [K in keyof F]: Infer<F[K]> };

/** Thrown if a value cannot be converted to the Java type. */
export class Mismatch extends Error {
  readonly javaType: string;
  readonly value: unknown;
  constructor(javaType: string, value: unknown, detail: string) {
    super(detail);
    this.javaType = javaType;
    this.value = value;
  }
}

type Check<T> = (value: T) => [code: string, message: string] | undefined;

function scalar<T>(schema: Schema, javaType: string, convert: (v: unknown) => T | string, check?: Check<T>) {
  const shape: Shape<T> = {
    describe: () => schema,
    read(value, at, issues) {
      const missing = value === null || value === undefined;
      if (missing) return reject<T>(at, null, 'NotNull', 'must not be null', issues);
      const got = convert(value);
      if (typeof got === 'string' && javaType !== 'java.lang.String' && schema.enum === undefined)
        throw new Mismatch(javaType, value, got);
      const failed = check?.(got as T);
      if (failed) return reject<T>(at, value, failed[0], failed[1], issues);
      return got as T;
    },
  };
  return shape;
}

function reject<T>(at: string, value: unknown, code: string, defaultMessage: string, issues: Issue[]): T {
  issues.push({ field: at, rejectedValue: value ?? null, defaultMessage, code });
  // The value is never used, because a request with issues is rejected.
  return undefined as T;
}

/** String. `notBlank` and `max` are the constraints with these names. */
export function text(rules: { notBlank?: boolean; max?: number; pattern?: string; format?: string } = {}) {
  const { notBlank = false, max, pattern, format } = rules;
  const schema: Schema = {
    ...(max === undefined ? {} : { maxLength: max, minLength: notBlank ? 1 : 0 }),
    ...(max === undefined && notBlank ? { minLength: 1 } : {}),
    ...(pattern === undefined ? {} : { pattern }),
    type: 'string',
    ...(format === undefined ? {} : { format }),
  };
  const matcher = pattern === undefined ? undefined : new RegExp(`^(?:${pattern})$`);
  const convert = (value: unknown) => {
    if (typeof value === 'object') throw new Mismatch('java.lang.String', value, 'not a text value');
    return String(value);
  };
  return scalar<string>(schema, 'java.lang.String', convert, (value) => {
    if (notBlank && value.trim() === '') return ['NotBlank', 'must not be blank'];
    if (max !== undefined && value.length > max) return ['Size', `size must be between 0 and ${max}`];
    if (matcher && !matcher.test(value)) return ['Pattern', `must match "${pattern}"`];
    return undefined;
  });
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const uuid: Shape<string> = {
  describe: () => ({ type: 'string', format: 'uuid' }),
  read(value, at, issues) {
    if (value === null || value === undefined) return reject(at, null, 'NotNull', 'must not be null', issues);
    if (typeof value === 'string' && UUID.test(value)) return value.toLowerCase();
    const detail = `UUID has to be represented by standard 36-char representation`;
    throw new Mismatch('java.util.UUID', value, detail);
  },
};

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

function unparsed(value: unknown): string {
  const index = /^\d{4}-\d\d-\d\d/.test(String(value)) ? 10 : 0;
  return `Text '${String(value)}' could not be parsed at index ${index}`;
}

/** Instant, such as `2026-03-01T09:00:00Z`. */
export const instant = scalar<Date>({ type: 'string', format: 'date-time' }, 'java.time.Instant', (value) => {
  const moment = typeof value === 'string' && INSTANT.test(value) ? new Date(value) : undefined;
  return moment && !Number.isNaN(moment.getTime()) ? moment : unparsed(value);
});

/** Day, such as `2026-03-01`. Jackson also accepts an instant and drops the time. */
export const day = scalar<Date>({ type: 'string', format: 'date' }, 'java.time.LocalDate', (value) => {
  const given = typeof value === 'string' ? value : '';
  if (!/^\d{4}-\d\d-\d\d$/.test(given) && !INSTANT.test(given)) return unparsed(value);
  const moment = new Date(`${given.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(moment.getTime()) ? unparsed(value) : moment;
});

/** Integer. */
export function int(
  rules: { min?: number; max?: number; fallback?: number; format?: 'int32' | 'int64' } = {},
) {
  const { min, max, fallback, format = 'int32' } = rules;
  const schema: Schema = {
    ...(max === undefined ? {} : { maximum: max }),
    ...(min === undefined ? {} : { minimum: min }),
    type: 'integer',
    format,
    ...(fallback === undefined ? {} : { default: fallback }),
  };
  const javaType = format === 'int32' ? 'java.lang.Integer' : 'java.lang.Long';
  const convert = (value: unknown) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return Number.isInteger(number) ? (number as number) : 'not a valid integer value';
  };
  return scalar<number>(schema, javaType, convert, (value) => {
    if (min !== undefined && value < min) return ['Min', `must be greater than or equal to ${min}`];
    if (max !== undefined && value > max) return ['Max', `must be less than or equal to ${max}`];
    return undefined;
  });
}

export const bool = scalar<boolean>({ type: 'boolean' }, 'java.lang.Boolean', (value) => {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  return 'only "true" or "false" recognized';
});

export const decimal = scalar<number>({ type: 'number' }, 'java.math.BigDecimal', (value) =>
  typeof value === 'number' ? value : 'not a valid representation',
);

/** Constant of an enum. */
export function oneOf<const V extends readonly string[]>(...values: V): Shape<V[number]> {
  return scalar<V[number]>({ type: 'string', enum: [...values] }, 'enum', (value) => {
    if (values.includes(value as string)) return value as V[number];
    const detail = `not one of the values accepted for Enum class: [${values.join(', ')}]`;
    throw new Mismatch('enum', value, detail);
  });
}

export function list<T>(item: Shape<T>): Shape<T[]> {
  return {
    many: true,
    describe: (refer) => ({ type: 'array', items: refer(item) }),
    read(value, at, issues) {
      if (value === null || value === undefined)
        return reject(at, null, 'NotNull', 'must not be null', issues);
      if (!Array.isArray(value)) throw new Mismatch('java.util.ArrayList', value, 'from Object value');
      return value.map((one, index) => item.read(one, `${at}[${index}]`, issues));
    },
  };
}

/** Values by tag. */
export const tagged: Shape<Record<string, unknown>> = {
  describe: () => ({ type: 'object', additionalProperties: { nullable: true }, description: 'tag : value' }),
  read(value, at, issues) {
    if (value === null || value === undefined) return reject(at, null, 'NotNull', 'must not be null', issues);
    if (typeof value !== 'object' || Array.isArray(value))
      throw new Mismatch('java.util.LinkedHashMap', value, 'from Array value');
    return value as Record<string, unknown>;
  },
};

/** Makes a type nullable and optional. */
export function opt<T>(inner: Shape<T>): Shape<T | null | undefined> {
  return {
    optional: true,
    ...(inner.many ? { many: true as const } : {}),
    describe(refer) {
      const schema = refer(inner);
      return '$ref' in schema ? { nullable: true, allOf: [schema] } : { ...schema, nullable: true };
    },
    read: (value, at, issues) =>
      value === null || value === undefined ? value : inner.read(value, at, issues),
  };
}

/** Adds a description for the API reference. */
export function note<T>(inner: Shape<T>, description: string, more: Schema = {}): Shape<T> {
  return {
    ...(inner.optional ? { optional: true as const } : {}),
    ...(inner.many ? { many: true as const } : {}),
    describe(refer) {
      const schema = refer(inner);
      const open = '$ref' in schema ? { allOf: [schema] } : schema;
      return { ...open, description, ...more };
    },
    read: inner.read,
  };
}

/** Object, which becomes a named component of the API reference. Ignores unknown fields. */
export function record<F extends Fields>(name: string, fields: F): Shape<Values<F>> {
  return {
    name,
    describe(refer) {
      const entries = Object.entries(fields);
      const required = entries.filter(([, shape]) => !shape.optional).map(([key]) => key);
      const properties = Object.fromEntries(entries.map(([key, shape]) => [key, refer(shape)]));
      return { ...(required.length > 0 ? { required } : {}), type: 'object', properties };
    },
    read(value, at, issues) {
      if (value === null || value === undefined)
        return reject(at, null, 'NotNull', 'must not be null', issues);
      if (typeof value !== 'object' || Array.isArray(value)) throw new Mismatch(name, value, 'from scalar');
      const given = value as Record<string, unknown>;
      const read = Object.entries(fields).map(([key, shape]) => [
        key,
        shape.read(given[key], at === '' ? key : `${at}.${key}`, issues),
      ]);
      return Object.fromEntries(read) as Values<F>;
    },
  };
}

/** Record that refers to itself, for trees. */
export function lazy<T>(name: string, inner: () => Shape<T>): Shape<T> {
  return {
    name,
    describe: (refer) => inner().describe(refer),
    read: (v, at, issues) => inner().read(v, at, issues),
  };
}
