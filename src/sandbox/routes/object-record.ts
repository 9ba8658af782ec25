import { isHidden } from '../domain/documents/folders.ts';
import { presentValue } from '../domain/fields/field-values.ts';
import { cardBlocks, hasBlock, isFilled, type Scope, typeOf, wireKey } from '../domain/fields/fields.ts';
import { statusOf } from '../domain/objects/object-list.ts';
import { reaches, sectionAccess } from '../domain/permissions.ts';
import { reference } from '../http/serializers.ts';
import type { Entity, FieldValues } from '../state/entities/entity.ts';
import type { CaseObject } from '../state/entities/objects.ts';

/** An object as lists show it: without its card (LST-12). */
function presentListedObject(scope: Scope, object: CaseObject) {
  const { world, user } = scope;
  const type = typeOf(world, object);
  const objectClass = world.objectClasses.get(type.objectClassId);
  const folder = world.folders.get(object.folderId);
  const client = world.participants.get(object.clientId);
  return {
    ...reference(world, object, '/api/v2/objects'),
    Name: object.name,
    Number: object.number,
    Description: object.description,
    Type: idAndName(type),
    Class: objectClass ? { ...idAndName(objectClass), SysName: objectClass.sysName } : null,
    Status: statusOf(object),
    Stage: object.stage ?? null,
    Responsible: idAndName(world.users.get(object.responsibleId)),
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

/** A list item with its texts as plain text, unless formatted text is asked for. */
export function listedObjectPresenter(scope: Scope, isFormatted: boolean | null | undefined) {
  return (object: CaseObject) => {
    const shown = presentListedObject(scope, object);
    return isFormatted
      ? shown
      : { ...shown, Description: shown.Description.replace(/<\/?[a-z][^<>]*>/gi, '') };
  };
}

/** An object with its card and its participants. */
export function presentObject(scope: Scope, object: CaseObject) {
  return {
    ...presentListedObject(scope, object),
    Fields: presentCard(scope, object),
    Participants: presentParticipants(scope, object),
  };
}

/**
 * The fields of the blocks that the user may see. null is returned only for fields that are not defined
 * (OPS-7, OBJ-6): `false`, 0 and the empty rows of a multi-field stay what they are.
 */
function presentCard(scope: Scope, object: CaseObject): FieldValues {
  const fields: FieldValues = {};
  for (const block of cardBlocks(typeOf(scope.world, object))) {
    if (!hasBlock(scope.user, object, block, 'View')) continue;
    for (const field of block.fields) {
      const value = object.fields[field.id];
      fields[wireKey(field)] = isFilled(value) ? presentValue(scope, field, value) : null;
    }
  }
  return fields;
}

function presentParticipants({ world, user }: Scope, object: CaseObject) {
  if (!reaches(sectionAccess(user, 'Participants'), 'View')) return [];
  return object.participants.map(({ participantId, roleId }) => ({
    Participant: idAndName(world.participants.get(participantId)),
    Role: idAndName(world.rolesInCase.get(roleId)),
  }));
}

function idAndName(record: (Entity & { name: string }) | undefined) {
  return record ? { Id: record.id, Name: record.name } : null;
}
