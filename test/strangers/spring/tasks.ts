import type { Task, User } from '../world.ts';
import { between, checkVersion, moment } from './cases/cards.ts';
import {
  assign,
  byId,
  byName,
  dictionary,
  entity,
  entityFields,
  extra,
  iso,
  type Memory,
  more,
  refer,
  referCase,
  reference,
  referResponsible,
  responsible,
} from './memory.ts';
import { bool, type Infer, instant, int, list, note, opt, record, tagged, text, uuid } from './schema.ts';
import {
  created,
  missing,
  none,
  ok,
  page,
  pageAsk,
  type Route,
  refuse,
  route,
  type Sorts,
  versions,
} from './server.ts';

const taskFields = {
  ...entityFields,
  version: int({ format: 'int64' }),
  name: text(),
  description: opt(text()),
  type: opt(reference),
  status: record('TaskStatusReference', { id: uuid, name: text(), code: text(), closed: bool }),
  priority: opt(reference),
  startDate: opt(instant),
  executionDate: opt(instant),
  case: opt(reference),
  author: opt(responsible),
  responsibles: list(responsible),
  documents: list(reference),
};
const taskEditable = {
  name: note(text({ notBlank: true }), 'A value of the dictionary of task names'),
  description: opt(text({ max: 4000 })),
  typeId: opt(uuid),
  priorityId: opt(uuid),
  startDate: opt(instant),
  executionDate: opt(instant),
  caseId: opt(uuid),
  responsibleIds: note(opt(list(uuid)), 'Users and groups'),
  documents: note(
    opt(list(uuid)),
    'Ids of documents; null leaves them as they are, an empty list removes all',
  ),
};
const versioned = { version: opt(int({ format: 'int64' })) };
const attributes = { additionalAttributes: opt(tagged) };

function viewTask(memory: Memory, task: Task) {
  const { catalogue, world } = memory;
  const own = more.task(task);
  const of = (code: string, name: string | undefined) => byName(dictionary(catalogue, code).values, name);
  const status = of('TASK_STATUS', task.status);
  return {
    ...entity(memory, 'v2/tasks', task.id, own.createdAt, own.changedAt),
    version: own.version,
    name: task.name,
    description: task.description ?? null,
    type: refer(of('TASK_TYPE', task.type)),
    status: status && { id: status.id, name: status.name, code: status.code, closed: status.closed },
    priority: refer(of('TASK_PRIORITY', task.priority)),
    startDate: iso(task.startsAt),
    executionDate: iso(task.deadline),
    case: referCase(memory, task.case),
    author: referResponsible(memory, own.authorId),
    responsibles: task.responsibles.flatMap((id) => referResponsible(memory, id) ?? []),
    documents: task.documents.flatMap((id) => refer(byId(world.documents, id)) ?? []),
  };
}

type TaskGiven = Partial<Infer<typeof anyTask>>;
const anyTask = record('TaskAny', { ...taskEditable, ...attributes, ...versioned, statusId: opt(uuid) });

function fillTask(memory: Memory, user: User, task: Task, given: TaskGiven) {
  const { catalogue, world } = memory;
  const value = (code: string, key: 'typeId' | 'statusId' | 'priorityId') => {
    const found = byId(dictionary(catalogue, code).values, given[key] ?? undefined);
    if (given[key] && !found) throw refuse(key, given[key], 'not found', 'NotFound');
    return found;
  };
  const name = byName(dictionary(catalogue, 'TASK_NAME').values, given.name)?.name;
  if (!name) throw refuse('name', given.name, 'must be a value of the dictionary TASK_NAME', 'TaskName');
  const status =
    value('TASK_STATUS', 'statusId') ?? byName(dictionary(catalogue, 'TASK_STATUS').values, task.status);
  const type = value('TASK_TYPE', 'typeId')?.name;
  const priority = value('TASK_PRIORITY', 'priorityId')?.name;
  if (given.caseId && !byId(world.cases, given.caseId))
    throw refuse('caseId', given.caseId, 'not found', 'NotFound');
  const people = [...world.users, ...world.groups];
  for (const id of given.responsibleIds ?? [])
    if (!byId<{ id: string }>(people, id)) throw refuse('responsibleIds', id, 'not found', 'NotFound');
  for (const id of given.documents ?? [])
    if (!byId(world.documents, id)) throw refuse('documents', id, 'not found', 'NotFound');
  if (given.startDate && given.executionDate && given.executionDate < given.startDate)
    throw refuse('executionDate', iso(given.executionDate), 'must not be earlier than startDate');
  const own = more.task(task);
  const now = memory.now();
  Object.assign(task, { name, status: status?.name, isOpen: !status?.closed });
  assign(own, 'endedAt', status?.closed ? (own.endedAt ?? now) : undefined);
  assign(task, 'description', given.description);
  assign(task, 'type', type);
  assign(task, 'priority', priority);
  assign(task, 'startsAt', given.startDate);
  assign(task, 'deadline', given.executionDate);
  assign(task, 'case', given.caseId);
  task.responsibles = [...new Set(given.responsibleIds ?? [])];
  if (given.documents) task.documents = [...new Set(given.documents)];
  own.changedAt = now;
  own.history.push({ at: now, by: user.id, what: own.history.length === 0 ? 'CREATED' : 'CHANGED' });
}

/** Returns the record with this id. Throws 404 if there is none. */
export const found = <T extends { id: string }>(rows: readonly T[], what: string, id: string): T => {
  const one = byId(rows, id);
  if (!one) throw missing(what, id);
  return one;
};

const TASK_PAGES = { size: 20, sort: ['executionDate', 'creationDate'] };
const TASK_SORTS: Sorts<Task> = {
  executionDate: (task) => task.deadline,
  startDate: (task) => task.startsAt,
  creationDate: (task) => more.task(task).createdAt,
  lastChangeDate: (task) => more.task(task).changedAt,
  name: (task) => task.name,
};

/** Creates the routes that read and write one task. v3 also has additional attributes. */
function routesOf(numbers: readonly number[], rich: boolean): Route[] {
  const suffix = rich ? 'WithAttributes' : '';
  const dto = record(`Task${suffix}Dto`, {
    ...taskFields,
    ...(rich ? { additionalAttributes: tagged } : {}),
  });
  const base = { ...taskEditable, ...(rich ? attributes : {}) };
  const createBody = record(`Task${suffix}Request`, { ...base, statusId: opt(uuid) });
  const updateBody = record(`Task${suffix}UpdateRequest`, { ...base, statusId: uuid, ...versioned });
  const view = (memory: Memory, task: Task) => ({
    ...viewTask(memory, task),
    ...(rich ? { additionalAttributes: more.task(task).additional } : {}),
  });
  const tag = 'task-controller';
  return [
    route({
      method: 'POST',
      paths: versions(numbers, '/tasks'),
      tag,
      name: `createTask${suffix}`,
      summary: 'Creates a task',
      body: createBody,
      answers: { 201: dto },
      handle({ memory, user, body }) {
        const now = memory.now();
        const given = body as TaskGiven;
        const additional = given.additionalAttributes ?? {};
        const own = {
          createdAt: now,
          changedAt: now,
          version: 0,
          additional,
          authorId: user.id,
          history: [],
        };
        const id = memory.newId();
        const blank = { id, name: '', status: 'Новая', isOpen: true, responsibles: [], documents: [] };
        const task: Task = { ...blank, extra: extra.task(own) };
        fillTask(memory, user, task, given);
        memory.world.tasks.push(task);
        return created(view(memory, task));
      },
    }),
    route({
      method: 'PUT',
      paths: versions(numbers, '/tasks/{id}'),
      tag,
      name: `updateTask${suffix}`,
      summary: 'Replaces a task; documents that are null stay as they are',
      body: updateBody,
      answers: { 200: dto },
      handle({ memory, user, body, variable }) {
        const task = found(memory.world.tasks, 'Task', variable());
        const given = body as TaskGiven;
        checkVersion(more.task(task).version, given.version);
        fillTask(memory, user, task, given);
        if (rich) more.task(task).additional = given.additionalAttributes ?? {};
        more.task(task).version += 1;
        return ok(view(memory, task));
      },
    }),
    route({
      method: 'GET',
      paths: versions(numbers, '/tasks/{id}'),
      tag,
      name: `getTask${suffix}`,
      summary: 'Task by id',
      answers: { 200: dto },
      handle: ({ memory, variable }) => ok(view(memory, found(memory.world.tasks, 'Task', variable()))),
    }),
    ...(rich ? [] : taskLists(dto)),
  ];
}

const taskLists = (dto: ReturnType<typeof record>): Route[] => [
  route({
    method: 'GET',
    paths: versions([1, 2], '/tasks'),
    tag: 'task-controller',
    name: 'findTasks',
    summary: 'Tasks',
    query: {
      caseId: opt(uuid),
      responsibleId: note(opt(uuid), 'A user or a group; tasks of groups are not found by their members'),
      executionDateFrom: moment,
      executionDateTo: moment,
    },
    paging: { ...TASK_PAGES, sort: Object.keys(TASK_SORTS) },
    answers: { 200: dto },
    handle({ memory, search, query: { caseId, responsibleId, executionDateFrom, executionDateTo } }) {
      const rows = memory.world.tasks.filter(
        (task) =>
          (!caseId || task.case === caseId) &&
          (!responsibleId || task.responsibles.includes(responsibleId)) &&
          between(task.deadline, executionDateFrom, executionDateTo),
      );
      return page(pageAsk(search), TASK_PAGES, rows, TASK_SORTS, (task) => viewTask(memory, task));
    },
  }),
  route({
    method: 'DELETE',
    paths: versions([1, 2], '/tasks/{id}'),
    tag: 'task-controller',
    name: 'deleteTask',
    summary: 'Deletes a task',
    answers: { 204: null },
    handle({ memory: { world }, variable }) {
      world.tasks.splice(world.tasks.indexOf(found(world.tasks, 'Task', variable())), 1);
      return none();
    },
  }),
];

export const taskRoutes: Route[] = [...routesOf([1, 2], false), ...routesOf([3], true)];
