import { z } from 'zod';
import type { Arguments } from '../../../api/client/build-request.ts';
import type { FieldChange, NewDate } from '../../../contract/features/planned-changes.ts';
import { dropArgument, moreArgument } from '../../../contract/operations/field-marks.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import { innermost } from '../../../contract/operations/registered.ts';
import { isRow, type Row } from '../../../contract/records/row.ts';
import { fieldCalled, idIn, isEmptyValue, recordIn } from '../../../json/record-value.ts';
import { shownFor } from '../../guards/question/before-values.ts';
import type { Called } from '../../guards/question/record-names.ts';
import { asWritten } from '../../input/read-only-fields.ts';
import { sentFields } from '../changes/told/told-fields.ts';

/** Returns the body arguments of a call whose values the record should contain afterwards. */
function storedArguments({ body = {}, stores, fileParts = [] }: Operation, args: Arguments): string[] {
  const without = new Set([moreArgument, dropArgument, ...(stores?.without ?? []), ...fileParts]);
  return Object.keys(body).filter((name) => args[name] !== undefined && !without.has(name));
}

/** Returns the fields that a change affects, with the values before and after it. */
export function fieldChanges(definition: Operation, args: Arguments, answer: unknown): FieldChange[] {
  const { stores, removes, access } = definition;
  const record = recordIn(answer) ?? {};
  if (stores?.becomes !== undefined)
    return [{ field: 'Status', from: briefly(record.Status), to: stores.becomes }];
  if (access === 'delete' && removes?.list === undefined) return [];
  const more = Object.entries((args[moreArgument] ?? {}) as Row);
  const isUpdate = access === 'update' && stores?.entryOf === undefined && removes === undefined;
  const own = storedArguments(definition, args).flatMap((name) => {
    const value = args[name];
    const from = isUpdate ? shownFor(definition, record, name) : undefined;
    if (!isRow(value)) return [{ field: name, from: briefly(from), to: value }];
    // In a group of fields, the change affects only the members that the call contains.
    return Object.entries(value).map(([key, to]) => ({
      field: key,
      from: briefly(isRow(from) ? memberOf(from, key) : undefined),
      to,
    }));
  });
  return [
    ...own,
    ...more.map(([field, to]) => ({ field, from: briefly(fieldCalled(record, [field])?.value), to })),
  ];
}

/** Returns the dates that a change writes and that differ from those of the record. @param was record before the change */
export const newDates = (definition: Operation, args: Arguments, was: Row | undefined): NewDate[] =>
  sentFields(definition, args, { was, is: undefined }).flatMap(({ path, sent, was: had }) =>
    isDate(sent) && !(isDate(had) && Date.parse(had) === Date.parse(sent))
      ? [{ moment: sent, isOwn: path in args }]
      : [],
  );

const isDate = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d(T\d\d:\d\d|$)/.test(value) &&
  !Number.isNaN(Date.parse(value));

/** Converts a reference, or every reference in a list, to its name and id. */
function briefly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(briefly);
  if (!isRow(value)) return value === null ? undefined : value;
  const { Id, Name } = value;
  return typeof Name === 'string' ? (Id === undefined ? Name : `${Name} (${String(Id)})`) : (Id ?? value);
}

export function withRecordNames({ field, from, to, ...rest }: FieldChange, called: Called): FieldChange {
  const named = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(named);
    if (isRow(value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, named(one)]));
    const name = typeof value === 'string' ? called.get(value.toLowerCase()) : undefined;
    return name === undefined ? value : `${name} (${String(value)})`;
  };
  return { ...rest, field, from: named(from), to: named(to) };
}

const memberOf = (group: Row, key: string): unknown =>
  Object.entries(group).find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1];

/** Values from a record, converted to arguments of a change. */
export interface Written {
  readonly values: Arguments;
  /** Arguments that cannot write the record's current value. */
  readonly unwritable: readonly string[];
}

/** Converts the values of a record to arguments that would write them. An empty value clears its field. */
export function writtenValues(definition: Operation, args: Arguments, answer: unknown): Written {
  const record = recordIn(answer) ?? {};
  const values: Record<string, unknown> = {};
  const unwritable: string[] = [];
  for (const given of storedArguments(definition, args)) {
    // The record contains the words of a dictionary value, so use the argument that accepts words.
    const name = definition.stores?.named?.[given] ?? given;
    const schema = definition.body?.[name] ?? definition.body?.[given];
    const shown = shownFor(definition, record, name);
    const value = schema && asArgument(schema, shown, args[given]);
    if (value === undefined) unwritable.push(given);
    else values[name] = value;
  }
  const more = Object.keys((args[moreArgument] ?? {}) as Row);
  if (more.length > 0)
    values[moreArgument] = Object.fromEntries(
      more.map((name) => [name, fieldCalled(record, [name])?.value ?? null]),
    );
  return { values, unwritable };
}

function asArgument(schema: z.ZodType, shown: unknown, given: unknown): unknown {
  if (isRow(given)) return groupAsArgument(schema, isRow(shown) ? shown : {}, Object.keys(given));
  if (!isEmptyValue(shown)) return asWritten(schema, shown);
  // Prefer the record's own empty value, because a service may distinguish an empty string from a missing value.
  return [shown, null, [], ''].find((one) => one !== undefined && schema.safeParse(one).success);
}

function groupAsArgument(schema: z.ZodType, shown: Row, keys: readonly string[]): unknown {
  const inner = innermost(schema);
  const members = keys.map((key) => {
    const value = memberOf(shown, key);
    const own = inner instanceof z.ZodObject ? (inner.shape[key] as z.ZodType | undefined) : undefined;
    return [key, own ? asArgument(own, value, undefined) : byId(value)] as const;
  });
  const group = Object.fromEntries(members);
  const isWritable = members.every(([, value]) => value !== undefined) && schema.safeParse(group).success;
  return isWritable ? group : undefined;
}

/** Converts references to their ids, because requests contain only ids. */
function byId(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(byId);
  return isRow(value) ? (idIn(value) ?? value) : (value ?? null);
}
