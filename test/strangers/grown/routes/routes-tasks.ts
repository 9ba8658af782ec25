/** Tasks. The third generation of these routes was turned off. */
import type { Task } from '../../world.ts';
import {
  choice,
  first,
  guid,
  int,
  list,
  missing,
  moment,
  must,
  note,
  onlyId,
  type Route,
  record,
  reference,
  refuse,
  route,
  second,
  text,
  third,
  type Voice,
} from '../contract.ts';
import { byId, byName, type Memory, valuesOf } from '../memory.ts';
import { priorities } from '../set-up.ts';
import { paged, within } from './case-selection.ts';

/** Maximum page size, because larger pages once overloaded the database. */
const PAGE = 25;

const taskShape = record('TaskModel', {
  Id: guid,
  Name: text,
  Description: text,
  TypeId: guid,
  TypeName: text,
  StatusId: guid,
  StatusName: text,
  Priority: choice(priorities),
  StartDate: moment,
  ExecutionDate: moment,
  CaseId: guid,
  CaseName: text,
  Responsibles: list(record('TaskResponsible', { Id: guid, Type: choice(['User', 'Group']), Name: text })),
  Documents: { ...list(reference), sparse: true },
  AuthorId: guid,
  AuthorName: text,
  CreationDate: moment,
  LastChangeDate: moment,
  Url: text,
});
const bodyFields = {
  Name: note('Значение справочника «Наименования задач» или его Id', must(text)),
  Description: text,
  TypeId: guid,
  Priority: choice(priorities),
  StartDate: moment,
  ExecutionDate: moment,
  CaseId: guid,
  ResponsibleIds: note('Пользователи и группы', list(guid)),
  Documents: list(guid),
};
const createBody = record('TaskCreateRequest', { ...bodyFields, StatusId: guid });
const updateBody = record('TaskUpdateRequest', { ...bodyFields, StatusId: must(guid) });

const taskRecord = (memory: Memory, task: Task) => {
  const { world } = memory;
  const author = byId(world.users, task.extra.author);
  const own = byId(world.cases, task.case);
  return {
    Id: task.id,
    Name: task.name,
    Description: task.description,
    TypeId: byName(memory.taskTypes, task.type)?.id,
    TypeName: task.type,
    StatusId: byName(memory.taskStatuses, task.status)?.id,
    StatusName: task.status,
    Priority: task.priority,
    StartDate: task.startsAt,
    ExecutionDate: task.deadline,
    CaseId: own?.id,
    CaseName: own?.name,
    Responsibles: task.responsibles.map((id) => {
      const user = byId(world.users, id);
      return { Id: id, Type: user ? 'User' : 'Group', Name: user?.name ?? byId(world.groups, id)?.name };
    }),
    Documents:
      task.documents.length > 0
        ? task.documents.map((id) => ({ Id: id, Name: byId(world.documents, id)?.name }))
        : undefined,
    AuthorId: author?.id,
    AuthorName: author?.name,
    CreationDate: task.extra.createdAt,
    LastChangeDate: task.extra.changedAt,
    Url: `/Tasks/${task.id}`,
  };
};

interface Sent {
  Name: string;
  Description?: string | null;
  TypeId?: string | null;
  StatusId?: string | null;
  Priority?: string | null;
  StartDate?: Date | null;
  ExecutionDate?: Date | null;
  CaseId?: string | null;
  ResponsibleIds?: string[] | null;
  Documents?: string[] | null;
}

/** Returns the task in a request. References are checked and converted from ids to names. */
const understood = (memory: Memory, sent: Sent): Omit<Task, 'id' | 'extra'> => {
  const { world } = memory;
  const names = valuesOf(memory, 'Наименования задач');
  const name =
    (byName(names, sent.Name.trim()) ?? byId(names, sent.Name.toLowerCase()))?.name ??
    refuse(`Наименование «${sent.Name}» отсутствует в справочнике «Наименования задач».`, 'Name');
  const type = sent.TypeId
    ? (byId(memory.taskTypes, sent.TypeId)?.name ?? refuse('Тип задачи не найден.', 'TypeId'))
    : undefined;
  const status = sent.StatusId
    ? (byId(memory.taskStatuses, sent.StatusId) ?? refuse('Статус задачи не найден.', 'StatusId'))
    : memory.taskStatuses[0];
  if (sent.CaseId && !byId(world.cases, sent.CaseId)) refuse('Дело не найдено.', 'CaseId');
  for (const id of sent.ResponsibleIds ?? [])
    if (!byId(world.users, id) && !byId(world.groups, id))
      refuse(`Ответственный ${id} не найден.`, 'ResponsibleIds');
  for (const id of sent.Documents ?? [])
    if (!byId(world.documents, id)) refuse(`Документ ${id} не найден.`, 'Documents');
  return {
    name,
    status: status?.name ?? '',
    isOpen: status?.isFinal !== true,
    responsibles: [...new Set(sent.ResponsibleIds ?? [])],
    documents: [...new Set(sent.Documents ?? [])],
    ...(sent.Description ? { description: sent.Description } : {}),
    ...(type ? { type } : {}),
    ...(sent.Priority ? { priority: sent.Priority } : {}),
    ...(sent.StartDate ? { startsAt: sent.StartDate } : {}),
    ...(sent.ExecutionDate ? { deadline: sent.ExecutionDate } : {}),
    ...(sent.CaseId ? { case: sent.CaseId } : {}),
  };
};

const found = (memory: Memory, id: string): Task => byId(memory.world.tasks, id) ?? missing('Задача');

const generation = (memory: Memory, base: string, voice: Voice): Route[] => {
  const { world } = memory;
  const about = { voice, tag: 'Tasks' };
  return [
    route({
      ...about,
      voice: { ...voice, ids: 'upper' },
      method: 'GET',
      path: base,
      says: 'Список задач',
      query: {
        CaseId: guid,
        ResponsibleId: guid,
        ExecutionDateFrom: moment,
        ExecutionDateTo: moment,
        Page: int,
        PageSize: int,
      },
      reply: [200, record('TaskPage', { Items: list(taskShape) })],
      run: ({ query }) => {
        const rows = world.tasks
          .filter((task) => !query.CaseId || task.case === query.CaseId)
          .filter((task) => !query.ResponsibleId || task.responsibles.includes(query.ResponsibleId))
          .filter((task) => within(task.deadline, query.ExecutionDateFrom, query.ExecutionDateTo))
          .sort((a, b) => Number(b.extra.createdAt) - Number(a.extra.createdAt) || a.id.localeCompare(b.id));
        return {
          Items: paged(rows, query.Page, query.PageSize, PAGE).map((task) => taskRecord(memory, task)),
        };
      },
    }),
    route({
      ...about,
      method: 'POST',
      path: base,
      says: 'Создание задачи',
      body: must(createBody),
      reply: [200, onlyId],
      run: ({ body, user }) => {
        const now = memory.clock();
        const extra = {
          author: user?.id,
          createdAt: now,
          changedAt: now,
          history: [{ at: now, by: user?.id, what: 'create' }],
          attributes: {},
        };
        const task: Task = { ...understood(memory, body), id: memory.dice.id(), extra };
        world.tasks.push(task);
        return { Id: task.id };
      },
    }),
    route({
      ...about,
      method: 'GET',
      path: `${base}/{id}`,
      says: 'Задача',
      reply: [200, taskShape],
      run: ({ id }) => taskRecord(memory, found(memory, id)),
    }),
    route({
      ...about,
      method: 'PUT',
      path: `${base}/{id}`,
      says: 'Полная замена задачи; Documents: null не меняет, [] открепляет все',
      body: must(updateBody),
      reply: [200, taskShape],
      run: ({ id, body, user }) => {
        const task = found(memory, id);
        const next = understood(memory, body);
        if (!body.Documents) next.documents = task.documents;
        for (const key of ['description', 'type', 'priority', 'startsAt', 'deadline', 'case'] as const)
          delete task[key];
        Object.assign(task, next);
        task.extra.changedAt = memory.clock();
        task.extra.history = [
          ...(task.extra.history as unknown[]),
          { at: memory.clock(), by: user?.id, what: 'update' },
        ];
        return taskRecord(memory, task);
      },
    }),
    route({
      ...about,
      method: 'DELETE',
      path: `${base}/{id}`,
      says: 'Удаление задачи',
      reply: [204],
      run: ({ id }) => {
        world.tasks.splice(world.tasks.indexOf(found(memory, id)), 1);
      },
    }),
  ];
};

const switchedOff = (path: string): Route =>
  route({
    method: 'OPTIONS',
    path,
    voice: third,
    tag: 'Tasks',
    says: '',
    unlisted: true,
    reply: [204],
    run: () => undefined,
  });

export const taskRoutes = (memory: Memory): Route[] => [
  ...generation(memory, '/api/v2/tasks', second),
  ...generation(memory, '/api/v1/tasks', first),
  switchedOff('/api/v3/tasks'),
  switchedOff('/api/v3/tasks/{id}'),
];
