/** Users, types, folders, projects, dictionaries and settings. */
import { type Call, notFound, page, paged, type Route } from './app.ts';
import type { Item } from './memory.ts';
import { dateOnly, idOf, refTo, showUser } from './show.ts';

const listOf = (call: Call, rows: readonly Item[], more: (row: Item) => object = () => ({})) =>
  rows.map((row) => ({ id: idOf(call, row.id), name: row.name, ...more(row) }));
const oneOf = (call: Call, rows: readonly Item[], what: string, more: (row: Item) => object = () => ({})) =>
  listOf(call, [rows.find(({ id }) => id === call.path.id) ?? notFound(what)], more)[0];

function lookups(
  name: string,
  key: 'roles' | 'eventTypes' | 'taskTypes' | 'taskPriorities' | 'legalForms' | 'classes',
  path: string,
): Route[] {
  return [
    {
      at: `GET /api/v2/${path}`,
      summary: `List ${name}`,
      answer: '[Ref]',
      run: (call) => listOf(call, call.memory[key]),
    },
    {
      at: `GET /api/v2/${path}/{id}`,
      summary: `Get ${name}`,
      answer: 'Ref',
      run: (call) => oneOf(call, call.memory[key], name),
    },
  ];
}

const ofType = (call: Call) => (row: Item) => ({
  object_class: refTo(call, call.memory.classes, call.memory.classes[Number(row.class)]?.id),
  is_active: row.isActive,
  blocks: [
    {
      ...{ id: idOf(call, row.id), name: 'Карточка' },
      fields: Object.keys(call.memory.world.cases[0]?.card ?? {}).map((tag, index) => ({
        ...{
          id: call.setting.isSequential ? index + 1 : row.id.replace(/.$/, String(index)),
          name: tag.replace('_', ' '),
          tag,
        },
        ...{
          type: tag.startsWith('Дата') ? 'date' : tag.startsWith('Сумма') ? 'number' : 'text',
          is_required: false,
        },
      })),
    },
  ],
});

const ofStatus = (row: Item) => ({ is_final: row.isFinal });
const ofDictionary = () => ({ is_system: false });
const ofProject = (call: Call) => (row: Item) => ({
  folder: refTo(call, call.memory.folders, call.memory.folders[Number(row.folder)]?.id),
});

function folderTree(call: Call, row: Item): object {
  const children = call.memory.folders.filter(({ parent }) => parent === row.id);
  return {
    ...{ id: idOf(call, row.id), name: row.name, parent_id: idOf(call, row.parent as string | undefined) },
    children: children.map((child) => folderTree(call, child)),
  };
}

function listFolders(call: Call) {
  const { query, memory } = call;
  const isAsked = (row: Item) =>
    (query.parent_id === undefined
      ? query.name !== undefined || row.parent === undefined
      : row.parent === query.parent_id) &&
    (query.name === undefined || row.name.toLowerCase().includes(query.name.toLowerCase()));
  return page(memory.folders.filter(isAsked), query, (row) => folderTree(call, row));
}

function listUsers(call: Call) {
  const { query, memory } = call;
  const found = memory.world.users.filter(
    ({ isClient, isActive }) =>
      (query.kind === undefined || (query.kind === 'client') === isClient) &&
      (!query.active_only || isActive),
  );
  return page(
    found.toSorted((a, b) => a.name.localeCompare(b.name, 'ru')),
    query,
    (one) => showUser(call, one),
  );
}
const userOf = ({ memory, path }: Call) =>
  memory.world.users.find(({ id }) => id === path.id) ?? notFound('User');
const nonWorking = ({ memory }: Call) => ({
  dates: memory.nonWorking.dates.map(dateOnly),
  intervals: memory.nonWorking.intervals.map(({ start, end }) => ({
    start: dateOnly(start),
    end: dateOnly(end),
  })),
});
const values = (call: Call) => call.memory.values.filter(({ dictionary }) => dictionary === call.path.id);

export const lookupRoutes: readonly Route[] = [
  {
    at: 'GET /api/v2/users',
    summary: 'List users',
    query: paged({ kind: 'UserKind?', active_only: 'bool=false' }),
    answer: 'Page[UserOut]',
    run: listUsers,
  },
  {
    at: 'GET /api/v2/users/{id}',
    summary: 'Get user',
    answer: 'UserOut',
    run: (call) => showUser(call, userOf(call)),
  },
  ...lookups('roles in case', 'roles', 'rolesInCase'),
  ...lookups('event types', 'eventTypes', 'eventTypes'),
  ...lookups('task types', 'taskTypes', 'taskTypes'),
  ...lookups('task priorities', 'taskPriorities', 'taskPriorities'),
  ...lookups('legal forms', 'legalForms', 'legalForms'),
  ...lookups('object classes', 'classes', 'objectClasses'),
  {
    at: 'GET /api/v2/taskStatuses',
    summary: 'List task statuses',
    answer: '[TaskStatusOut]',
    run: (call) => listOf(call, call.memory.taskStatuses, ofStatus),
  },
  {
    at: 'GET /api/v2/taskStatuses/{id}',
    summary: 'Get task status',
    answer: 'TaskStatusOut',
    run: (call) => oneOf(call, call.memory.taskStatuses, 'Task status', ofStatus),
  },
  ...['objectTypes', 'caseTypes'].flatMap((path): Route[] => [
    {
      at: `GET /api/v2/${path}`,
      summary: `List ${path}`,
      query: { object_class_id: 'id?' },
      answer: '[TypeOut]',
      run: (call) => listOf(call, call.memory.types, ofType(call)),
    },
    {
      at: `GET /api/v2/${path}/{id}`,
      summary: `Get ${path}`,
      answer: 'TypeOut',
      run: (call) => oneOf(call, call.memory.types, 'Type', ofType(call)),
    },
  ]),
  {
    at: 'GET /api/v2/folders',
    summary: 'List folders',
    query: paged({ parent_id: 'id?', name: 'str?', object_class_id: 'id?' }),
    answer: 'Page[FolderOut]',
    run: listFolders,
  },
  {
    at: 'GET /api/v2/folders/{id}',
    summary: 'Get folder',
    answer: 'FolderOut',
    run: (call) =>
      folderTree(call, call.memory.folders.find(({ id }) => id === call.path.id) ?? notFound('Folder')),
  },
  {
    at: 'GET /api/v2/projects',
    summary: 'List projects',
    query: paged({ folder_id: 'id?' }),
    answer: 'Page[ProjectOut]',
    run: (call) =>
      page(call.memory.projects, call.query, (row) => listOf(call, [row], ofProject(call))[0] as object),
  },
  {
    at: 'GET /api/v2/projects/{id}',
    summary: 'Get project',
    answer: 'ProjectOut',
    run: (call) => oneOf(call, call.memory.projects, 'Project', ofProject(call)),
  },
  {
    at: 'GET /api/v2/dictionaries',
    summary: 'List dictionaries',
    answer: '[DictionaryOut]',
    run: (call) => listOf(call, call.memory.dictionaries, ofDictionary),
  },
  {
    at: 'GET /api/v2/dictionaries/{id}',
    summary: 'Get dictionary',
    answer: 'DictionaryOut',
    run: (call) => oneOf(call, call.memory.dictionaries, 'Dictionary', ofDictionary),
  },
  {
    at: 'GET /api/v2/dictionaries/{id}/values',
    summary: 'List dictionary values',
    answer: '[Ref]',
    run: (call) => listOf(call, values(call)),
  },
  {
    at: 'GET /api/v3/generalsettings/NonWorkingDays',
    summary: 'Get non working days',
    answer: 'NonWorkingDays',
    run: nonWorking,
  },
  {
    at: 'PUT /api/v3/generalsettings/NonWorkingDays',
    summary: 'Update non working days',
    body: 'NonWorkingDays',
    answer: 'NonWorkingDays',
    run: (call) => {
      Object.assign(call.memory.nonWorking, call.body);
      return nonWorking(call);
    },
  },
  {
    at: 'GET /api/v2/health',
    summary: 'Health',
    answer: 'Health',
    isOpen: true,
    run: () => ({ status: 'ok', db_status: 'ok' }),
  },
];
