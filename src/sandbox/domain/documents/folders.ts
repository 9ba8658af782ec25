import { notFound } from '../../http/errors.ts';
import { byName, contains } from '../../http/pagination.ts';
import type { CaseObject, Folder } from '../../state/entities/objects.ts';
import type { User } from '../../state/entities/users.ts';
import type { World } from '../../state/state.ts';
import type { Scope } from '../fields/fields.ts';
import { caseAccess, reaches, sectionAccess } from '../permissions.ts';
import { shownNames } from '../shown-names.ts';

export interface FolderConditions {
  readonly ObjectClassId?: string | undefined;
  readonly ParentId?: string | undefined;
  readonly Name?: string | undefined;
}

/** Compares records alphabetically, then by creation date. */
export const inOrder = (
  left: { name: string; createdAt: string },
  right: { name: string; createdAt: string },
) => byName(left, right) || left.createdAt.localeCompare(right.createdAt);

/**
 * Returns the folders that the user may see, in alphabetical order. Folders below a hidden one are omitted. Without
 * View on the section Cases, only folders that contain a visible object remain.
 */
export function visibleFolders({ world, user }: Scope): Folder[] {
  const folders = world.folders.sorted(shownNames(world, user).inOrder);
  if (user.isAdministrator) return [...folders];
  const open = folders.filter((folder) => !isHidden(world, user, folder));
  if (reaches(sectionAccess(user, 'Cases'), 'View')) return open;
  const used = new Set(
    world.objects
      .filter((object) => reaches(caseAccess(user, object), 'View'))
      .flatMap((object) => withAncestors(world, folderOf(world, object)))
      .map(({ id }) => id),
  );
  return open.filter(({ id }) => used.has(id));
}

/** Returns the folder. Throws 404 if the user may not see it. */
export function requireVisibleFolder(scope: Scope, id: string): Folder {
  const folder = visibleFolders(scope).find((item) => item.id === id.toLowerCase());
  if (!folder) throw notFound('Folder', id);
  return folder;
}

/**
 * Lists folders (FOL). `ParentId` selects the children of a folder. `Name` selects every match, including matches
 * inside other matches. Without both, lists the top level, or all folders in v1, which has no nesting.
 */
export function listFolders(scope: Scope, conditions: FolderConditions, isNested: boolean): Folder[] {
  const { ObjectClassId: classId, ParentId: parentId, Name: name } = conditions;
  const shown = shownNames(scope.world, scope.user);
  const folders = visibleFolders(scope).filter(
    (folder) => classId === undefined || folder.objectClassId === classId,
  );
  const ids = new Set(folders.map(({ id }) => id));
  const isTop = (folder: Folder) => folder.parentId === undefined || !ids.has(folder.parentId);
  return folders
    .filter((folder) => parentId === undefined || folder.parentId === parentId)
    .filter((folder) => name === undefined || contains(shown.of(folder.name), name))
    .filter((folder) => parentId !== undefined || name !== undefined || !isNested || isTop(folder));
}

/** Returns the folder of an object: its own, or that of its project. */
export const folderOf = (world: World, object: CaseObject): Folder | undefined =>
  world.folders.get(object.folderId ?? world.projects.get(object.projectId)?.folderId);

/** Returns a folder with its ancestors, topmost first. */
export function withAncestors(world: World, folder: Folder | undefined): Folder[] {
  const line: Folder[] = [];
  for (let step = folder; step && !line.includes(step); step = world.folders.get(step.parentId))
    line.unshift(step);
  return line;
}

/** Checks whether the folder or an ancestor is hidden from the user. */
export const isHidden = (world: World, user: User, folder: Folder) =>
  !user.isAdministrator && withAncestors(world, folder).some((step) => step.hiddenFrom?.includes(user.id));
