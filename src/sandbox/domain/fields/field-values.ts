import { z } from 'zod';
import { invalid } from '../../http/errors.ts';
import { moment } from '../../http/model-binding.ts';
import { namedValue, reference } from '../../http/serializers.ts';
import type { Entity } from '../../state/entities/entity.ts';
import type { Field, FieldFormat } from '../../state/entities/object-types.ts';
import { documentAccess } from '../documents/documents.ts';
import { caseAccess, reaches } from '../permissions.ts';
import { type CardField, type Scope, wireKey } from './fields.ts';

interface Target extends Entity {
  readonly name: string;
  /** May stay where it is, and is not to be chosen anew. */
  readonly isDisabled?: boolean | undefined;
}

/** Formats whose values are ids of other records, with how the record is found as far as the user may see it. */
const targets: Partial<Record<FieldFormat, (scope: Scope, field: Field, id: string) => Target | undefined>> =
  {
    Dictionary: ({ world }, field, id) =>
      world.dictionaries.get(field.dictionaryId)?.values.find((value) => value.id === id.toLowerCase()),
    User: ({ world }, _field, id) => {
      const user = world.users.get(id);
      return user && { ...user, isDisabled: user.isSystem };
    },
    Participant: ({ world }, _field, id) => world.participants.get(id),
    Document: ({ world, user }, _field, id) => {
      const item = world.documents.get(id);
      return item && reaches(documentAccess(world, user, item), 'View') ? item : undefined;
    },
    Object: ({ world, user }, _field, id) => {
      const object = world.objects.get(id);
      return object && reaches(caseAccess(user, object), 'View') ? object : undefined;
    },
  };

/** Where the records of a format are read. */
const paths: Partial<Record<FieldFormat, string>> = {
  User: '/api/v2/users',
  Participant: '/api/v2/participants',
  Document: '/api/v3/documents',
  Object: '/api/v2/objects',
};

/** A value that names another record. */
interface Linked {
  /** Null is for fields that are not defined (OBJ-6): what the user may not see has its id. */
  readonly record: Target | { readonly id: string; readonly name?: undefined };
  readonly format: FieldFormat;
}

/** Kept values are texts, numbers, flags and lists of these: what else a resolved value is names a record. */
export const isLinked = (value: unknown): value is Linked =>
  typeof value === 'object' && value !== null && 'record' in value;

const isText = (value: unknown) => (typeof value === 'string' ? value : undefined);
const isMoment = (value: unknown) => moment.safeParse(value).data;

/** What is kept for a sent value of a plain format; undefined when the value has another format. */
const plain: Partial<Record<FieldFormat, (value: unknown) => unknown>> = {
  Text: isText,
  Number: (value) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
  },
  // The day as written, whatever the offset beside it.
  Date: (value) => (isMoment(value) ? `${String(value).slice(0, 10)}T00:00:00.000Z` : undefined),
  DateTime: isMoment,
  Boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  Hyperlink: (value) => (z.url({ protocol: /^https?$/ }).safeParse(value).success ? value : undefined),
};

/**
 * The value to keep for what was sent; undefined empties the field. A wrong format is refused
 * (EDT-3).
 * @param stored the present value: what it names may stay even when it could not be chosen anew
 */
export function acceptValue(
  scope: Scope,
  { block, field }: CardField,
  sent: unknown,
  stored: unknown,
): unknown {
  if (sent === null || sent === undefined || sent === '') return undefined;
  const levels = Number(block.kind === 'Multi') + Number(field.isMulti ?? false);
  const value = acceptLevel(scope, field, sent, { levels, kept: flatten(stored) });
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}

function acceptLevel(
  scope: Scope,
  field: Field,
  sent: unknown,
  more: { levels: number; kept: unknown[] },
): unknown {
  if (sent === null || sent === '') return null;
  if (more.levels > 0) {
    // A multi-row field inside a multi-block may come as one array of values as well.
    if (Array.isArray(sent))
      return sent.map((item) =>
        acceptLevel(scope, field, item, { ...more, levels: Array.isArray(item) ? more.levels - 1 : 0 }),
      );
    throw invalid(`The field ${wireKey(field)} takes an array of values.`);
  }
  if (Array.isArray(sent)) throw invalid(`The field ${wireKey(field)} takes one value, not an array.`);
  return acceptOne(scope, field, sent, more.kept);
}

function acceptOne(scope: Scope, field: Field, sent: unknown, kept: unknown[]): unknown {
  const find = targets[field.format];
  if (!find) {
    const value = plain[field.format]?.(sent);
    if (value !== undefined) return value;
    throw invalid(`The field ${wireKey(field)} takes a value of the format ${field.format}.`);
  }
  const id = idOf(sent);
  if (id === undefined)
    throw invalid(`The field ${wireKey(field)} takes the id of a record (${field.format}).`);
  if (kept.includes(id)) return id;
  const target = find(scope, field, id);
  if (!target) throw invalid(`The field ${wireKey(field)} names ${id}: no such record (${field.format}).`);
  if (target.isDisabled)
    throw invalid(
      `The field ${wireKey(field)} names ${id}, which can no longer be chosen (${field.format}).`,
    );
  return target.id;
}

/** A reference comes as an id or, as the service gives it, as `{ Id, Name }`. */
function idOf(sent: unknown): string | undefined {
  const id = typeof sent === 'object' && sent !== null && 'Id' in sent ? sent.Id : sent;
  return typeof id === 'string' ? z.guid().safeParse(id).data?.toLowerCase() : undefined;
}

/** What a kept value is: a record as itself, or its id alone where the user may not see it. */
export function resolveValue(scope: Scope, field: Field, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => resolveValue(scope, field, item));
  const find = targets[field.format];
  if (!find || typeof value !== 'string') return value ?? null;
  const target = find(scope, field, value);
  return { record: target ?? { id: value }, format: field.format } satisfies Linked;
}

/** A resolved value on the wire: a record as a reference, a value of a dictionary with its name. */
export function presentValue({ world }: Pick<Scope, 'world'>, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => presentValue({ world }, item));
  if (!isLinked(value)) return value;
  const { record, format } = value;
  if (record.name === undefined) return world.quirks.references === 'flat' ? record.id : { Id: record.id };
  const path = paths[format];
  return path === undefined ? namedValue(world, record) : reference(world, record, path, 'id and name');
}

/** The single values of a field. */
export const flatten = (value: unknown): unknown[] =>
  Array.isArray(value) ? value.flatMap(flatten) : [value];
