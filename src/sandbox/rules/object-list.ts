import { z } from 'zod';
import { caseAccess, reaches } from '../access.ts';
import { guid, lastMoment, moment } from '../bind.ts';
import type { CaseObject } from '../entities.ts';
import { contains, where } from '../page.ts';
import { isCaseType, type Scope, typeOf } from './fields.ts';
import { fieldFilter, objectFilter } from './filters.ts';
import { folderOf, inOrder } from './folders.ts';

const id = guid.nullish();

/** What both kinds of list are asked by: in a query string and in a JSON body (`api.md`, List request shape). */
export const listConditions = {
  ObjectClassId: id,
  Filters: z.array(fieldFilter).nullish(),
  Name: z.string().nullish(),
  Status: z.enum(['InWork', 'Archived']).nullish(),
  FolderId: id,
  ProjectId: id,
  ObjectTypeId: id,
  LastChangeDateFrom: moment.nullish(),
  LastChangeDateTo: lastMoment.nullish(),
};
const conditions = z.object(listConditions);

export interface ListQuestion extends z.output<typeof conditions> {
  readonly casesOnly: boolean;
  /** Users, or groups, which stand for their members. */
  readonly responsibleIds: readonly string[];
  readonly createdFrom: string | null | undefined;
  readonly createdTo: string | null | undefined;
}

/** The objects that the user may see and that meet all conditions: alphabetical, then by creation date. */
export function findObjects(scope: Scope, asked: ListQuestion): Iterable<CaseObject> {
  const { world, user } = scope;
  const isOfClass = (object: CaseObject) => {
    const type = typeOf(world, object);
    const isCase = !asked.casesOnly || isCaseType(world, type);
    return isCase && (asked.ObjectClassId ?? type.objectClassId) === type.objectClassId;
  };
  const passes = objectFilter(scope, asked.Filters ?? [], world.objectTypes.all());
  const people = peopleOf(scope, asked.responsibleIds);
  const { Name: name } = asked;
  return where(
    world.objects.sorted(inOrder),
    (object) =>
      reaches(caseAccess(user, object), 'View') &&
      isOfClass(object) &&
      (people === undefined || people.has(object.responsibleId ?? '')) &&
      hasPlace(scope, object, asked) &&
      hasDates(object, asked) &&
      (!name || contains(object.name, name) || contains(object.number, name)) &&
      passes(object),
  );
}

function peopleOf({ world }: Scope, ids: readonly string[]): Set<string> | undefined {
  if (ids.length === 0) return undefined;
  return new Set(ids.flatMap((item) => world.groups.get(item)?.memberIds ?? item));
}

function hasPlace({ world }: Scope, object: CaseObject, asked: ListQuestion): boolean {
  const is = (wanted: string | null | undefined, value: string | undefined) => !wanted || wanted === value;
  return (
    is(asked.FolderId, folderOf(world, object)?.id) &&
    is(asked.ProjectId, object.projectId) &&
    is(asked.ObjectTypeId, object.typeId) &&
    is(asked.Status, statusOf(object))
  );
}

function hasDates(object: CaseObject, asked: ListQuestion): boolean {
  const isWithin = (value: string, from: string | null | undefined, to: string | null | undefined) =>
    (!from || value >= from) && (!to || value <= to);
  return (
    isWithin(object.createdAt, asked.createdFrom, asked.createdTo) &&
    isWithin(object.changedAt, asked.LastChangeDateFrom, asked.LastChangeDateTo)
  );
}

/** The state of an object on the wire. */
export const statusOf = (object: CaseObject) => (object.isArchived ? 'Archived' : 'InWork');
