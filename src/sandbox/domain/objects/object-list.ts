import { z } from 'zod';
import { guid, lastMoment, moment } from '../../http/model-binding.ts';
import { contains, where } from '../../http/pagination.ts';
import type { CaseObject } from '../../state/entities/objects.ts';
import { folderOf, inOrder } from '../documents/folders.ts';
import { isCaseType, type Scope, typeOf } from '../fields/fields.ts';
import { fieldFilter, objectFilter } from '../filters.ts';
import { caseAccess, reaches } from '../permissions.ts';

const id = guid.nullish();

/** Filters that a list accepts in the query string of a GET and in the JSON body of a POST (LST). */
export const listConditions = {
  ObjectClassId: id,
  Filters: z.array(fieldFilter).nullish(),
  Status: z.enum(['InWork', 'Archived']).nullish(),
  FolderId: id,
  ProjectId: id,
  ObjectTypeId: id,
  LastChangeDateFrom: moment.nullish(),
  LastChangeDateTo: lastMoment.nullish(),
};
/** Filter by a part of the name or number. Only some deployments support it (quirk `objectNameFilter`). */
export const byNameCondition = { Name: z.string().nullish() };
const conditions = z.object({ ...listConditions, ...byNameCondition });

export interface ListQuestion extends z.output<typeof conditions> {
  readonly casesOnly: boolean;
  /** Ids of users or groups. A group also selects the objects of its members. */
  readonly responsibleIds: readonly string[];
  readonly createdFrom: string | null | undefined;
  readonly createdTo: string | null | undefined;
}

type Condition = (object: CaseObject) => boolean;

/** Returns the visible objects that match all filters, alphabetically, then by creation date. */
export function findObjects(scope: Scope, asked: ListQuestion): Iterable<CaseObject> {
  const { world, user } = scope;
  const filters = asked.Filters ?? [];
  return where(world.objects.sorted(inOrder), [
    (object) => reaches(caseAccess(user, object), 'View'),
    ...conditionsOf(scope, asked),
    ...(filters.length > 0 ? [objectFilter(scope, filters, world.objectTypes.all())] : []),
  ]);
}

/** Creates only the requested filters, because there are thousands of objects. */
function conditionsOf(scope: Scope, asked: ListQuestion): Condition[] {
  const { world } = scope;
  const { Name: name, ObjectClassId: classId } = asked;
  const people = peopleOf(scope, asked.responsibleIds);
  const is = (wanted: string | null | undefined, value: (object: CaseObject) => string | undefined) =>
    wanted ? [(object: CaseObject) => value(object) === wanted] : [];
  const within = (from: Moment, to: Moment, value: (object: CaseObject) => string) =>
    from || to ? [(object: CaseObject) => isWithin(value(object), from, to)] : [];
  return [
    ...(asked.casesOnly ? [(object: CaseObject) => isCaseType(world, typeOf(world, object))] : []),
    ...is(classId, (object) => typeOf(world, object).objectClassId),
    ...is(asked.FolderId, (object) => folderOf(world, object)?.id),
    ...is(asked.ProjectId, ({ projectId }) => projectId),
    ...is(asked.ObjectTypeId, ({ typeId }) => typeId),
    ...is(asked.Status, statusOf),
    ...(people ? [({ responsibleId }: CaseObject) => people.has(responsibleId ?? '')] : []),
    ...within(asked.createdFrom, asked.createdTo, ({ createdAt }) => createdAt),
    ...within(asked.LastChangeDateFrom, asked.LastChangeDateTo, ({ changedAt }) => changedAt),
    ...(name ? [(object: CaseObject) => contains(object.name, name) || contains(object.number, name)] : []),
  ];
}

function peopleOf({ world }: Scope, ids: readonly string[]): Set<string> | undefined {
  if (ids.length === 0) return undefined;
  return new Set(ids.flatMap((item) => world.groups.get(item)?.memberIds ?? item));
}

type Moment = string | null | undefined;

const isWithin = (value: string, from: Moment, to: Moment) =>
  (!from || value >= from) && (!to || value <= to);

/** Returns the state of an object on the wire. */
export const statusOf = (object: CaseObject) => (object.isArchived ? 'Archived' : 'InWork');
