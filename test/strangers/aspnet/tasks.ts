import type { Task } from '../world.ts';
import { Attributes, attributesOf, readAttributes, showAttributes } from './cards.ts';
import type { Call, Route } from './contract.ts';
import {
  created,
  EntityId,
  EntityReference,
  entityShape,
  noContent,
  ok,
  page,
  pageOf,
  pageShape,
  type Reply,
  route,
} from './contract.ts';
import type { Errors, Of } from './schema.ts';
import { dateTime, enumOf, listOf, model, opt, report, req, text, uuid } from './schema.ts';
import {
  assertValid,
  byId,
  byName,
  entity,
  mentioned,
  moment,
  put,
  reference,
  removeFrom,
  type Store,
  within,
} from './store.ts';

const Responsible = model('TaskResponsible', {
  Id: req(uuid),
  Name: req(text()),
  Type: req(enumOf('ResponsibleType', ['User', 'Group'])),
});

const TaskDto = model('Task', {
  ...entityShape,
  Name: req(text()),
  Description: opt(text()),
  Type: opt(EntityReference),
  Status: req(EntityReference),
  Priority: opt(EntityReference),
  StartDate: opt(dateTime),
  ExecutionDate: opt(dateTime, 'Until when the task is to be executed'),
  CompletionDate: opt(dateTime, 'When the task was ended'),
  Case: opt(EntityReference),
  Responsibles: req(listOf(Responsible)),
  Documents: opt(listOf(model('TaskDocument', { Id: req(uuid), Name: req(text()) }))),
});

const taskMembers = {
  Name: req(text(), 'One of the values of the dictionary of task names'),
  Description: opt(text()),
  Type: opt(EntityId),
  Priority: opt(EntityId),
  StartDate: opt(dateTime),
  ExecutionDate: opt(dateTime),
  Case: opt(EntityId),
  Responsibles: opt(listOf(EntityId), 'Users and groups'),
};

const CreateTask = model('CreateTaskRequest', {
  ...taskMembers,
  Status: opt(EntityId, 'The first status by default'),
  Documents: opt(listOf(uuid), 'Documents to attach'),
});

const UpdateTask = model('UpdateTaskRequest', {
  ...taskMembers,
  Status: req(EntityId),
  Documents: opt(listOf(uuid), 'null: no change; empty: all are detached; else exactly these remain'),
});

const TaskListQuery = model('TaskListQuery', {
  CaseId: opt(uuid),
  ExecutionDateFrom: opt(dateTime),
  ExecutionDateTo: opt(dateTime),
  ResponsibleId: opt(uuid, 'User or group; tasks of the groups of a user are not found by the user'),
  ...pageShape(50),
});

const TaskV3 = model('TaskV3', { ...TaskDto.shape, ...Attributes });
const CreateTaskV3 = model('CreateTaskV3Request', { ...CreateTask.shape, ...Attributes });
const UpdateTaskV3 = model('UpdateTaskV3Request', { ...UpdateTask.shape, ...Attributes });

function showTask(store: Store, task: Task, version: number): Record<string, unknown> {
  const { users, groups, documents } = store.world;
  const { taskTypes, taskStatuses, taskPriorities } = store.settings.dictionaries;
  const attached = documents.filter(({ id }) => task.documents.includes(id));
  return {
    ...entity(store, 'tasks', task),
    Type: reference(store, 'taskTypes', byName(taskTypes.values, task.type)),
    Status: reference(store, 'taskStatuses', byName(taskStatuses.values, task.status)),
    Priority: reference(store, 'taskPriorities', byName(taskPriorities.values, task.priority)),
    StartDate: task.startsAt ?? null,
    ExecutionDate: task.deadline ?? null,
    CompletionDate: moment(task.extra, 'completedAt'),
    Responsibles: task.responsibles.flatMap((id) => {
      const user = users.find((one) => one.id === id);
      const found = user ?? groups.find((one) => one.id === id);
      return found === undefined ? [] : [{ Id: id, Name: found.name, Type: user ? 'User' : 'Group' }];
    }),
    Documents: attached.length === 0 ? null : attached.map(({ id, name }) => ({ Id: id, Name: name })),
    ...showAttributes(store, version, 'task', task),
  };
}

type TaskBody = Of<typeof CreateTask> & { AdditionalAttributes?: Record<string, unknown> | null };

function writeTask({ store, body, version, user }: Call<unknown, TaskBody>, task: Task): void {
  const { settings, world } = store;
  const { taskNames, taskTypes, taskStatuses, taskPriorities } = settings.dictionaries;
  const errors: Errors = {};
  const name = taskNames.values.find(
    (one) => one.name.toLowerCase() === body.Name.trim().toLowerCase(),
  )?.name;
  if (name === undefined)
    report(errors, 'Name', `'${body.Name}' is not a value of the dictionary '${taskNames.name}'.`);
  const type = mentioned(taskTypes.values, body.Type?.Id, 'Type');
  const status = mentioned(taskStatuses.values, body.Status?.Id, 'Status') ?? taskStatuses.values[0];
  const priority = mentioned(taskPriorities.values, body.Priority?.Id, 'Priority');
  const owner = mentioned(world.cases, body.Case?.Id, 'Case');
  const people = [...world.users, ...world.groups];
  const responsibles = (body.Responsibles ?? []).map(({ Id }, index) => {
    return mentioned(people, Id, `Responsibles[${index}]`)?.id ?? Id;
  });
  for (const [index, id] of (body.Documents ?? []).entries())
    mentioned(world.documents, id, `Documents[${index}]`);
  const tags = body.AdditionalAttributes ?? null;
  const values =
    version < 3 ? attributesOf(task) : readAttributes(store, settings.attributes.task, tags, errors);
  assertValid(errors);
  const now = store.clock();
  task.name = name ?? body.Name;
  put(task, 'description', body.Description);
  put(task, 'type', type?.name);
  task.status = status?.name ?? task.status;
  const isOpen = !settings.finalStatuses.includes(task.status);
  if (isOpen) task.extra.completedAt = null;
  else if (task.isOpen || moment(task.extra, 'completedAt') === null) task.extra.completedAt = now;
  task.isOpen = isOpen;
  put(task, 'priority', priority?.name);
  put(task, 'startsAt', body.StartDate);
  put(task, 'deadline', body.ExecutionDate);
  put(task, 'case', owner?.id);
  task.responsibles = [...new Set(responsibles)];
  if (body.Documents !== null) task.documents = [...new Set(body.Documents)];
  const history = [...(task.extra.history as object[]), { at: now, by: user.id }];
  Object.assign(task.extra, { attributes: values, changedAt: now, history });
}

function createTask(call: Call<unknown, TaskBody>): Reply {
  const { store, version } = call;
  const now = store.clock();
  const extra = { createdAt: now, changedAt: now, history: [] };
  const task: Task = {
    ...{ id: store.newId(), name: '', status: '', isOpen: true, responsibles: [], documents: [], extra },
  };
  writeTask(call, task);
  store.world.tasks.push(task);
  return created(`${store.baseUrl}/api/v${version}/tasks/${task.id}`, showTask(store, task, version));
}

function updateTask(call: Call<unknown, TaskBody>): Reply {
  const { store, id, version } = call;
  const task = byId(store.world.tasks, id, 'Task');
  writeTask(call, task);
  return ok(showTask(store, task, version));
}

function listTasks({ store, query, version }: Call<Of<typeof TaskListQuery>, unknown>): Reply {
  const far = Number.MAX_SAFE_INTEGER;
  const found = store.world.tasks
    .filter((task) => query.CaseId === null || task.case === query.CaseId)
    .filter((task) => query.ResponsibleId === null || task.responsibles.includes(query.ResponsibleId))
    .filter((task) => within(task.deadline, query.ExecutionDateFrom, query.ExecutionDateTo))
    .sort((one, two) => (one.deadline?.getTime() ?? far) - (two.deadline?.getTime() ?? far));
  return page(found, query, (task) => showTask(store, task, version));
}

export function taskRoutes(): Route[] {
  const all = { tag: 'Tasks', path: '/api/v{version}/tasks' };
  const one = { ...all, path: `${all.path}/{id}` };
  const both = { versions: [1, 2] };
  const perVersion = [1, 2, 3].flatMap((version) => {
    const versions = [version];
    const dto = version === 3 ? TaskV3 : TaskDto;
    return [
      route({
        ...{ ...all, method: 'POST', versions, summary: 'Creates one of tasks', handle: createTask },
        ...{ body: version === 3 ? CreateTaskV3 : CreateTask, replies: { 201: dto } },
      }),
      route({
        ...{ ...one, method: 'PUT', versions, summary: 'Replaces one of tasks', handle: updateTask },
        ...{ body: version === 3 ? UpdateTaskV3 : UpdateTask, replies: { 200: dto } },
      }),
      route({
        ...{ ...one, method: 'GET', versions, summary: 'Gets one of tasks', replies: { 200: dto } },
        handle: ({ store, id }) => ok(showTask(store, byId(store.world.tasks, id, 'Task'), version)),
      }),
    ];
  });
  return [
    ...perVersion,
    route({
      ...{ ...all, ...both, method: 'GET', summary: 'Lists tasks by execution date', query: TaskListQuery },
      ...{ replies: { 200: pageOf(TaskDto) }, handle: listTasks },
    }),
    route({
      ...{ ...one, ...both, method: 'DELETE', summary: 'Deletes one of tasks', replies: { 204: null } },
      handle({ store, id }) {
        removeFrom(store.world.tasks, id, 'Task');
        return noContent;
      },
    }),
  ];
}
