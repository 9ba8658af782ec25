import { z } from 'zod';
import { invalid, notFound } from '../http/errors.ts';
import { guid, moment } from '../http/model-binding.ts';
import type { AccessLevel } from '../state/entities/access.ts';
import type { User } from '../state/entities/users.ts';
import type { HistoryEntry, Responsible, Task } from '../state/entities/work.ts';
import type { World } from '../state/state.ts';
import { requireFileDocument } from './documents/documents.ts';
import { after, changeAttributes } from './merge-edit.ts';
import { caseAccess, reaches, requireCase, requireSection } from './permissions.ts';

/**
 * Request body of a new or changed task. Fields that a change omits keep their values, unless the quirk `updates` is
 * `replaced`.
 */
export const taskBody = z.object({
  Name: z.string().nullish(),
  NameId: guid.nullish(),
  Description: z.string().nullish(),
  CaseId: guid.nullish(),
  TypeId: guid.nullish(),
  StatusId: guid.nullish(),
  PriorityId: guid.nullish(),
  Responsibles: z.array(z.object({ Id: guid, Type: z.enum(['User', 'Group']).nullish() })).nullish(),
  ExecutionDate: moment.nullish(),
  ParentId: guid.nullish(),
  Documents: z.array(z.union([guid, z.object({ Id: guid }).transform(({ Id }) => Id)])).nullish(),
  Attributes: z.record(z.string(), z.unknown()).nullish().meta({ since: 3 }),
});
type TaskBody = z.output<typeof taskBody>;

const systemFields = [
  ...['Case', 'Type', 'Status', 'Priority', 'Author', 'Parent', 'History'],
  ...Object.keys(taskBody.shape),
];

/** Checks whether the user sees the task. Tasks of invisible cases are never shown. */
export function seesTask(world: World, user: User, task: Task): boolean {
  if (task.caseId === undefined) return true;
  const object = world.objects.get(task.caseId);
  return object !== undefined && reaches(caseAccess(user, object), 'View');
}

/** Returns the task if the user has at least the access level `needed` on the section and on the task's case. */
export function requireTask(world: World, user: User, id: string, needed: AccessLevel): Task {
  requireSection(user, 'Tasks', needed);
  const task = world.tasks.get(id);
  if (!task || !seesTask(world, user, task)) throw notFound('Task', id);
  if (task.caseId !== undefined) requireCase(world, user, task.caseId, needed);
  return task;
}

/** Stores a new task and adds the creation to its history. */
export function createTask(world: World, user: User, body: TaskBody, version: number): Task {
  requireSection(user, 'Tasks', 'Edit');
  const now = world.stamp();
  const blank: Task = {
    id: world.newId(),
    createdAt: now,
    changedAt: now,
    ...emptyFields(world),
    authorId: user.id,
    documentIds: [],
    history: [],
  };
  const task = change(world, user, blank, { body, version });
  return world.tasks.insert({ ...task, history: [historyEntry(world, user, 'Created')] });
}

/** Changes a task that the user may edit and adds the change to its history. */
export function updateTask(
  world: World,
  user: User,
  id: string,
  sent: { body: TaskBody; version: number },
): Task {
  const task = requireTask(world, user, id, 'Edit');
  const { id: own, createdAt, changedAt, authorId, documentIds, history } = task;
  const left = { id: own, createdAt, changedAt, authorId, documentIds, history, ...emptyFields(world) };
  const base = world.quirks.updates === 'replaced' ? left : task;
  return world.tasks.insert({
    ...change(world, user, base, sent),
    changedAt: world.stamp(),
    history: [...task.history, historyEntry(world, user, 'Changed')],
  });
}

/** Default values of a task. */
const emptyFields = (world: World) => ({
  name: '',
  description: '',
  typeId: world.taskTypes.all()[0]?.id ?? '',
  statusId: world.taskStatuses.all()[0]?.id ?? '',
  priorityId: normalPriority(world),
  responsibles: [],
  attributes: {},
});

/** Deletes a task that the user may edit. Its sub-tasks are kept and lose their parent. */
export function deleteTask(world: World, user: User, id: string): void {
  const task = requireTask(world, user, id, 'Edit');
  for (const child of world.tasks.filter((item) => item.parentId === task.id))
    world.tasks.insert({ ...child, parentId: undefined });
  world.tasks.delete(task.id);
}

/** @param sent `Attributes` in the body are ignored before v3 (TKO-7) */
function change(
  world: World,
  user: User,
  task: Task,
  { body, version }: { body: TaskBody; version: number },
): Task {
  if (body.CaseId) requireCase(world, user, body.CaseId, 'Edit');
  for (const [name, id, known] of [
    ['TypeId', body.TypeId, world.taskTypes],
    ['StatusId', body.StatusId, world.taskStatuses],
    ['PriorityId', body.PriorityId, world.taskPriorities],
  ] as const)
    if (id && !known.get(id)) throw invalid(`${name} ${id} is unknown.`);
  return {
    ...task,
    name: chooseName(world, body, task.name),
    description: after(body.Description, task.description) ?? '',
    caseId: after(body.CaseId, task.caseId),
    typeId: body.TypeId ?? task.typeId,
    statusId: body.StatusId ?? task.statusId,
    priorityId: body.PriorityId ?? task.priorityId,
    responsibles: changeResponsibles(world, body, task),
    executionDate: after(body.ExecutionDate, task.executionDate),
    parentId: changeParent(world, user, body, task),
    documentIds: changeDocuments(world, user, body, task),
    attributes:
      version < 3 ? task.attributes : changeAttributes(task.attributes, body.Attributes, systemFields),
  };
}

/**
 * Returns the name of a task, which must be a value of the dictionary of task names. `NameId` takes precedence over
 * `Name` (TSK-3, TSK-4).
 */
function chooseName(world: World, { Name, NameId }: TaskBody, current: string): string {
  if (!NameId && (Name ?? '') === '') {
    if (current === '') throw invalid('Name or NameId is required.');
    return current;
  }
  if (!NameId && Name === current) return current;
  const names = world.dictionaries.find(({ sysName }) => sysName === 'TaskName')?.values ?? [];
  const value = names.find((item) => (NameId ? item.id === NameId : item.name === Name));
  if (!value || value.isDisabled)
    throw invalid(`${NameId ?? Name} is not a value of the dictionary of task names.`);
  return value.name;
}

function changeResponsibles(world: World, { Responsibles }: TaskBody, task: Task): Responsible[] {
  if (Responsibles === undefined) return task.responsibles;
  return (Responsibles ?? []).map(({ Id, Type }) => {
    const type = Type ?? (world.groups.get(Id) ? 'Group' : 'User');
    const found = type === 'Group' ? world.groups.get(Id) : world.users.get(Id);
    if (!found) throw invalid(`There is no ${type.toLowerCase()} ${Id} to be responsible.`);
    return { id: found.id, type };
  });
}

function changeParent(world: World, user: User, { ParentId }: TaskBody, task: Task): string | undefined {
  if (!ParentId) return after(ParentId, task.parentId);
  let step: Task | undefined = requireTask(world, user, ParentId, 'View');
  while (step) {
    if (step.id === task.id) throw invalid('A task cannot be below itself.');
    step = world.tasks.get(step.parentId);
  }
  return ParentId;
}

/** Returns the documents of a task. Null keeps them; a list replaces them (TKO-8, TKO-9, TKO-10). */
function changeDocuments(world: World, user: User, { Documents }: TaskBody, task: Task): string[] {
  if (!Documents) return task.documentIds;
  const ids = [...new Set(Documents)];
  for (const id of ids) if (!task.documentIds.includes(id)) requireFileDocument(world, user, id, 'View');
  return ids;
}

function normalPriority(world: World): string {
  const normal = world.taskPriorities.find(({ sysName }) => sysName === 'Normal');
  return (normal ?? world.taskPriorities.all()[0])?.id ?? '';
}

function historyEntry(world: World, user: User, action: HistoryEntry['action']): HistoryEntry {
  return { at: world.stamp(), userId: user.id, action };
}
