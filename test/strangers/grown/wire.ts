/** Parses requests and serializes responses by schema, in the wire format of a route. */
import { refuse, type Shape, type Voice } from './contract.ts';

const GUID = /^\{?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?$/i;

/** Converts an id from any notation to its plain form. */
export const plainId = (value: unknown): string | undefined => {
  const parts = typeof value === 'string' ? GUID.exec(value.trim()) : null;
  return parts ? parts.slice(1).join('-').toLowerCase() : undefined;
};

/** Converts a name to the wire format. */
export const voiced = (name: string, voice: Voice): string => {
  if (voice.names === 'pascal') return name;
  if (voice.names === 'snake') return name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();
  return /^[A-Z]+$/.test(name) ? name.toLowerCase() : name.charAt(0).toLowerCase() + name.slice(1);
};

/** Parses a date. Without a time zone it is in UTC. */
export const readMoment = (value: unknown): Date | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? new Date(value) : undefined;
  if (typeof value !== 'string') return undefined;
  const said = value.trim();
  const ticks = /^(?:\/Date\()?(-?\d{9,15})(?:\)\/)?$/.exec(said);
  if (ticks) return new Date(Number(ticks[1]));
  const russian = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(said);
  const iso = russian
    ? `${russian[3]}-${russian[2]}-${russian[1]}`
    : said.replace(' ', '+').replace(/^(\d{4}-\d{2}-\d{2})\+(\d{2}:)/, '$1T$2');
  if (!/^\d{4}-\d{2}-\d{2}/.test(iso)) return undefined;
  const zoned = /T.*(Z|[+-]\d{2}:?\d{2})$/i.test(iso) || !iso.includes('T') ? iso : `${iso}Z`;
  const moment = new Date(zoned);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
};

const readChoice = (shape: Shape, value: unknown): string | undefined => {
  const said = String(value).toLowerCase();
  const values = shape.values ?? [];
  if (Array.isArray(values)) return values.find((name: string) => name.toLowerCase() === said);
  return Object.entries(values).find(
    ([name, code]) => name.toLowerCase() === said || String(code) === said,
  )?.[0];
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const simple = (shape: Shape, value: unknown): unknown => {
  switch (shape.kind) {
    case 'guid':
      return plainId(value);
    case 'text':
      return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
    case 'int':
    case 'long':
    case 'number': {
      const amount = typeof value === 'string' && value.trim() ? Number(value) : value;
      if (typeof amount !== 'number' || Number.isNaN(amount)) return undefined;
      return shape.kind === 'number' || Number.isInteger(amount) ? amount : undefined;
    }
    case 'flag': {
      const said = String(value).toLowerCase();
      return said === 'true' || said === '1' ? true : said === 'false' || said === '0' ? false : undefined;
    }
    case 'moment':
      return readMoment(value);
    case 'choice':
      return readChoice(shape, value);
    case 'tags':
      return isObject(value) ? value : undefined;
    default:
      return value;
  }
};

const readRecord = (shape: Shape, value: unknown, where: string, voice: Voice): unknown => {
  if (!isObject(value)) return refuse(`Ожидался объект: ${where || 'тело запроса'}.`, where);
  // Property names are not case-sensitive here.
  const sent = new Map(Object.entries(value).map(([name, item]) => [name.toLowerCase(), item]));
  const taken: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape.fields ?? {})) {
    const raw = sent.get(voiced(name, voice).toLowerCase()) ?? sent.get(name.toLowerCase());
    const path = where ? `${where}.${name}` : name;
    const item = readShape(field, raw, path, voice);
    if (item !== undefined) taken[name] = item;
    else if (sent.has(name.toLowerCase()) || sent.has(voiced(name, voice).toLowerCase())) taken[name] = null;
  }
  return taken;
};

/** Parses a value by its schema. Returns undefined if the request lacks it. */
export const readShape = (shape: Shape, value: unknown, where: string, voice: Voice): unknown => {
  if (value === undefined || value === null || (value === '' && shape.kind !== 'any')) {
    return shape.must ? refuse(`Поле ${where || 'body'} обязательно для заполнения.`, where) : undefined;
  }
  if (shape.kind === 'record') return readRecord(shape, value, where, voice);
  if (shape.kind === 'list') {
    const of = shape.of?.();
    if (!Array.isArray(value) || !of) return refuse(`Ожидался массив: ${where}.`, where);
    return value.map((item, index) => readShape(must(of), item, `${where}[${index}]`, voice));
  }
  return simple(shape, value) ?? refuse(`Недопустимое значение '${String(value)}' для ${where}.`, where);
};

const must = (shape: Shape): Shape => (shape.kind === 'any' ? shape : { ...shape, must: true });

/** Converts `Filters[0].FieldTag=x` and repeated query parameters to nested values. */
export const readQuery = (fields: Readonly<Record<string, Shape>>, search: URLSearchParams, voice: Voice) => {
  const nested: Record<string, unknown> = {};
  const listed = new Map(
    Object.entries(fields).flatMap(([name, shape]) =>
      shape.kind === 'list' ? [[name.toLowerCase(), shape]] : [],
    ) as [string, Shape][],
  );
  for (const [key, value] of search) {
    const parts = key
      .split(/[.[\]]+/)
      .filter(Boolean)
      .map((part) => part.toLowerCase());
    const head = parts[0] ?? '';
    if (!listed.has(head)) {
      nested[head] ??= value;
      continue;
    }
    const items = (nested[head] ?? []) as unknown[];
    nested[head] = items;
    if (parts.length <= 2) items.push(...(parts.length === 1 ? value.split(',') : [value]));
    else {
      const index = Math.min(Number(parts[1]) || 0, 50);
      while (items.length <= index) items.push({});
      const item = items[index] as Record<string, unknown>;
      const name = parts[2] ?? '';
      const isMany = parts.length > 3 || name === 'searchvalues';
      item[name] = isMany ? [...((item[name] as unknown[] | undefined) ?? []), value] : value;
    }
  }
  return readRecord({ kind: 'record', fields }, nested, '', voice) as Record<string, unknown>;
};

const wireDate = (value: Date, voice: Voice): string | number => {
  if (voice.dates === 'ms') return value.getTime();
  const iso = value.toISOString().slice(0, 19);
  return voice.dates === 'zulu' ? `${iso}Z` : iso;
};

const wireId = (value: string, voice: Voice): string => {
  if (voice.ids === 'plain' || !GUID.test(value)) return value;
  return voice.ids === 'upper' ? value.toUpperCase() : `{${value.toUpperCase()}}`;
};

const loose = (value: unknown, voice: Voice): unknown => {
  if (value instanceof Date) return wireDate(value, voice);
  if (typeof value === 'string') return wireId(value, voice);
  if (Array.isArray(value)) return value.map((item) => loose(item, voice));
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, loose(item, voice)]));
  }
  return value;
};

/** Serializes a value by its schema. Omits properties that the schema lacks. */
export const writeShape = (shape: Shape, value: unknown, voice: Voice): unknown => {
  if (value === undefined || value === null) return undefined;
  if (shape.kind === 'list')
    return (value as unknown[]).map((item) => writeShape(shape.of?.() ?? shape, item, voice) ?? null);
  if (shape.kind === 'choice') {
    const values = shape.values ?? [];
    return Array.isArray(values) ? value : (values as Record<string, number>)[String(value)];
  }
  if (shape.kind !== 'record') return shape.kind === 'text' ? value : loose(value, voice);
  const written: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(shape.fields ?? {})) {
    const item = writeShape(field, (value as Record<string, unknown>)[name], voice);
    if (item !== undefined) written[voiced(name, voice)] = item;
    else if (voice.nulls === 'keep' && !field.sparse) written[voiced(name, voice)] = null;
  }
  return written;
};
