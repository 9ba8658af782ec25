import { forbidden, invalid } from '../../http/errors.ts';
import { contains } from '../../http/pagination.ts';
import type { Block } from '../../state/entities/object-types.ts';
import type { CaseObject } from '../../state/entities/objects.ts';
import { inOrder } from '../documents/folders.ts';
import { caseAccess, reaches, requireCase } from '../permissions.ts';
import { alphabetical, type ShownNames } from '../shown-names.ts';
import { isLinked, presentValue, resolveValue } from './field-values.ts';
import { findField, hasBlock, isFilled, type Scope, typeOf, wireKey } from './fields.ts';
import { findSystemField, systemFields } from './system-fields.ts';

type TableRow = Record<string, unknown>;

/** Returns the Table block with this id, of any type. Throws 400 for any other id (TAB-1, TAB-3). */
export function requireTable({ world }: Scope, id: string): Block {
  for (const type of world.objectTypes.all()) {
    const block = type.blocks.find((item) => item.id === id && item.kind === 'Table');
    if (block) return block;
  }
  throw invalid(`There is no table block ${id}.`);
}

/** Returns the visible objects in the table of one object, or of all objects with this table. */
export function tableObjects(scope: Scope, block: Block, holderId: string | undefined): CaseObject[] {
  const { world, user } = scope;
  const holders = holderId === undefined ? world.objects.all() : [requireHolder(scope, block, holderId)];
  const ids = holders
    .filter((holder) => reaches(caseAccess(user, holder), 'View') && hasBlock(user, holder, block, 'View'))
    .flatMap((holder) => holder.tables[block.id] ?? []);
  return [...new Set(ids)]
    .flatMap((id) => world.objects.get(id) ?? [])
    .filter((object) => reaches(caseAccess(user, object), 'View'))
    .sort(inOrder);
}

function requireHolder({ world, user }: Scope, block: Block, id: string): CaseObject {
  const holder = requireCase(world, user, id, 'View');
  if (!typeOf(world, holder).blocks.some((item) => item.id === block.id))
    throw invalid(`The object ${id} has no table block ${block.id}.`);
  if (!hasBlock(user, holder, block, 'View'))
    throw forbidden(`Permission View on the block ${block.id} of the object ${id} is needed.`);
  return holder;
}

/** Returns one row: the object id, the custom fields of the table by tag or id, and the system fields by name. */
export function tableRow(scope: Scope, block: Block, object: CaseObject): TableRow {
  const type = typeOf(scope.world, object);
  const row: TableRow = { Id: object.id };
  for (const field of block.fields) {
    const found = findField(type, field.id) ?? findField(type, wireKey(field));
    if (!found || !hasBlock(scope.user, object, found.block, 'View')) continue;
    row[wireKey(field)] = resolveValue(scope, found.field, object.fields[found.field.id]);
  }
  for (const { tag, format, value } of systemFields)
    row[tag] = nameOf(resolveValue(scope, { id: tag, name: tag, format }, value(object, scope.world)));
  return row;
}

/** Returns the wire form of a row. */
export const presentRow = (scope: Scope, row: TableRow): TableRow =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key, presentValue(scope, value)]));

/** Checks whether any shown value of a row contains `text`. */
export const hasText = (names: ShownNames, row: TableRow, text: string) =>
  Object.entries(row).some(([key, value]) => key !== 'Id' && contains(textOf(names, value), text));

/** Sorts rows by a column. Rows without a value come last. */
export function sortRows(names: ShownNames, rows: TableRow[], block: Block, column: string): TableRow[] {
  const key =
    findSystemField(column)?.tag ??
    block.fields.filter((field) => [field.id, field.tag].includes(column)).map(wireKey)[0];
  if (key === undefined) throw invalid(`The table has no field ${column} to sort by.`);
  return [...rows].sort((left, right) => compare(names, left[key], right[key]));
}

function compare(names: ShownNames, left: unknown, right: unknown): number {
  if (isFilled(left) !== isFilled(right)) return isFilled(left) ? -1 : 1;
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return alphabetical(textOf(names, left), textOf(names, right));
}

/**
 * Returns the name of a linked record, because table rows show system fields as plain text. Returns other values
 * unchanged.
 */
function nameOf(value: unknown): unknown {
  return isLinked(value) ? (value.record.name ?? null) : value;
}

function textOf(names: ShownNames, value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => textOf(names, item)).join(' ');
  return names.of(String(nameOf(value) ?? ''));
}
