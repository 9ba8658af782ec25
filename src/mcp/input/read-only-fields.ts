import { z } from 'zod';
import type { Operation } from '../../contract/operations/operation.ts';
import { innermost } from '../../contract/operations/registered.ts';
import { refOf } from '../../contract/records/record-ref.ts';
import { isUuid } from '../../contract/uuid.ts';

/** Fields that nobody can write (API description, Entity reference), and names in references. */
const readOnly = new Set(['Id', 'CreationDate', 'LastChangeDate', 'Url', 'Name']);

/** Removes read-only fields from entries, so that assistants can send them back. */
export function withoutReadOnly({ keeps, replaces, body }: Operation, input: unknown): unknown {
  const names = new Set([...Object.keys(keeps ?? {}), ...Object.keys(replaces ?? {})]);
  if (names.size === 0 || typeof input !== 'object' || input === null) return input;
  const entries = Object.entries(input).map(([name, value]) => {
    const schema = names.has(name) && Array.isArray(value) ? body?.[name] : undefined;
    const element = schema && elementOf(schema);
    return [name, element ? (value as unknown[]).map((entry) => trimmed(element, entry)) : value];
  });
  return Object.fromEntries(entries);
}

function trimmed(schema: z.ZodType, entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null) return entry;
  if (!(schema instanceof z.ZodObject)) return (entry as { Id?: unknown }).Id ?? entry;
  const fields = Object.entries(entry).filter(([name, value]) =>
    name in schema.shape ? value !== null : !readOnly.has(name),
  );
  return Object.fromEntries(fields);
}

/** Converts a value from a record to the argument that writes this value. Returns undefined if it cannot be written. */
export function asWritten(schema: z.ZodType, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  const inner = innermost(schema);
  const form = Array.isArray(value)
    ? value.map((item) => asWritten(elementOf(inner) ?? z.never(), item))
    : inner instanceof z.ZodObject
      ? fieldsOf(inner, value)
      : value;
  // If the value is a reference, the request may require its id.
  const forms = [form, (value as { Id?: unknown }).Id];
  const isRef = refOf(inner) !== undefined;
  return forms.find(
    (one) => one !== undefined && schema.safeParse(one).success && (!isRef || isUuid(String(one))),
  );
}

function fieldsOf({ shape }: z.ZodObject, value: unknown): Record<string, unknown> {
  const read = value as Readonly<Record<string, unknown>>;
  const fields = Object.entries(shape as Record<string, z.ZodType>).map(([name, field]) => [
    name,
    asWritten(field, read[name]),
  ]);
  return Object.fromEntries(fields.filter(([, item]) => item !== undefined));
}

export function elementOf(schema: z.ZodType): z.ZodType | undefined {
  const inner = innermost(schema);
  return inner instanceof z.ZodArray ? innermost(inner.element as z.ZodType) : undefined;
}
