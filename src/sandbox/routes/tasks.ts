import { z } from 'zod';
import { requireSection } from '../domain/permissions.ts';
import { createTask, deleteTask, requireTask, seesTask, taskBody, updateTask } from '../domain/tasks.ts';
import { guid, moment, paging } from '../http/model-binding.ts';
import { byName, page } from '../http/pagination.ts';
import { created, inVersions, noContent, route } from '../http/route.ts';
import { reference } from '../http/serializers.ts';
import type { Collection } from '../state/collection.ts';
import type { ResolvedRecord } from '../state/entities/entity.ts';
import type { Task } from '../state/entities/work.ts';
import type { World } from '../state/state.ts';

/** Tasks; v3 adds additional attributes by tag (TKO). */
export const taskRoutes = [
  route(inVersions([2, 3, 1], 'POST', 'tasks'), {
    summary: 'Create a task',
    body: taskBody,
    handle: ({ world, user, body, version }) =>
      created(presentTask(world, createTask(world, user, body, version), version)),
  }),
  route(inVersions([2, 3, 1], 'PUT', 'tasks/{id}'), {
    summary: 'Update a task',
    body: taskBody,
    handle: ({ world, user, params, body, version }) =>
      created(presentTask(world, updateTask(world, user, params.id ?? '', { body, version }), version)),
  }),
  route(inVersions([2, 3, 1], 'GET', 'tasks/{id}'), {
    summary: 'One task',
    handle: ({ world, user, params, version }) =>
      presentTask(world, requireTask(world, user, params.id ?? '', 'View'), version),
  }),
  route(['GET /api/v2/tasks', 'GET /api/v1/tasks'], {
    summary: 'Tasks by case, execution date and responsible',
    query: z.object({
      CaseId: guid.optional(),
      ResponsibleIds: z.array(guid).optional(),
      ExecutionDateFrom: moment.optional(),
      ExecutionDateTo: moment.optional(),
      ...paging,
    }),
    handle: (request) => {
      const { world, user, query, version } = request;
      requireSection(user, 'Tasks', 'View');
      const items = world.tasks
        .filter((task) => query.CaseId === undefined || task.caseId === query.CaseId)
        .filter((task) => isResponsible(task, query.ResponsibleIds))
        .filter((task) => isDue(task, query))
        .filter((task) => seesTask(world, user, task))
        .sort(
          (left, right) =>
            (left.executionDate ?? '9999').localeCompare(right.executionDate ?? '9999') ||
            byName(left, right),
        );
      return page(request, query, items, (task) => presentTask(world, task, version));
    },
  }),
  route(['DELETE /api/v2/tasks/{id}', 'DELETE /api/v1/tasks/{id}'], {
    summary: 'Delete a task',
    handle: ({ world, user, params }) => {
      deleteTask(world, user, params.id ?? '');
      return noContent();
    },
  }),
];

/** By id alone: a user's id does not find the tasks of the groups that the user belongs to. */
function isResponsible(task: Task, ids: readonly string[] = []): boolean {
  return ids.length === 0 || task.responsibles.some(({ id }) => ids.includes(id));
}

function isDue(
  { executionDate }: Task,
  range: { ExecutionDateFrom?: string | undefined; ExecutionDateTo?: string | undefined },
): boolean {
  const { ExecutionDateFrom: from, ExecutionDateTo: to } = range;
  if (from === undefined && to === undefined) return true;
  return executionDate !== undefined && executionDate >= (from ?? '') && executionDate <= (to ?? '9999');
}

function presentTask(world: World, task: Task, version: number) {
  const documents = task.documentIds.flatMap((id) => world.documents.get(id) ?? []);
  return {
    ...reference(world, task, '/api/v2/tasks'),
    Name: task.name,
    Description: task.description,
    Case: idAndName(world.objects, task.caseId),
    Type: idAndName(world.taskTypes, task.typeId),
    Status: idAndName(world.taskStatuses, task.statusId),
    Priority: idAndName(world.taskPriorities, task.priorityId),
    Responsibles: task.responsibles.map(({ id, type }) => ({
      Id: id,
      Type: type,
      Name: (type === 'Group' ? world.groups : world.users).get(id)?.name ?? null,
    })),
    ExecutionDate: task.executionDate ?? null,
    Author: idAndName(world.users, task.authorId),
    Parent: reference(world, world.tasks.get(task.parentId), '/api/v2/tasks'),
    ...(documents.length > 0 ? { Documents: documents.map(({ id, name }) => ({ Id: id, Name: name })) } : {}),
    History: task.history.map(({ at, userId, action }) => ({
      Date: at,
      User: idAndName(world.users, userId),
      Action: action,
    })),
    ...(version >= 3 ? { Attributes: task.attributes } : {}),
  };
}

function idAndName(records: Collection<Pick<ResolvedRecord, 'id' | 'name'>>, id: string | undefined) {
  const record = records.get(id);
  return record ? { Id: record.id, Name: record.name } : null;
}
