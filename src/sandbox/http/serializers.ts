import type { Entity, ResolvedRecord } from '../state/entities/entity.ts';
import type { World } from '../state/state.ts';

/** Base fields of every entity on the wire (ENT-1). */
export interface EntityReference {
  Id: string;
  CreationDate: string;
  LastChangeDate: string;
  Url: string;
  /** Only with the quirk namedReferences. */
  Name?: string;
}

/**
 * A reference to another entity. As on live instances it carries no name: who needs it reads the entity.
 * @param path where the entity is read, `'/api/v2/legalForms'`
 */
export function reference(world: World, entity: Entity, path: string): EntityReference;
export function reference(world: World, entity: Entity | undefined, path: string): EntityReference | null;
export function reference(world: World, entity: Entity | undefined, path: string): EntityReference | null {
  if (!entity) return null;
  return {
    Id: entity.id,
    CreationDate: entity.createdAt,
    LastChangeDate: entity.changedAt,
    Url: `${world.origin}${path}/${entity.id}`,
    ...(world.quirks.namedReferences && 'name' in entity ? { Name: String(entity.name) } : {}),
  };
}

/** A small named record with its base fields. */
export function named(world: World, entity: ResolvedRecord, path: string) {
  return {
    ...reference(world, entity, path),
    Name: entity.name,
    SysName: entity.sysName,
    IsSystem: entity.isSystem,
  };
}
