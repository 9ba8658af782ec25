import { isHidden } from '../domain/documents/folders.ts';
import { presentValue, resolveValue } from '../domain/fields/field-values.ts';
import { cardBlocks, hasBlock, isFilled, type Scope, typeOf, wireKey } from '../domain/fields/fields.ts';
import { statusOf } from '../domain/objects/object-list.ts';
import { reaches, sectionAccess } from '../domain/permissions.ts';
import { baseFields, reference } from '../http/serializers.ts';
import type { FieldValues } from '../state/entities/entity.ts';
import type { ObjectClass } from '../state/entities/object-types.ts';
import type { CaseObject } from '../state/entities/objects.ts';
import type { World } from '../state/state.ts';

/** Returns an object in list form, without its card (LST-12). */
function presentListedObject(scope: Scope, object: CaseObject) {
  const { world, user } = scope;
  const type = typeOf(world, object);
  const folder = world.folders.get(object.folderId);
  const client = world.participants.get(object.clientId);
  return {
    ...baseFields(world, object, '/api/v2/objects'),
    Name: object.name,
    Number: object.number,
    Description: object.description,
    Type: reference(world, type, '/api/v2/objectTypes', 'id and name'),
    Class: presentClass(world, world.objectClasses.get(type.objectClassId)),
    Status: statusOf(object),
    Stage: object.stage ?? null,
    Responsible: reference(world, world.users.get(object.responsibleId), '/api/v2/users', 'id and name'),
    Project: reference(world, world.projects.get(object.projectId), '/api/v2/projects'),
    Folder: reference(
      world,
      folder && !isHidden(world, user, folder) ? folder : undefined,
      '/api/v2/folders',
    ),
    Client: reference(world, client, '/api/v2/participants'),
    DocumentFolderId: object.documentFolderId,
    Version: object.version,
  };
}

/**
 * Returns a function that converts list items to wire form. It removes markup from descriptions, unless formatted text
 * is requested.
 */
export function listedObjectPresenter(scope: Scope, isFormatted: boolean | null | undefined) {
  return (object: CaseObject) => {
    const shown = presentListedObject(scope, object);
    return isFormatted
      ? shown
      : { ...shown, Description: shown.Description.replace(/<\/?[a-z][^<>]*>/gi, '') };
  };
}

/** Returns an object with its card and its participants. */
export function presentObject(scope: Scope, object: CaseObject) {
  return {
    ...presentListedObject(scope, object),
    Fields: presentCard(scope, object),
    Participants: presentParticipants(scope, object),
  };
}

/**
 * Returns the fields of the blocks that the user may see. Null means that a field is undefined (OPS-7, OBJ-6).
 * Therefore `false`, 0 and empty rows of a field with several values stay.
 */
function presentCard(scope: Scope, object: CaseObject): FieldValues {
  const fields: FieldValues = {};
  for (const block of cardBlocks(typeOf(scope.world, object))) {
    if (!hasBlock(scope.user, object, block, 'View')) continue;
    for (const field of block.fields) {
      const value = object.fields[field.id];
      fields[wireKey(field)] = isFilled(value)
        ? presentValue(scope, resolveValue(scope, field, value))
        : null;
    }
  }
  return fields;
}

function presentParticipants({ world, user }: Scope, object: CaseObject) {
  if (!reaches(sectionAccess(user, 'Participants'), 'View')) return [];
  return object.participants.map(({ participantId, roleId }) => ({
    Participant: reference(
      world,
      world.participants.get(participantId),
      '/api/v2/participants',
      'id and name',
    ),
    Role: reference(world, world.rolesInCase.get(roleId), '/api/v2/rolesInCase', 'id and name'),
  }));
}

function presentClass(world: World, item: ObjectClass | undefined) {
  const shown = reference(world, item, '/api/v2/objectClasses', 'id and name');
  if (!item || world.quirks.references !== 'common') return shown;
  return { Id: item.id, Name: item.name, SysName: item.sysName };
}
