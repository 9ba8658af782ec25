import { invalid, notFound } from '../../http/errors.ts';
import type { CaseObject } from '../../state/entities/objects.ts';
import { inOrder } from '../documents/folders.ts';
import type { Scope } from '../fields/fields.ts';
import { caseAccess, reaches, requireCase } from '../permissions.ts';
import { keepChange } from './objects.ts';

/** Returns the linked objects that the user may see. A link counts in both directions. */
export function relatedObjects({ world, user }: Scope, id: string): CaseObject[] {
  const object = requireCase(world, user, id, 'View');
  return world.objects
    .filter((other) => areLinked(object, other) && reaches(caseAccess(user, other), 'View'))
    .sort(inOrder);
}

/** Links objects. Permissions on the added ones are not checked (REL-2). */
export function linkObjects({ world, user }: Scope, id: string, otherIds: readonly string[]): void {
  const object = requireCase(world, user, id, 'Edit');
  const others = new Set(otherIds);
  if (others.has(object.id)) throw invalid('An object cannot be linked with itself.');
  for (const otherId of others) if (!world.objects.get(otherId)) throw notFound('Object', otherId);
  const added = [...others].filter((otherId) => !object.relatedIds.includes(otherId));
  if (added.length > 0) keepChange(world, { ...object, relatedIds: [...object.relatedIds, ...added] });
}

/** Removes links in both directions. Throws 404 and removes nothing if one of the ids is not linked. */
export function unlinkObjects({ world, user }: Scope, id: string, otherIds: readonly string[]): void {
  const object = requireCase(world, user, id, 'Edit');
  for (const otherId of otherIds) {
    const other = world.objects.get(otherId);
    if (!other || !areLinked(object, other)) throw notFound('Among the related objects the object', otherId);
  }
  for (const otherId of otherIds) {
    const other = world.objects.get(otherId);
    if (other?.relatedIds.includes(object.id))
      world.objects.insert({ ...other, relatedIds: other.relatedIds.filter((item) => item !== object.id) });
  }
  keepChange(world, { ...object, relatedIds: object.relatedIds.filter((item) => !otherIds.includes(item)) });
}

const areLinked = (left: CaseObject, right: CaseObject) =>
  left.relatedIds.includes(right.id) || right.relatedIds.includes(left.id);
