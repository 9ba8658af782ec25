import { forbidden, invalid } from '../../http/errors.ts';
import type { FieldValues } from '../../state/entities/entity.ts';
import type { Block, ObjectType } from '../../state/entities/object-types.ts';
import type { CaseObject } from '../../state/entities/objects.ts';
import { acceptValue } from './field-values.ts';
import {
  type CardField,
  cardBlocks,
  findByExternalId,
  findField,
  hasBlock,
  isFilled,
  type Scope,
  typeOf,
  wireKey,
} from './fields.ts';
import { isSystemField } from './system-fields.ts';

interface CardChange {
  /** Values by tag, field id or External ID. */
  readonly sent: Readonly<Record<string, unknown>>;
  /** True if the change replaces the whole card. Omitted fields are then cleared. */
  readonly replaces: boolean;
}

/**
 * Returns the values of a card (the custom fields of an object) after a change. Values of blocks that the user may not
 * edit are ignored (EDT-1, EDT-2), or refused if the quirk `viewOnlyValues` is `refused`.
 * @param object the object before the change
 * @param base the values before the change, without the rows that the request deletes
 */
export function changeCard(
  scope: Scope,
  object: CaseObject,
  base: FieldValues,
  change: CardChange,
): FieldValues {
  const type = typeOf(scope.world, object);
  const entries = Object.entries(change.sent).map(([key, value]) => ({ ...resolve(type, key), value }));
  const usesExternalIds = entries.some(({ byExternalId }) => byExternalId);
  const fields = change.replaces && !usesExternalIds ? emptied(scope, object, type, base) : { ...base };
  for (const entry of entries) {
    if (!hasBlock(scope.user, object, entry.block, 'Edit')) {
      if (scope.world.quirks.viewOnlyValues === 'ignored') continue;
      throw forbidden(`Permission Edit on the block ${entry.block.name} is needed.`);
    }
    const { id } = entry.field;
    const value = acceptValue(scope, entry, entry.value, object.fields[id]);
    if (value === undefined) delete fields[id];
    else fields[id] = value;
  }
  const edited = change.replaces ? new Set<string>() : new Set(entries.map(({ field }) => field.id));
  for (const block of cardBlocks(type))
    requireStartedBlock(block, { before: object.fields, after: fields, edited });
  return fields;
}

/**
 * Finds a field by tag or id, then by External ID. If a request uses an External ID, omitted fields keep their values,
 * even if the request replaces the card.
 */
function resolve(type: ObjectType, key: string): CardField & { byExternalId: boolean } {
  const byTag = findField(type, key);
  const found = byTag ?? findByExternalId(type, key);
  if (found) return { ...found, byExternalId: !byTag };
  if (isSystemField(key)) throw invalid(`${key} is a system field: Fields cannot fill it.`);
  throw invalid(`The type ${type.name} has no field with the tag, id or External ID ${key}.`);
}

function emptied({ user }: Scope, object: CaseObject, type: ObjectType, base: FieldValues): FieldValues {
  const fields = { ...base };
  for (const block of cardBlocks(type))
    if (hasBlock(user, object, block, 'Edit')) for (const { id } of block.fields) delete fields[id];
  return fields;
}

/**
 * Throws 400 if an edited block lacks a required value and has a filled field both before and after the edit (EDT-4).
 * With PATCH, sending an unchanged value also counts as an edit.
 */
function requireStartedBlock(
  block: Block,
  { before, after, edited }: { before: FieldValues; after: FieldValues; edited: ReadonlySet<string> },
): void {
  const isTouched = block.fields.some(({ id }) => before[id] !== after[id] || edited.has(id));
  const isStarted = (values: FieldValues) => block.fields.some(({ id }) => startsBlock(values[id]));
  if (!isTouched || !isStarted(before) || !isStarted(after)) return;
  const missing = block.fields.filter((field) => field.isRequired && isMissing(block, after, field.id));
  if (missing.length > 0)
    throw invalid(`The block ${block.name} needs its required fields: ${missing.map(wireKey).join(', ')}.`);
}

/** Checks whether a value makes its block count as filled. An unset checkbox does not. */
const startsBlock = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(startsBlock) : isFilled(value) && value !== false;

/** Checks whether a required field lacks a value. In a multi-block, each instance with a value requires the field. */
function isMissing(block: Block, values: FieldValues, fieldId: string): boolean {
  if (block.kind !== 'Multi') return !isFilled(values[fieldId]);
  const cell = (id: string, row: number) => (values[id] as unknown[] | undefined)?.[row];
  const count = Math.max(
    0,
    ...block.fields.map(({ id }) => (values[id] as unknown[] | undefined)?.length ?? 0),
  );
  return Array.from({ length: count }, (_item, row) => row).some(
    (row) => block.fields.some(({ id }) => startsBlock(cell(id, row))) && !isFilled(cell(fieldId, row)),
  );
}
