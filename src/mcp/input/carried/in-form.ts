import type { TakenField } from '../../../contract/operations/deployment.ts';
import { isRow, type Row } from '../../../contract/records/row.ts';
import {
  type FoundField,
  fieldCalled,
  idIn,
  isAnyId,
  isBookkeeping,
  isEmptyValue,
  isIdName,
  momentIn,
} from '../../../json/record-value.ts';

/** A record value in the structure that a request requires. Undefined if it cannot be converted. */
export type InForm = { readonly value: unknown } | undefined;

/**
 * Converts a record value to the structure that a request requires. A value that already has it stays unchanged.
 * @param found the field in the record
 * @param name name of the field in the request
 */
export function inForm(found: FoundField, name: string, field: TakenField): InForm {
  const { value } = found;
  const one: TakenField = { ...field, isList: false };
  if (field.isList) return everyInForm(Array.isArray(value) ? value : [value], found, name, one);
  if (!Array.isArray(value)) return singleInForm(found, name, one);
  return value.length === 1 ? singleInForm({ ...found, value: value[0] }, name, one) : undefined;
}

function everyInForm(items: readonly unknown[], found: FoundField, name: string, field: TakenField): InForm {
  const written = items.map((value) => singleInForm({ ...found, value }, name, field));
  return written.every((one) => one !== undefined) ? { value: written.map(({ value }) => value) } : undefined;
}

function singleInForm(found: FoundField, name: string, field: TakenField): InForm {
  const { value } = found;
  if (field.kind === 'object') return objectInForm(value, field);
  if (field.values !== undefined) return valueOfSet(value, field.values);
  if (isRow(value)) return referenceInForm(value, name, field);
  return plainInForm(found, name, field);
}

function objectInForm(value: unknown, { fields }: TakenField): InForm {
  if (fields === undefined) return isRow(value) ? { value } : undefined;
  if (!isRow(value)) {
    // Wrap a plain id if the request requires an object with an id.
    const key = Object.keys(fields).find((name) => isIdName(name));
    const isWhole = Object.entries(fields).every(([name, { isRequired }]) => name === key || !isRequired);
    return key === undefined || !isWhole ? undefined : { value: { [key]: value } };
  }
  const written: [string, unknown][] = [];
  for (const [name, field] of Object.entries(fields)) {
    const found = fieldCalled(value, [name]) ?? likelyIn(value, name, field);
    if (found === undefined || isEmptyValue(found.value)) {
      if (field.isRequired) return undefined;
      continue;
    }
    const one = inForm(found, name, field);
    if (one === undefined) return undefined;
    written.push([name, one.value]);
  }
  return written.length > 0 ? { value: Object.fromEntries(written) } : undefined;
}

/**
 * Returns the field in an entry that clearly corresponds to a name although it is called otherwise: the id, or the only
 * field that contains one of the enumeration's values.
 */
function likelyIn(entry: Row, name: string, { values }: TakenField): FoundField | undefined {
  if (values !== undefined) {
    const [key, other] = Object.keys(entry).filter((one) => valueOfSet(entry[one], values) !== undefined);
    return key === undefined || other !== undefined ? undefined : { name: key, value: entry[key] };
  }
  const id = isIdName(name) ? idIn(entry) : undefined;
  return id === undefined ? undefined : { name, value: id };
}

/** Returns the enumeration value in a record, in any spelling or inside an object. */
function valueOfSet(value: unknown, values: readonly string[]): InForm {
  const said = isRow(value) ? Object.values(value) : [value];
  const word = values.find((one) => said.some((item) => typeof item === 'string' && isSaid(item, one)));
  return word === undefined ? undefined : { value: word };
}
const isSaid = (one: string, other: string) => letters(one) === letters(other);
const letters = (text: string) => text.replace(/[\s_-]/g, '').toLowerCase();

const wantsId = (name: string, { kind }: TakenField) => kind === 'uuid' || isIdName(name);

function referenceInForm(value: Row, name: string, field: TakenField): InForm {
  const id = idIn(value);
  if (wantsId(name, field)) return id === undefined ? undefined : { value: id };
  // If the record has both an id and a name, a plain string in the request could be either.
  const others = Object.entries(value).filter(([key, item]) => !isBookkeeping(key) && !isEmptyValue(item));
  const [only, second] = id === undefined ? others : [...others, ['id', id] as const];
  return only === undefined || second !== undefined
    ? undefined
    : plainInForm({ name: only[0], value: only[1] }, name, field);
}

function plainInForm({ name: shownAs, value }: FoundField, name: string, field: TakenField): InForm {
  const { kind } = field;
  if (wantsId(name, field)) {
    const isId = isAnyId(value) || typeof value === 'number' || (isIdName(shownAs) && kind !== 'uuid');
    return isId ? { value } : undefined;
  }
  const at = momentIn(value);
  if (kind === 'date-time') return typeof value === 'string' ? { value: isoOf(value) } : ifKnown(at, iso);
  if (kind === 'date') return typeof value === 'string' ? { value: dayOf(value) } : ifKnown(at, isoDay);
  if (kind === 'integer' || kind === 'number') return numberOf(value, at);
  if (kind === 'boolean') return flagOf(value);
  if (kind === 'string') return { value: typeof value === 'string' ? value : String(value) };
  return { value };
}

const iso = (ms: number): string => new Date(ms).toISOString();
const isoDay = (ms: number) => iso(ms).slice(0, 10);
const ifKnown = (ms: number | undefined, write: (ms: number) => string): InForm =>
  ms === undefined ? undefined : { value: write(ms) };
/** Converts the date format `/Date(milliseconds)/`, which old serializers write. */
const isoOf = (text: string) => (text.startsWith('/Date(') ? iso(momentIn(text) ?? Number.NaN) : text);
const dayOf = (text: string) => (/^\d{4}-\d\d-\d\dT/.test(text) ? text.slice(0, 10) : text);

function numberOf(value: unknown, at: number | undefined): InForm {
  if (typeof value === 'number') return { value };
  if (typeof value !== 'string') return undefined;
  const number = Number(value);
  if (value.trim() !== '' && Number.isSafeInteger(number)) return { value: number };
  return at === undefined ? undefined : { value: at };
}

const flags: Readonly<Record<string, boolean>> = { true: true, false: false, 1: true, 0: false };
function flagOf(value: unknown): InForm {
  const flag = flags[String(value).toLowerCase()];
  return flag === undefined ? undefined : { value: flag };
}
