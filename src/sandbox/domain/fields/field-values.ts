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
  /** True if records that have this value may keep it, but the value cannot be chosen again. */
  readonly isDisabled?: boolean | undefined;
}

/** Lookup of the record to which a value refers, by the format of the field. Applies the user's permissions. */
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

/** Path of the operation that reads the records of each format. */
const paths: Partial<Record<FieldFormat, string>> = {
  User: '/api/v2/users',
  Participant: '/api/v2/participants',
  Document: '/api/v3/documents',
  Object: '/api/v2/objects',
};

/** A value that refers to a record. */
interface Linked {
  /** An invisible record has only its id, because null is reserved for undefined fields (OBJ-6). */
  readonly record: Target | { readonly id: string; readonly name?: undefined };
  readonly format: FieldFormat;
}

/**
 * Checks whether a resolved value refers to a record. Stored values are never objects, but strings, numbers, booleans
 * and lists of these.
 */
export const isLinked = (value: unknown): value is Linked =>
  typeof value === 'object' && value !== null && 'record' in value;

const isText = (value: unknown) => (typeof value === 'string' ? value : undefined);
const isMoment = (value: unknown) => moment.safeParse(value).data;

/** Returns the stored form of a scalar. Returns undefined if the format is wrong. */
const plain: Partial<Record<FieldFormat, (value: unknown) => unknown>> = {
  Text: isText,
  Number: (value) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
  },
  // Uses the date as written and ignores the offset.
  Date: (value) => (isMoment(value) ? `${String(value).slice(0, 10)}T00:00:00.000Z` : undefined),
  DateTime: isMoment,
  Boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  Hyperlink: (value) => (z.url({ protocol: /^https?$/ }).safeParse(value).success ? value : undefined),
};

/**
 * Converts a sent value to the value to store. Undefined clears the field. Throws 400 for a wrong format (EDT-3).
 * @param stored current value. A record to which it refers is accepted even if that record cannot be chosen again
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
    // In a multi-block, a multi-row field accepts an array for each block instance, or one flat array of values.
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

/** Returns the id of a sent reference, which is an id or `{ Id, Name }`. */
function idOf(sent: unknown): string | undefined {
  const id = typeof sent === 'object' && sent !== null && 'Id' in sent ? sent.Id : sent;
  return typeof id === 'string' ? z.guid().safeParse(id).data?.toLowerCase() : undefined;
}

/** Resolves a stored value: a record, or only its id if the user may not see it. */
export function resolveValue(scope: Scope, field: Field, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => resolveValue(scope, field, item));
  const find = targets[field.format];
  if (!find || typeof value !== 'string') return value ?? null;
  const target = find(scope, field, value);
  return { record: target ?? { id: value }, format: field.format } satisfies Linked;
}

/** Converts a resolved value to its wire form: records become references, dictionary values have names. */
export function presentValue({ world }: Pick<Scope, 'world'>, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => presentValue({ world }, item));
  if (!isLinked(value)) return value;
  const { record, format } = value;
  if (record.name === undefined) return world.quirks.references === 'flat' ? record.id : { Id: record.id };
  const path = paths[format];
  return path === undefined ? namedValue(world, record) : reference(world, record, path, 'id and name');
}

/** Returns the values of a field as a flat list. */
export const flatten = (value: unknown): unknown[] =>
  Array.isArray(value) ? value.flatMap(flatten) : [value];
