import { conflict, invalid, notFound } from '../../http/errors.ts';
import type { AccessLevel } from '../../state/entities/access.ts';
import type { ObjectType } from '../../state/entities/object-types.ts';
import type { CaseObject } from '../../state/entities/objects.ts';
import type { World } from '../../state/state.ts';
import { documentCase, removeDocument } from '../documents/documents.ts';
import { changeCard } from '../fields/custom-fields.ts';
import { isCaseType, type Scope, typeOf } from '../fields/fields.ts';
import { removeRows, rowPlaces } from '../fields/multi-rows.ts';
import { refuseDuplicate } from '../participants/duplicates.ts';
import { requireParticipant } from '../participants/participants.ts';
import { requireCase, requireSection } from '../permissions.ts';
import { requireVersion } from '../version.ts';
import { changeProperties, type NewObject, type ObjectChange } from './object-body.ts';

/** A request for one object. With `casesOnly`, objects that are not cases count as unknown. */
export interface ObjectScope extends Scope {
  readonly casesOnly: boolean;
  readonly id: string;
}

/** Returns the object if the user has at least the access level `needed` on it. */
export function requireObject(scope: ObjectScope, needed: AccessLevel): CaseObject {
  const { world, user, id, casesOnly } = scope;
  const object = world.objects.get(id);
  if (casesOnly && object && !isCaseType(world, typeOf(world, object))) throw notFound('Case', id);
  return requireCase(world, user, id, needed);
}

/** Stores a new active object, with its root document folder. */
export function createObject(scope: Scope, body: NewObject, casesOnly: boolean): CaseObject {
  const { world, user } = scope;
  requireSection(user, 'Cases', 'Edit');
  const type = requireUsableType(world, body.ObjectTypeId, casesOnly);
  const blank = blankObject(world, type);
  const fields = changeCard(scope, blank, {}, { sent: body.Fields ?? {}, replaces: false });
  const object = { ...changeProperties(scope, blank, type, body), fields };
  if (body.CheckForDuplicates) refuseDuplicate(scope, object);
  world.documents.insert({
    id: object.documentFolderId,
    createdAt: object.createdAt,
    changedAt: object.createdAt,
    kind: 'Folder',
    name: object.name,
    caseId: object.id,
    authorId: user.id,
    version: 1,
    signatures: [],
    attributes: {},
  });
  return world.objects.insert(object);
}

/** Changes an object. PATCH changes only the sent fields, PUT (`replaces`) the whole card. */
export function editObject(scope: ObjectScope, body: ObjectChange, replaces: boolean): CaseObject {
  const object = requireObject(scope, 'Edit');
  requireVersion(object, body);
  const removals = replaces ? [] : (body.RemoveRows ?? []);
  const base = removeRows(scope, { object, find: rowPlaces(scope, object) }, removals);
  const fields = changeCard(scope, object, base, { sent: body.Fields ?? {}, replaces });
  const next = { ...changeProperties(scope, object, typeOf(scope.world, object), body), fields };
  if (body.CheckForDuplicates) refuseDuplicate(scope, next);
  return keepChange(scope.world, next);
}

/** Moves an object to the archive or back to work (STA-1, STA-2). */
export function moveObject(
  scope: ObjectScope,
  to: 'archive' | 'work',
  checkForDuplicates: boolean,
): CaseObject {
  const object = requireObject(scope, 'Edit');
  const isArchived = to === 'archive';
  if (object.isArchived === isArchived)
    throw conflict(
      isArchived
        ? `The object ${object.id} is archived already.`
        : `The object ${object.id} is in work: only archived objects can be restored.`,
    );
  if (checkForDuplicates) refuseDuplicate(scope, object);
  return keepChange(scope.world, { ...object, isArchived });
}

/** Deletes an archived object with its documents, tasks and events, and every link to it. */
export function deleteObject(scope: ObjectScope): void {
  const { world } = scope;
  const object = requireObject(scope, 'Edit');
  if (!object.isArchived)
    throw conflict(
      `The object ${object.id} is in work: only archived objects can be deleted. Archive it first.`,
    );
  for (const item of world.documents.filter((document) => documentCase(world, document)?.id === object.id))
    removeDocument(world, item);
  for (const task of world.tasks.filter(({ caseId }) => caseId === object.id)) world.tasks.delete(task.id);
  for (const event of world.events.filter(({ caseId }) => caseId === object.id))
    world.events.delete(event.id);
  for (const call of world.calls.filter(({ caseId }) => caseId === object.id))
    world.calls.insert({ ...call, caseId: undefined });
  world.objects.delete(object.id);
  for (const other of world.objects.all()) world.objects.insert(withoutLinks(other, object.id));
}

/** Adds a participant, with a role if one is given. */
export function addParticipant(
  scope: ObjectScope,
  body: { ParticipantId: string; RoleId?: string | null | undefined },
): CaseObject {
  const { world, user } = scope;
  const object = requireObject(scope, 'Edit');
  const participant = requireParticipant(world, user, body.ParticipantId, 'View');
  const roleId = body.RoleId ?? undefined;
  if (roleId !== undefined && !world.rolesInCase.get(roleId))
    throw invalid(`RoleId ${roleId}: there is no such role in case.`);
  if (object.participants.some((item) => item.participantId === participant.id && item.roleId === roleId))
    throw conflict(
      `The participant ${participant.id} is in the object already${roleId ? ' in this role' : ''}.`,
    );
  const entry = { participantId: participant.id, ...(roleId === undefined ? {} : { roleId }) };
  return keepChange(world, { ...object, participants: [...object.participants, entry] });
}

/** Stores a changed object and increments its version. */
export const keepChange = (world: World, object: CaseObject): CaseObject =>
  world.objects.insert({ ...object, version: object.version + 1, changedAt: world.stamp() });

function requireUsableType(world: World, id: string, casesOnly: boolean): ObjectType {
  const type = world.objectTypes.get(id);
  if (!type || (casesOnly && !isCaseType(world, type)))
    throw invalid(`ObjectTypeId ${id}: there is no such ${casesOnly ? 'case' : 'object'} type.`);
  if (type.status === 'Deleted') throw invalid(`ObjectTypeId ${id}: the type is deleted.`);
  return type;
}

function blankObject(world: World, type: ObjectType): CaseObject {
  const now = world.stamp();
  return {
    id: world.newId(),
    createdAt: now,
    changedAt: now,
    name: '',
    number: '',
    description: '',
    typeId: type.id,
    isArchived: false,
    documentFolderId: world.newId(),
    version: 1,
    fields: {},
    tables: {},
    participants: [],
    relatedIds: [],
    access: {},
    blockAccess: structuredClone(type.blockAccess ?? {}),
  };
}

function withoutLinks(object: CaseObject, id: string): CaseObject {
  const without = (ids: readonly string[]) => ids.filter((item) => item !== id);
  const tables = Object.entries(object.tables).map(([blockId, ids]) => [blockId, without(ids)]);
  return { ...object, relatedIds: without(object.relatedIds), tables: Object.fromEntries(tables) };
}
