import { z } from 'zod';
import { documentAccess } from '../domain/documents/documents.ts';
import type { Scope } from '../domain/fields/fields.ts';
import { reaches, requireSection } from '../domain/permissions.ts';
import { createTask, deleteTask, requireTask, seesTask, taskBody, updateTask } from '../domain/tasks.ts';
import { guid, lastMoment, moment, paging } from '../http/model-binding.ts';
import { byName, page } from '../http/pagination.ts';
import { created, inVersions, noContent, route } from '../http/route.ts';
import { baseFields, reference } from '../http/serializers.ts';
import type { Entity } from '../state/entities/entity.ts';
import type { Responsible, Task } from '../state/entities/work.ts';
import type { World } from '../state/state.ts';

type Named = Entity & { name: string };

/** Tasks; in v3 they also have custom attributes, identified by tag (TKO). */
export const taskRoutes = [
  route(inVersions([2, 3, 1], 'POST', 'tasks'), {
    summary: 'Create a task',
    body: taskBody,
    handle: ({ world, user, body, version }) =>
      created(presentTask({ world, user }, createTask(world, user, body, version), version)),
  }),
  route(inVersions([2, 3, 1], 'PUT', 'tasks/{id}'), {
    summary: 'Update a task',
    body: taskBody,
    handle: ({ world, user, params, body, version }) =>
      created(
        presentTask({ world, user }, updateTask(world, user, params.id ?? '', { body, version }), version),
      ),
  }),
  route(inVersions([2, 3, 1], 'GET', 'tasks/{id}'), {
    summary: 'One task',
    handle: ({ world, user, params, version }) =>
      presentTask({ world, user }, requireTask(world, user, params.id ?? '', 'View'), version),
  }),
  route(['GET /api/v2/tasks', 'GET /api/v1/tasks'], {
    summary: 'Tasks by case, execution date and responsible user',
    query: z.object({
      CaseId: guid.optional(),
      ResponsibleIds: z.array(guid).optional(),
      ExecutionDateFrom: moment.optional(),
      ExecutionDateTo: lastMoment.optional(),
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
      return page(request, query, items, (task) => presentTask(request, task, version));
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

/** Compares ids only. A task that is assigned to a group does not match the ids of its members. */
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

function presentTask({ world, user }: Scope, task: Task, version: number) {
  const refer = (record: Named | undefined, path: string) => reference(world, record, path, 'id and name');
  const documents = task.documentIds
    .flatMap((id) => world.documents.get(id) ?? [])
    .filter((item) => reaches(documentAccess(world, user, item), 'View'));
  return {
    ...baseFields(world, task, '/api/v2/tasks'),
    Name: task.name,
    Description: task.description,
    Case: refer(world.objects.get(task.caseId), '/api/v2/cases'),
    Type: refer(world.taskTypes.get(task.typeId), '/api/v2/taskTypes'),
    Status: refer(world.taskStatuses.get(task.statusId), '/api/v2/taskStatuses'),
    Priority: refer(world.taskPriorities.get(task.priorityId), '/api/v2/taskPriorities'),
    Responsibles: task.responsibles.map((responsible) => presentResponsible(world, responsible)),
    ExecutionDate: task.executionDate ?? null,
    Author: refer(world.users.get(task.authorId), '/api/v2/users'),
    Parent: reference(world, world.tasks.get(task.parentId), '/api/v2/tasks'),
    ...(documents.length > 0 ? { Documents: documents.map(({ id, name }) => ({ Id: id, Name: name })) } : {}),
    History: task.history.map(({ at, userId, action }) => ({
      Date: at,
      User: refer(world.users.get(userId), '/api/v2/users'),
      Action: action,
    })),
    ...(version >= 3 ? { Attributes: task.attributes } : {}),
  };
}

/**
 * Returns a user or group that is responsible for a task. A reference to a group has no URL, because no operation reads
 * groups.
 */
function presentResponsible(world: World, { id, type }: Responsible) {
  const record = type === 'Group' ? world.groups.get(id) : world.users.get(id);
  const path = type === 'Group' ? undefined : '/api/v2/users';
  const shown = reference(world, record, path, 'id and name') ?? { Id: id };
  return typeof shown === 'string' ? shown : { ...shown, Type: type };
}
