import { z } from 'zod';
import { invalid } from '../../http/errors.ts';
import { guid } from '../../http/model-binding.ts';
import type { ObjectType } from '../../state/entities/object-types.ts';
import type { CaseObject } from '../../state/entities/objects.ts';
import type { World } from '../../state/state.ts';
import { visibleFolders } from '../documents/folders.ts';
import type { Scope } from '../fields/fields.ts';
import { rowRemoval } from '../fields/multi-rows.ts';
import { after } from '../merge-edit.ts';
import { versionFields } from '../version.ts';

const name = z.string().trim().min(1).max(500);
const properties = {
  Number: z.string().nullish(),
  Description: z.string().nullish(),
  ProjectId: guid.nullish(),
  FolderId: guid.nullish(),
  ResponsibleId: guid.nullish(),
  ClientId: guid.nullish(),
  Stage: z.string().nullish(),
  Fields: z.record(z.string(), z.unknown()).nullish(),
  CheckForDuplicates: z.boolean().nullish(),
};

/** Body of a new object. */
export const newObject = z.object({ ObjectTypeId: guid, Name: name, ...properties });
export type NewObject = z.output<typeof newObject>;

/** Body of a change. RemoveRows is only allowed in PATCH. */
export const objectChange = z.object({
  Name: name.nullish(),
  ...properties,
  ...versionFields,
  RemoveRows: z.array(rowRemoval).nullish(),
});
export type ObjectChange = z.output<typeof objectChange>;

/** Body of archive and restore. */
export const stateChange = z.object({ CheckForDuplicates: z.boolean().nullish() });

/** Returns a stage from the dictionary. The current stage may stay even if it is not in the dictionary. */
function chooseStage(world: World, sent: string | null | undefined, current: string | undefined) {
  if (!sent || sent === current) return sent === '' ? null : sent;
  const stages = world.dictionaries.find(({ sysName }) => sysName === 'Stage')?.values ?? [];
  if (stages.some(({ name: stage, isDisabled }) => stage === sent && !isDisabled)) return sent;
  throw invalid(`Stage ${sent} is not a value of the dictionary of stages.`);
}

/** Returns the object with its system fields after a change. Omitted fields keep their values. Null clears a field. */
export function changeProperties(
  scope: Scope,
  object: CaseObject,
  type: ObjectType,
  body: ObjectChange,
): CaseObject {
  const place = changePlace(scope, object, type, body);
  const { world } = scope;
  if (
    isNew(body.ResponsibleId, object.responsibleId) &&
    (world.users.get(body.ResponsibleId)?.isSystem ?? true)
  )
    throw invalid(`ResponsibleId ${body.ResponsibleId}: there is no such user.`);
  if (isNew(body.ClientId, object.clientId) && !world.participants.get(body.ClientId))
    throw invalid(`ClientId ${body.ClientId}: there is no such participant.`);
  return {
    ...object,
    ...place,
    name: body.Name ?? object.name,
    number: after(body.Number, object.number) ?? '',
    description: after(body.Description, object.description) ?? '',
    responsibleId: after(body.ResponsibleId, object.responsibleId),
    clientId: after(body.ClientId, object.clientId),
    stage: after(chooseStage(world, body.Stage, object.stage), object.stage),
  };
}

/**
 * Returns project and folder after a change. If the project changes and no folder is given, the object moves to the
 * folder of the new project.
 */
function changePlace(
  scope: Scope,
  object: CaseObject,
  type: ObjectType,
  body: ObjectChange,
): Pick<CaseObject, 'projectId' | 'folderId'> {
  const folders = visibleFolders(scope).filter((folder) => folder.objectClassId === type.objectClassId);
  const sees = (id: string) => folders.some((folder) => folder.id === id);
  const place = {
    projectId: after(body.ProjectId, object.projectId),
    folderId: after(body.FolderId, object.folderId),
  };
  if (isNew(body.ProjectId, object.projectId)) {
    const project = scope.world.projects.get(body.ProjectId);
    if (!project || !sees(project.folderId))
      throw invalid(`ProjectId ${body.ProjectId}: there is no such project for objects of this class.`);
    if (body.FolderId === undefined) place.folderId = project.folderId;
  }
  if (isNew(body.FolderId, object.folderId) && !sees(body.FolderId))
    throw invalid(`FolderId ${body.FolderId}: there is no such folder for objects of this class.`);
  return place;
}

const isNew = (sent: string | null | undefined, current: string | undefined): sent is string =>
  sent !== undefined && sent !== null && sent !== current;
