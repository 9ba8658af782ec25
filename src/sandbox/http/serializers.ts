import type { Entity, ResolvedRecord } from '../state/entities/entity.ts';
import type { World } from '../state/state.ts';

/** Base fields of every entity on the wire (ENT-1). */
export interface BaseFields {
  Id: string;
  CreationDate: string;
  LastChangeDate: string;
  Url: string | null;
}

/**
 * A reference to another record, in wire form. Its fields depend on the quirk `references`. A flat reference is only an
 * id.
 */
export type Reference = string | (Partial<BaseFields> & { Id: string; Name?: string }) | null;

/** Form of a reference if the quirk `references` is `common`. */
export type Usually = 'nameless' | 'with its name' | 'id and name';

/** Record with an optional name. */
type Referred = Entity & { readonly name?: string };

/**
 * @param path path of the operation that reads the entity, such as `'/api/v2/legalForms'`. Undefined if there is none
 */
export function baseFields(world: World, entity: Entity, path: string | undefined): BaseFields {
  return {
    Id: entity.id,
    CreationDate: entity.createdAt,
    LastChangeDate: entity.changedAt,
    Url: path === undefined ? null : `${world.origin}${path}/${entity.id}`,
  };
}

/**
 * Returns a reference with base fields. If it has no name, clients must read the entity to get the name (ENT-2).
 * @param usually form of this reference if the quirk `references` is `common`, in which only some references have names
 */
export function reference(
  world: World,
  entity: Referred | undefined,
  path: string | undefined,
  usually: Usually = 'nameless',
): Reference {
  if (!entity) return null;
  const { references } = world.quirks;
  if (references === 'flat') return entity.id;
  if (references === 'common' && usually === 'id and name') return idAndName(entity);
  const isNamed = references === 'named' || (references === 'common' && usually === 'with its name');
  const base = baseFields(world, entity, path);
  return isNamed && entity.name !== undefined ? { ...base, Name: entity.name } : base;
}

/** Returns a reference to a record that no operation reads: a group, calendar or dictionary value. */
export function namedValue(world: World, value: { id: string; name: string } | undefined): Reference {
  if (!value) return null;
  return world.quirks.references === 'flat' ? value.id : idAndName(value);
}

/** Returns a small named record with its base fields. */
export function named(world: World, entity: ResolvedRecord, path: string) {
  return {
    ...baseFields(world, entity, path),
    Name: entity.name,
    SysName: entity.sysName,
    IsSystem: entity.isSystem,
  };
}

const idAndName = ({ id, name = '' }: { id: string; name?: string }) => ({ Id: id, Name: name });
