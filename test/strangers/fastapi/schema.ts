/** Models as in pydantic: they validate bodies, fill in defaults and generate the API reference. */
import { enums, type Model, models } from './models.ts';

export interface Setting {
  /** Whether ids are consecutive integers in each table. */
  readonly isSequential: boolean;
}

const iso = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/;
const uuidForm = /^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i;

export interface Trouble {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** Validates a body by its model. Ignores unknown fields. `given` contains the names of the fields in the request. */
export function parse(
  name: string,
  body: unknown,
  { isSequential }: Setting,
): { value: Record<string, any>; given: Set<string>; troubles: Trouble[] } {
  const troubles: Trouble[] = [];
  const add = (loc: Trouble['loc'], type: string, msg: string) => {
    troubles.push({ type, loc: ['body', ...loc], msg });
    return undefined;
  };
  const read = (kind: string, value: unknown, loc: Trouble['loc']): unknown => {
    if (kind.startsWith('[')) {
      if (!Array.isArray(value)) return add(loc, 'list_type', 'Input should be a valid list');
      return value.map((one, index) => read(kind.slice(1, -1), one, [...loc, index]));
    }
    if (models[kind] !== undefined) return readModel(kind, value, loc);
    if (enums[kind] !== undefined)
      return enums[kind].includes(String(value))
        ? value
        : add(loc, 'enum', `Input should be ${enums[kind].map((one) => `'${one}'`).join(' or ')}`);
    const text = typeof value === 'string' ? value : undefined;
    if (kind === 'str') return text ?? add(loc, 'string_type', 'Input should be a valid string');
    if (kind === 'bool')
      return typeof value === 'boolean' ? value : add(loc, 'bool_type', 'Input should be a valid boolean');
    if (kind === 'int' || kind === 'float')
      return Number.isFinite(Number(value)) && value !== '' && typeof value !== 'boolean'
        ? Number(value)
        : add(loc, `${kind}_parsing`, 'Input should be a valid number');
    if (kind === 'dict')
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? value
        : add(loc, 'dict_type', 'Input should be a valid dictionary');
    if (kind === 'datetime')
      return text !== undefined && (iso.test(text) || /^\d{4}-\d\d-\d\d$/.test(text))
        ? new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : text.length === 10 ? text : `${text}Z`)
        : add(loc, 'datetime_from_date_parsing', 'Input should be a valid datetime or date');
    if (kind === 'date')
      // As in pydantic, a datetime is a valid date only if its time is zero.
      return text !== undefined && /^\d{4}-\d\d-\d\d(?:T00:00(?::00(?:\.0+)?)?(?:Z)?)?$/.test(text)
        ? new Date(text.slice(0, 10))
        : add(loc, 'date_from_datetime_inexact', 'Datetimes provided to dates should have zero time');
    if (isSequential)
      return /^\d+$/.test(String(value))
        ? String(value)
        : add(loc, 'int_parsing', 'Input should be a valid integer');
    return uuidForm.test(text ?? '')
      ? plainUuid(text as string)
      : add(loc, 'uuid_parsing', 'Input should be a valid UUID');
  };
  const readModel = (model: string, value: unknown, loc: Trouble['loc']): any => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return add(loc, 'model_attributes_type', 'Input should be a valid dictionary or object');
    const given = value as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(models[model] as Model).map(([field, text]) => {
        const [, kind = '', nullable, preset] = /^([^?=]+)(\?)?(?:=(.*))?$/.exec(text) ?? [];
        const own = given[field];
        if (own === null && nullable) return [field, undefined];
        if (own !== undefined) return [field, read(kind, own, [...loc, field])];
        if (nullable) return [field, undefined];
        if (preset !== undefined) return [field, presetOf(kind, preset)];
        return [field, add([...loc, field], 'missing', 'Field required')];
      }),
    );
  };
  const value = readModel(name, body, []) ?? {};
  return { value, given: new Set(Object.keys((body ?? {}) as object)), troubles };
}

const presetOf = (kind: string, preset: string): unknown =>
  kind === 'dict' ? {} : kind.startsWith('[') ? [] : kind === 'bool' ? preset === 'true' : Number(preset);

const plainUuid = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('-', '')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const plainKinds: Readonly<Record<string, object>> = {
  str: { type: 'string' },
  int: { type: 'integer' },
  float: { type: 'number' },
  bool: { type: 'boolean' },
  datetime: { type: 'string', format: 'date-time' },
  date: { type: 'string', format: 'date' },
  dict: { type: 'object', additionalProperties: true },
};

export function schemaOf(kind: string, setting: Setting): object {
  if (kind.startsWith('[')) return { type: 'array', items: schemaOf(kind.slice(1, -1), setting) };
  if (kind === 'id') return setting.isSequential ? { type: 'integer' } : { type: 'string', format: 'uuid' };
  return plainKinds[kind] ?? { $ref: `#/components/schemas/${kind}` };
}

const titleOf = (name: string) =>
  name.replaceAll('_', ' ').replace(/\b\w/g, (letter) => letter.toUpperCase());

export function componentsOf(setting: Setting): Record<string, object> {
  const ofModel = ([name, model]: [string, Model]) => {
    const fields = Object.entries(model).map(([field, text]) => {
      const [, kind = '', nullable, preset] = /^([^?=]+)(\?)?(?:=(.*))?$/.exec(text) ?? [];
      const own = schemaOf(kind, setting);
      const isOut = /Out$|Row$/.test(name);
      const schema = nullable ? { anyOf: [own, { type: 'null' }], title: titleOf(field) } : { ...own };
      const set = preset === undefined ? {} : { default: presetOf(kind, preset) };
      return {
        field,
        schema: { ...schema, ...set },
        isRequired: isOut || (!nullable && preset === undefined),
      };
    });
    const required = fields.filter(({ isRequired }) => isRequired).map(({ field }) => field);
    const properties = Object.fromEntries(fields.map(({ field, schema }) => [field, schema]));
    return [name, { type: 'object', title: name, properties, ...(required.length > 0 ? { required } : {}) }];
  };
  return {
    ...Object.fromEntries(Object.entries(models).map(ofModel)),
    ...Object.fromEntries(
      Object.entries(enums).map(([name, words]) => [name, { type: 'string', title: name, enum: words }]),
    ),
    HTTPValidationError: {
      type: 'object',
      title: 'HTTPValidationError',
      properties: { detail: { type: 'array', items: { $ref: '#/components/schemas/ValidationError' } } },
    },
    ValidationError: {
      type: 'object',
      title: 'ValidationError',
      properties: {
        loc: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
        msg: { type: 'string' },
        type: { type: 'string' },
      },
      required: ['loc', 'msg', 'type'],
    },
  };
}
