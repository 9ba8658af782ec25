import { z } from 'zod';
import { innermost } from '../../../contract/operations/registered.ts';
import { refOf } from '../../../contract/records/record-ref.ts';
import { isRow } from '../../../contract/records/row.ts';
import {
  type FoundField,
  fieldCalled,
  idIn,
  isAnyId,
  isBookkeeping,
  isEmptyValue,
  isIdName,
} from '../../../json/record-value.ts';
import { elementOf } from '../read-only-fields.ts';
import type { InForm } from './in-form.ts';

/**
 * Converts a record value to the structure that the catalogue describes. Enumeration values, ids and date-times keep
 * the service's spelling, because no other spelling is known to work.
 */
export function inOwnForm(argument: string, schema: z.ZodType, { name, value }: FoundField): InForm {
  const inner = innermost(schema);
  const element = elementOf(inner);
  if (element === undefined) return one(inner, { name, value }, isIdName(argument));
  const items = (Array.isArray(value) ? value : [value]).map((item) =>
    one(element, { name, value: item }, isIdName(argument)),
  );
  return items.every((item) => item !== undefined) ? { value: items.map((item) => item.value) } : undefined;
}

function one(schema: z.ZodType, { name, value }: FoundField, isId: boolean): InForm {
  const isReference = isId || refOf(schema) !== undefined;
  if (schema.type === 'object' || schema.type === 'record' || schema.type === 'union')
    return isRow(value) ? { value: { ...ownId(schema, value), ...withoutBookkeeping(value) } } : { value };
  if (isRow(value)) {
    const id = isReference ? idIn(value) : undefined;
    return id === undefined ? undefined : { value: id };
  }
  // Ignore a name, because the request accepts only an id here.
  const isWhole = !isReference || isAnyId(value) || typeof value === 'number' || isIdName(name);
  return isWhole && !Array.isArray(value) ? { value } : undefined;
}

/** Returns an entry's id under the catalogue's name, unless it is there already. */
function ownId(schema: z.ZodType, entry: Readonly<Record<string, unknown>>): object {
  const name = Object.keys(schema instanceof z.ZodObject ? schema.shape : {}).find(
    (one) => one.toLowerCase() === 'id',
  );
  const isThere = name === undefined || fieldCalled(entry, [name]) !== undefined;
  const id = isThere ? undefined : idIn(entry);
  return name === undefined || id === undefined ? {} : { [name]: id };
}

/** Removes empty fields and fields that only the service can set. The id stays, because it identifies the entry. */
const withoutBookkeeping = (entry: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(entry).filter(
      ([name, value]) => !isEmptyValue(value) && (isIdName(name) || !isBookkeeping(name)),
    ),
  );
