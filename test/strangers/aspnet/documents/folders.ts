import type { Call, Reply, Route } from '../contract.ts';
import { EntityReference, ok, page, pageOf, pageShape, route } from '../contract.ts';
import type { Model, Of, Schema } from '../schema.ts';
import { model, opt, req, text, uuid } from '../schema.ts';
import type { Named, ObjectFolder, Project, Store } from '../store.ts';
import { byId, collate, holds, reference } from '../store.ts';

const value = { Id: req(uuid), Name: req(text()) };

const flatFolder = { ...value, ObjectClass: opt(EntityReference) };
const FolderFlat = model('FolderV1', flatFolder);
const folderChildren: Schema<unknown[]> = {
  doc: { type: 'array', items: { $ref: '#/components/schemas/Folder' } },
  parts: [],
  read: () => [],
};
const Folder = model('Folder', {
  ...flatFolder,
  ParentFolder: opt(EntityReference),
  Folders: req(folderChildren, 'Nested folders'),
});

const FolderQuery = model('FolderListQuery', {
  ObjectClassId: opt(uuid),
  ParentFolderId: opt(uuid),
  Name: opt(text(), 'Part of the name'),
  ...pageShape(100),
});

const ProjectDto = model('Project', {
  ...value,
  Folder: opt(EntityReference),
  ObjectClass: opt(EntityReference),
});
const ProjectQuery = model('ProjectListQuery', {
  FolderId: opt(uuid),
  ObjectClassId: opt(uuid),
  ...pageShape(100),
});

function show(record: Named): Record<string, unknown> {
  return { Id: record.id, Name: record.name };
}

/** Returns a reference to an object class. */
export function classOf(store: Store, id: string) {
  return reference(
    store,
    'classes',
    store.settings.objectClasses.find((one) => one.id === id),
  );
}

function showFolder(store: Store, folder: ObjectFolder, version: number): Record<string, unknown> {
  const flat = { ...show(folder), ObjectClass: classOf(store, folder.objectClass) };
  if (version === 1) return flat;
  const { objectFolders } = store.settings;
  const parent = objectFolders.find(({ id }) => id === folder.parent);
  const children = sorted(objectFolders.filter((one) => one.parent === folder.id));
  return {
    ...flat,
    ParentFolder: reference(store, 'folders', parent),
    Folders: children.map((one) => showFolder(store, one, version)),
  };
}

function sorted<T extends Named>(records: readonly T[]): T[] {
  return records.toSorted((one, two) => collate(one.name, two.name));
}

function listFolders({ store, query, version }: Call<Of<typeof FolderQuery>, unknown>): Reply {
  const { ObjectClassId, ParentFolderId, Name } = query;
  const found = store.settings.objectFolders.filter((folder) => {
    if (ObjectClassId !== null && folder.objectClass !== ObjectClassId) return false;
    if (ParentFolderId !== null && folder.parent !== ParentFolderId) return false;
    if (Name !== null) return holds(folder.name, Name);
    // Nested folders are returned with their parents. Version 1 does not nest folders, so it lists all of them.
    return version === 1 || ParentFolderId !== null || folder.parent === undefined;
  });
  return page(sorted(found), query, (folder) => showFolder(store, folder, version));
}

function showProject(store: Store, project: Project): Record<string, unknown> {
  const folder = store.settings.objectFolders.find(({ id }) => id === project.folder);
  const Folder = reference(store, 'folders', folder);
  return { ...show(project), Folder, ObjectClass: classOf(store, project.objectClass) };
}

function listProjects({ store, query }: Call<Of<typeof ProjectQuery>, unknown>): Reply {
  const found = store.settings.projects
    .filter((one) => query.FolderId === null || one.folder === query.FolderId)
    .filter((one) => query.ObjectClassId === null || one.objectClass === query.ObjectClassId);
  return page(sorted(found), query, (project) => showProject(store, project));
}

/** Controllers of folders and projects. */
export function folderRoutes(): Route[] {
  const folders = '/api/v{version}/folders';
  const projects = '/api/v{version}/projects';
  const perVersion = [1, 2].flatMap((version) => {
    const base = { versions: [version], tag: 'Folders', method: 'GET' } as const;
    const dto: Model<unknown> = version === 1 ? FolderFlat : Folder;
    return [
      route({
        ...{ ...base, path: `${folders}/{id}`, summary: 'Gets a folder', replies: { 200: dto } },
        handle: ({ store, id }) =>
          ok(showFolder(store, byId(store.settings.objectFolders, id, 'Folder'), version)),
      }),
      route({
        ...{ ...base, path: folders, summary: 'Lists folders by name', query: FolderQuery },
        ...{ replies: { 200: pageOf(dto) }, handle: listFolders },
      }),
    ];
  });
  const base = { versions: [1, 2], tag: 'Projects', method: 'GET' } as const;
  return [
    ...perVersion,
    route({
      ...{ ...base, path: `${projects}/{id}`, summary: 'Gets a project', replies: { 200: ProjectDto } },
      handle: ({ store, id }) => ok(showProject(store, byId(store.settings.projects, id, 'Project'))),
    }),
    route({
      ...{ ...base, path: projects, summary: 'Lists projects by name', query: ProjectQuery },
      ...{ replies: { 200: pageOf(ProjectDto) }, handle: listProjects },
    }),
  ];
}
