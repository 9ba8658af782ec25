import { z } from 'zod';
import { listFolders, requireVisibleFolder, visibleFolders } from '../domain/documents/folders.ts';
import type { Scope } from '../domain/fields/fields.ts';
import { reaches, sectionAccess } from '../domain/permissions.ts';
import { guid, paging } from '../http/model-binding.ts';
import { page } from '../http/pagination.ts';
import { inVersions, route } from '../http/route.ts';
import { type BaseFields, baseFields } from '../http/serializers.ts';
import type { Quirks } from '../quirks/quirks.ts';
import { type AccessLevel, accessLevels } from '../state/entities/access.ts';
import type { Folder } from '../state/entities/objects.ts';
import { presentObjectClass } from './object-classes.ts';

/** Folders of objects, cases and projects (FOL). */
export const folderRoutes = [
  route(inVersions([2, 1], 'GET', 'folders/{id}'), {
    summary: 'One folder',
    handle: (request) => {
      const folder = requireVisibleFolder(request, request.params.id ?? '');
      return presenter(request, request.version >= 2)(folder);
    },
  }),
  route(inVersions([2, 1], 'GET', 'folders'), {
    summary: 'Folders, in version 2 each with its subfolders',
    isKept: true,
    query: z.object({
      ObjectClassId: guid.optional(),
      ParentId: guid.optional(),
      Name: z.string().optional(),
      ...paging,
    }),
    handle: (request) => {
      const isNested = request.version >= 2;
      const folders = listFolders(request, request.query, isNested);
      return page(request, request.query, folders, presenter(request, isNested));
    },
  }),
];

interface PresentedFolder extends BaseFields {
  Name: string;
  ObjectClass: ReturnType<typeof presentObjectClass> | null;
  Permissions: AccessLevel[];
  Items?: PresentedFolder[];
  IsLeaf?: boolean;
  Opened?: boolean;
}

/**
 * Returns a function that converts folders and their visible subfolders to wire form. In v1, folders are not nested.
 */
function presenter(scope: Scope, isNested: boolean) {
  const { world, user } = scope;
  const children = new Map<string, Folder[]>();
  for (const folder of visibleFolders(scope)) {
    const { parentId = '' } = folder;
    children.set(parentId, [...(children.get(parentId) ?? []), folder]);
  }
  const level = sectionAccess(user, 'Cases');
  const permissions = accessLevels.filter(
    (item) => item !== 'None' && (item === 'View' || reaches(level, item)),
  );
  const isLeaf = leafMarks[world.quirks.isLeaf];
  const present = (folder: Folder): PresentedFolder => ({
    ...baseFields(world, folder, '/api/v2/folders'),
    Name: folder.name,
    ObjectClass: presentClass(scope, folder.objectClassId),
    Permissions: permissions,
    ...(isNested
      ? {
          Items: (children.get(folder.id) ?? []).map(present),
          IsLeaf: isLeaf(children.has(folder.id)),
          Opened: false,
        }
      : {}),
  });
  return present;
}

/** Returns the value of `IsLeaf`, by quirk. Observed deployments return false for every folder. */
const leafMarks: Record<Quirks['isLeaf'], (hasChildren: boolean) => boolean> = {
  false: () => false,
  correct: (hasChildren) => !hasChildren,
  inverse: (hasChildren) => hasChildren,
};

function presentClass({ world }: Scope, id: string) {
  const item = world.objectClasses.get(id);
  return item ? presentObjectClass(world, item) : null;
}
