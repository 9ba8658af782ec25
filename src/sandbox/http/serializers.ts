import type { Entity, ResolvedRecord } from '../state/entities/entity.ts';
import type { World } from '../state/state.ts';

/** Base fields of every entity on the wire (ENT-1). */
export interface BaseFields {
  Id: string;
  CreationDate: string;
  LastChangeDate: string;
  Url: string | null;
}

/** A reference to another record on the wire: how much it tells is a quirk of the deployment; its id stands alone where it is flat. */
export type Reference = string | (Partial<BaseFields> & { Id: string; Name?: string }) | null;

/** What a reference is where they differ among each other. */
export type Usually = 'nameless' | 'with its name' | 'id and name';

/** What a record may be called by, beside its id. */
type Referred = Entity & { readonly name?: string };

/** @param path where the entity is read, `'/api/v2/legalForms'`; left out where no operation reads it */
export function baseFields(world: World, entity: Entity, path: string | undefined): BaseFields {
  return {
    Id: entity.id,
    CreationDate: entity.createdAt,
    LastChangeDate: entity.changedAt,
    Url: path === undefined ? null : `${world.origin}${path}/${entity.id}`,
  };
}

/**
 * A reference in the base shape: who needs a name reads the entity (ENT-2).
 * @param usually what it is where references differ among each other: `common` deployments name some
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

/** What has a name and no operation that reads it: groups, calendars, the values of a dictionary. */
export function namedValue(world: World, value: { id: string; name: string } | undefined): Reference {
  if (!value) return null;
  return world.quirks.references === 'flat' ? value.id : idAndName(value);
}

/** A small named record with its base fields. */
export function named(world: World, entity: ResolvedRecord, path: string) {
  return {
    ...baseFields(world, entity, path),
    Name: entity.name,
    SysName: entity.sysName,
    IsSystem: entity.isSystem,
  };
}

const idAndName = ({ id, name = '' }: { id: string; name?: string }) => ({ Id: id, Name: name });
