import type { AccessLevel } from '../../state/entities/access.ts';
import type { Block, Field, ObjectType } from '../../state/entities/object-types.ts';
import type { CaseObject } from '../../state/entities/objects.ts';
import type { User } from '../../state/entities/users.ts';
import type { World } from '../../state/state.ts';
import { blockAccess, reaches } from '../permissions.ts';

/** The user and the data of a request. */
export interface Scope {
  readonly world: World;
  readonly user: User;
}

export interface CardField {
  readonly block: Block;
  readonly field: Field;
}

/** Returns the key of a field on the wire: its tag, or its id if it has none (CON-4). */
export const wireKey = (field: Pick<Field, 'id' | 'tag'>) => field.tag ?? field.id;

/**
 * Returns the blocks that contain values of the object itself. Table blocks are excluded, because they list other
 * objects.
 */
export const cardBlocks = (type: ObjectType) => type.blocks.filter((block) => block.kind !== 'Table');

/** Returns the type of an object. */
export function typeOf(world: World, object: Pick<CaseObject, 'typeId'>): ObjectType {
  const type = world.objectTypes.get(object.typeId);
  if (!type) throw new Error(`the object type ${object.typeId} is gone`);
  return type;
}

/** Checks whether objects of this type are cases. */
export const isCaseType = (world: World, type: ObjectType) =>
  world.objectClasses.get(type.objectClassId)?.sysName === 'Case';

/** Returns the field of the card with this tag or id. */
export function findField(type: ObjectType, key: string): CardField | undefined {
  return find(type, (field) => wireKey(field) === key || field.id === key.toLowerCase());
}

/** Returns the field of the card with this External ID, under which another system fills it (OBJ-4). */
export function findByExternalId(type: ObjectType, key: string): CardField | undefined {
  return find(type, (field) => field.externalId === key);
}

function find(type: ObjectType, test: (field: Field) => boolean): CardField | undefined {
  for (const block of cardBlocks(type)) {
    const field = block.fields.find(test);
    if (field) return { block, field };
  }
  return undefined;
}

/** Checks whether the user has at least the access level `needed` on a block of the object. */
export const hasBlock = (user: User, object: CaseObject, block: Block, needed: AccessLevel) =>
  reaches(blockAccess(user, object, block.id), needed);

/** Checks whether a value counts as filled. `false` and 0 do; an array without filled values does not. */
export function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isFilled);
  return value !== undefined && value !== null && value !== '';
}
