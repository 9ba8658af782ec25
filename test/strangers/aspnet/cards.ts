import type { CalendarEvent, Task } from '../world.ts';
import { EntityReference } from './contract.ts';
import type { Errors, Of } from './schema.ts';
import {
  byTag,
  def,
  enumOf,
  flag,
  isObject,
  listOf,
  model,
  opt,
  readDate,
  report,
  req,
  text,
  uuid,
} from './schema.ts';
import type { Dictionary, Named, Store } from './store.ts';
import { reference } from './store.ts';

/** Types of card fields. */
export const FieldType = enumOf('FieldType', [
  'Text',
  'FormattedText',
  'Number',
  'Date',
  'Checkbox',
  'Dictionary',
  'User',
]);

/** Custom field, defined by an administrator. */
export interface Field extends Named {
  readonly tag: string;
  readonly externalId: string;
  readonly type: Of<typeof FieldType>;
  readonly isRequired: boolean;
  readonly isMulti: boolean;
  readonly dictionary?: Dictionary;
}

/** Block of an object's card. */
export interface Block extends Named {
  readonly tag: string;
  readonly kind: 'Plain' | 'Multi' | 'Table';
  /** Access of API users to the block. */
  readonly access: 'View' | 'Edit';
  readonly fields: readonly Field[];
}

export interface ObjectType extends Named {
  readonly objectClass: string;
  readonly status: 'Active' | 'Deleted';
  readonly blocks: readonly Block[];
  /** Tags of the fields that the duplicate rule compares. */
  readonly duplicateRule: readonly string[];
}

/** Field definition in responses. */
export const FieldDto = model('FieldDto', {
  Id: req(uuid),
  Name: req(text()),
  Tag: opt(text()),
  ExternalId: opt(text()),
  FieldType: req(FieldType),
  IsRequired: def(flag, false),
  IsMultiple: def(flag, false),
  Dictionary: opt(EntityReference, 'Dictionary that gives the values'),
  DefaultValue: opt(text()),
});

/** Converts a field definition to its DTO. */
export function showField(store: Store, field: Field, today: Date | null = null): Of<typeof FieldDto> {
  return {
    Id: field.id,
    Name: field.name,
    Tag: field.tag,
    ExternalId: field.externalId,
    FieldType: field.type,
    IsRequired: field.isRequired,
    IsMultiple: field.isMulti,
    Dictionary: reference(store, 'dictionaries', field.dictionary),
    DefaultValue: field.type === 'Date' && today !== null ? today.toISOString().slice(0, 10) : null,
  };
}

/** Returns the fields of a type, except those of tables. */
export function cardFields(type: ObjectType): Field[] {
  return type.blocks.filter((block) => block.kind !== 'Table').flatMap((block) => block.fields);
}

function readOne(store: Store, field: Field, value: unknown): unknown {
  switch (field.type) {
    case 'Text':
    case 'FormattedText':
      return typeof value === 'string' ? value : undefined;
    case 'Number': {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
    }
    case 'Date':
      return readDate(value);
    case 'Checkbox':
      return typeof value === 'boolean' ? value : undefined;
    case 'Dictionary': {
      const key = isObject(value) ? (value.Id ?? value.Name) : value;
      return field.dictionary?.values.find((one) => one.id === key || one.name === key)?.name;
    }
    case 'User': {
      const id = isObject(value) ? value.Id : value;
      return store.world.users.find((user) => user.id === id)?.id;
    }
  }
}

function isBlank(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** Parses values by tag, field id or external id. Null and empty values are returned as null. */
export function readValues(
  store: Store,
  fields: readonly Field[],
  input: Readonly<Record<string, unknown>>,
  path: string,
  errors: Errors,
  key: 'tag' | 'externalId' = 'tag',
): Map<Field, unknown> {
  const found = new Map<Field, unknown>();
  for (const [name, value] of Object.entries(input)) {
    const field = fields.find((one) => one[key] === name || (key === 'tag' && one.id === name));
    if (field === undefined) {
      report(errors, `${path}.${name}`, `Field '${name}' is not defined.`);
      continue;
    }
    if (isBlank(value)) {
      found.set(field, null);
      continue;
    }
    const many = field.isMulti && Array.isArray(value);
    const read = (many ? value : [value]).map((one) => (one === null ? null : readOne(store, field, one)));
    if (read.includes(undefined)) {
      report(
        errors,
        `${path}.${name}`,
        `The value is not valid for the field '${field.name}' (${field.type}).`,
      );
    }
    found.set(field, field.isMulti ? read : read[0]);
  }
  return found;
}

/** Writes values to a card. Null removes the value. */
export function writeValues(card: Record<string, unknown>, values: ReadonlyMap<Field, unknown>): void {
  for (const [field, value] of values) {
    if (value === null) delete card[field.tag];
    else card[field.tag] = value;
  }
}

/** Parses additional attributes, which replace all previous ones. */
export function readAttributes(
  store: Store,
  fields: readonly Field[],
  input: Readonly<Record<string, unknown>> | null,
  errors: Errors,
): Record<string, unknown> {
  const attributes: Record<string, unknown> = {};
  writeValues(attributes, readValues(store, fields, input ?? {}, 'AdditionalAttributes', errors));
  return attributes;
}

function plainText(html: unknown): unknown {
  return typeof html === 'string' ? html.replace(/<br\s*\/?>/gi, '\n').replace(/<[^>]+>/g, '') : html;
}

/** Returns values by tag. A field without a value is null. */
export function showValues(
  store: Store,
  fields: readonly Field[],
  card: Readonly<Record<string, unknown>>,
  isFormatted = true,
): Record<string, unknown> {
  const show = (field: Field, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((one) => show(field, one));
    if (field.type === 'User') {
      return reference(
        store,
        'users',
        store.world.users.find((user) => user.id === value),
      );
    }
    return field.type === 'FormattedText' && !isFormatted ? plainText(value) : (value ?? null);
  };
  return Object.fromEntries(fields.map((field) => [field.tag, show(field, card[field.tag])]));
}

/** Returns the attributes that `extra` of a record contains. */
export function attributesOf(record: { extra: Record<string, unknown> }): Record<string, unknown> {
  return isObject(record.extra.attributes) ? record.extra.attributes : {};
}

/** Returns the additional attributes of an event or a task. Only version 3 has them. */
export function showAttributes(
  store: Store,
  version: number,
  kind: 'event' | 'task',
  record: Task | CalendarEvent,
) {
  if (version < 3) return {};
  return { AdditionalAttributes: showValues(store, store.settings.attributes[kind], attributesOf(record)) };
}

/** Property for additional attributes. */
export const Attributes = { AdditionalAttributes: opt(byTag, 'Values by tag') };

/** Filter by field value. */
export const FieldFilter = model('FieldFilter', {
  FieldId: opt(uuid),
  FieldTag: opt(text(), 'Tag of a custom field, or name of a system field such as Project_Name'),
  IsEmpty: opt(flag, 'null: no filtering; true: empty fields; false: filled fields'),
  SearchValues: opt(listOf(text()), 'Any of these'),
  BeginValue: opt(text()),
  EndValue: opt(text()),
});

function comparable(value: unknown): number | string {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'number' ? value : String(value).toLowerCase();
}

function bound(value: unknown, limit: string): number | string {
  if (value instanceof Date) return readDate(limit)?.getTime() ?? Number.NaN;
  return typeof value === 'number' ? Number(limit) : limit.toLowerCase();
}

function matches(value: unknown, search: string): boolean {
  if (value instanceof Date) return value.toISOString().slice(0, 10) === search.slice(0, 10);
  if (typeof value === 'number') return value === Number(search);
  if (typeof value === 'boolean') return String(value) === search.toLowerCase();
  return String(value).toLowerCase().includes(search.toLowerCase());
}

/** Checks whether a value matches a filter. */
export function passes(value: unknown, filter: Of<typeof FieldFilter>): boolean {
  if (filter.IsEmpty !== null) return isBlank(value) === filter.IsEmpty;
  const values = (Array.isArray(value) ? value : [value]).filter((one) => !isBlank(one));
  const { SearchValues: search, BeginValue: begin, EndValue: end } = filter;
  if (search !== null && search.length > 0) {
    if (!search.some((text) => values.some((one) => matches(one, text)))) return false;
  }
  if (begin === null && end === null) return true;
  return values.some(
    (one) =>
      (begin === null || comparable(one) >= bound(one, begin)) &&
      (end === null || comparable(one) <= bound(one, end)),
  );
}
