import { z } from 'zod';
import { invalid } from '../../http/errors.ts';
import type { FieldValues } from '../../state/entities/entity.ts';
import type { Block } from '../../state/entities/object-types.ts';
import type { CaseObject } from '../../state/entities/objects.ts';
import { cardBlocks, findField, hasBlock, type Scope, typeOf } from './fields.ts';

/** A row of a multi-row field or an instance of a multi-block, by its ordinal number from 1. */
export const rowRemoval = z.object({ Tag: z.string().min(1), Ordinal: z.int().min(1) });
type RowRemoval = z.output<typeof rowRemoval>;

interface Place {
  readonly block: Block;
  readonly fieldIds: readonly string[];
}

/**
 * Deletes rows of fields and instances of multi-blocks, even an instance whose only value is an unset checkbox (OPS-5).
 * Ordinals refer to the object before the request.
 */
export function removeRows(
  { user }: Scope,
  place: { object: CaseObject; find: (tag: string) => Place },
  removals: readonly RowRemoval[],
): FieldValues {
  const fields = { ...place.object.fields };
  const ordinals = new Map<string, Set<number>>();
  for (const { Tag, Ordinal } of removals) {
    const { block, fieldIds } = place.find(Tag);
    const count = Math.max(0, ...fieldIds.map((id) => rowsOf(place.object.fields[id]).length));
    if (Ordinal > count) throw invalid(`${Tag} has ${count} rows: there is no row ${Ordinal}.`);
    if (!hasBlock(user, place.object, block, 'Edit')) continue;
    for (const id of fieldIds) ordinals.set(id, (ordinals.get(id) ?? new Set()).add(Ordinal));
  }
  for (const [id, gone] of ordinals) {
    const rows = rowsOf(fields[id]).filter((_row, index) => !gone.has(index + 1));
    if (rows.length > 0) fields[id] = rows;
    else delete fields[id];
  }
  return fields;
}

/** Finds the target of a removal: a multi-block by tag or id, or a multi-row field. */
export function rowPlaces({ world }: Scope, object: CaseObject): (tag: string) => Place {
  const type = typeOf(world, object);
  return (tag) => {
    const block = cardBlocks(type).find((item) => item.tag === tag || item.id === tag.toLowerCase());
    if (block?.kind === 'Multi') return { block, fieldIds: block.fields.map(({ id }) => id) };
    const found = findField(type, tag);
    if (found?.field.isMulti) return { block: found.block, fieldIds: [found.field.id] };
    throw invalid(`${tag} is neither a multi-row field nor a multi-block of the type.`);
  };
}

const rowsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
