/** Data that an administrator manages: types, classes, roles, folders, projects, dictionaries. */
import { flag, guid, int, list, missing, type Route, record, route, text, underscored } from '../contract.ts';
import { byId, type Memory, pair } from '../memory.ts';
import { type CaseFolder, type Named, priorities } from '../set-up.ts';
import { paged } from './case-selection.ts';
import { flatShape, generations, simple, sorted, treeShape, typeRoutes } from './routes-types.ts';

const folderRoutes = (memory: Memory): Route[] => {
  const children = (parent: string): CaseFolder[] =>
    sorted(memory.folders.filter((item) => item.parent === parent));
  const tree = (folder: CaseFolder): unknown => {
    const parent = byId(memory.folders, folder.parent);
    return {
      Id: folder.id,
      Name: folder.name,
      ParentId: parent?.id,
      ParentName: parent?.name,
      ObjectClassId: folder.classId,
      Children: children(folder.id).map(tree),
    };
  };
  const query = {
    ObjectClassId: guid,
    ParentId: guid,
    Name: text,
    Page: int,
    PageSize: { ...int, fallback: 100, maximum: 100 },
  };
  return generations.flatMap(([version, voice]) => {
    const shape = version === 'v1' ? flatShape : treeShape;
    const row =
      version === 'v1'
        ? (item: CaseFolder) => ({
            Id: item.id,
            Name: item.name,
            ParentId: item.parent,
            ObjectClassId: item.classId,
          })
        : tree;
    const about = { method: 'GET', voice, tag: 'Folders' } as const;
    return [
      route({
        ...about,
        path: `/api/${version}/folders/{id}`,
        says: 'Папка',
        reply: [200, shape],
        run: ({ id }) => row(byId(memory.folders, id) ?? missing('Папка')),
      }),
      route({
        ...about,
        path: `/api/${version}/folders`,
        says: 'Папки с вложенными',
        query,
        reply: [200, list(shape)],
        run: ({ query: sent }) => {
          const said = sent.Name?.toLowerCase();
          const rows = memory.folders
            .filter((item) => !sent.ObjectClassId || item.classId === sent.ObjectClassId)
            .filter((item) =>
              sent.ParentId
                ? item.parent === sent.ParentId
                : said || version === 'v1'
                  ? true
                  : item.parent === undefined,
            )
            .filter((item) => !said || item.name.toLowerCase().includes(said));
          return paged(sorted(rows), sent.Page, sent.PageSize, 100).map(row);
        },
      }),
    ];
  });
};

const projectRoutes = (memory: Memory): Route[] => {
  const shape = record('ProjectModel', {
    Id: guid,
    Name: text,
    FolderId: guid,
    FolderName: text,
    ObjectClassId: guid,
  });
  const row = (id: string) => {
    const item = byId(memory.projects, id) ?? missing('Проект');
    const folder = byId(memory.folders, item.folder);
    return {
      Id: item.id,
      Name: item.name,
      FolderId: folder?.id,
      FolderName: folder?.name,
      ObjectClassId: item.classId,
    };
  };
  const query = {
    FolderId: guid,
    ObjectClassId: guid,
    Page: int,
    PageSize: { ...int, fallback: 100, maximum: 100 },
  };
  return generations.flatMap(([version, own]) => {
    const about = { method: 'GET', voice: version === 'v1' ? own : underscored, tag: 'Projects' } as const;
    return [
      route({
        ...about,
        path: `/api/${version}/projects/{id}`,
        says: 'Проект',
        reply: [200, shape],
        run: ({ id }) => row(id),
      }),
      route({
        ...about,
        path: `/api/${version}/projects`,
        says: 'Проекты',
        query,
        reply: [200, record('ProjectPage', { Items: list(shape) })],
        run: ({ query: sent }) => {
          const rows = memory.projects.filter(
            (item) =>
              (!sent.FolderId || item.folder === sent.FolderId) &&
              (!sent.ObjectClassId || item.classId === sent.ObjectClassId),
          );
          return { Items: paged(sorted(rows), sent.Page, sent.PageSize, 100).map((item) => row(item.id)) };
        },
      }),
    ];
  });
};

const dictionaryRoutes = (memory: Memory): Route[] => {
  const shape = record('DictionaryModel', { Id: guid, Name: text, IsSystem: flag });
  const valueShape = record('DictionaryValue', { Id: text, Name: text, DictionaryId: guid, SortOrder: int });
  const row = (item: Named) => ({
    Id: item.id,
    Name: item.name,
    IsSystem: byId(memory.dictionaries, item.id)?.isSystem,
  });
  const values = (id: string) =>
    (byId(memory.dictionaries, id) ?? missing('Справочник')).values.map((item, index) => ({
      Id: item.id,
      Name: item.name,
      DictionaryId: id,
      SortOrder: index + 1,
    }));
  return generations.flatMap(([version, own]) => {
    const newer = version === 'v1' ? own : underscored;
    const base = `/api/${version}/dictionaries`;
    const about = { method: 'GET', tag: 'Dictionaries' } as const;
    return [
      route({
        ...about,
        voice: own,
        path: base,
        says: 'Все справочники',
        reply: [200, record('DictionaryPage', { Items: list(shape) })],
        run: () => ({ Items: memory.dictionaries.map(row) }),
      }),
      route({
        ...about,
        voice: own,
        path: `${base}/{id}`,
        says: 'Справочник',
        reply: [200, shape],
        run: ({ id }) => row(byId(memory.dictionaries, id) ?? missing('Справочник')),
      }),
      route({
        ...about,
        voice: newer,
        path: `${base}/{id}/values`,
        says: 'Все значения',
        reply: [200, list(valueShape)],
        run: ({ id }) => values(id),
      }),
      route({
        ...about,
        voice: newer,
        unlisted: true,
        path: `${base}/{id}/values/{valueId}`,
        says: 'Значение',
        reply: [200, valueShape],
        pathShapes: { valueId: text },
        // Values of system dictionaries have numeric ids.
        run: ({ id, path }) =>
          values(id).find((item) => item.Id === path.valueId?.toLowerCase().replace(/[{}]/g, '')) ??
          missing('Значение'),
      }),
    ];
  });
};

const priorityRoutes = (): Route[] => {
  const shape = record('TaskPriorityModel', { Id: int, Name: text });
  const rows = Object.entries(priorities).map(([Name, Id]) => ({ Id, Name }));
  return generations.flatMap(([version, voice]) => {
    const about = { method: 'GET', voice, tag: 'TaskPriorities', unlisted: true } as const;
    return [
      route({
        ...about,
        path: `/api/${version}/taskPriorities`,
        says: 'Приоритеты',
        reply: [200, record('TaskPriorityPage', { Items: list(shape) })],
        run: () => ({ Items: rows }),
      }),
      route({
        ...about,
        path: `/api/${version}/taskPriorities/{id}`,
        says: 'Приоритет, по числу',
        reply: [200, shape],
        pathShapes: { id: text },
        run: ({ id }) => rows.find((row) => String(row.Id) === id) ?? missing('Приоритет'),
      }),
    ];
  });
};

/** Read-only catalogs. */
export const catalogRoutes = (memory: Memory): Route[] => [
  ...simple({ name: 'objectClasses', tag: 'ObjectClasses', items: memory.classes }),
  ...simple({ name: 'rolesInCase', tag: 'RolesInCase', items: memory.roles, voice: underscored }),
  ...simple({ name: 'taskTypes', tag: 'TaskTypes', items: memory.taskTypes }),
  ...simple({
    name: 'taskStatuses',
    tag: 'TaskStatuses',
    items: memory.taskStatuses,
    shape: record('TaskStatusModel', { Id: guid, Name: text, IsFinal: flag }),
    row: (item) => ({ ...pair(item), IsFinal: byId(memory.taskStatuses, item.id)?.isFinal }),
  }),
  // The list of event types is not deployed here.
  ...simple({ name: 'eventTypes', tag: 'EventTypes', items: memory.eventTypes, noList: true }),
  ...simple({ name: 'legalForms', tag: 'LegalForms', items: memory.legalForms, unlisted: true }),
  ...typeRoutes(memory),
  ...folderRoutes(memory),
  ...projectRoutes(memory),
  ...dictionaryRoutes(memory),
  ...priorityRoutes(),
];
