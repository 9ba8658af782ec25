import { z } from 'zod';
import { visibleFolders, withAncestors } from '../domain/documents/folders.ts';
import type { Scope } from '../domain/fields/fields.ts';
import { shownNames } from '../domain/shown-names.ts';
import { notFound } from '../http/errors.ts';
import { guid, paging } from '../http/model-binding.ts';
import { page } from '../http/pagination.ts';
import { inVersions, route } from '../http/route.ts';
import { baseFields, reference } from '../http/serializers.ts';
import type { Project } from '../state/entities/objects.ts';

/** Projects with their folders (PRO). */
export const projectRoutes = [
  route(inVersions([2, 1], 'GET', 'projects/{id}'), {
    summary: 'One project',
    handle: (request) => {
      const project = visibleProjects(request).find(({ id }) => id === request.params.id?.toLowerCase());
      if (!project) throw notFound('Project', request.params.id ?? '');
      return presentProject(request, project);
    },
  }),
  route(inVersions([2, 1], 'GET', 'projects'), {
    summary: 'Projects by folder and object class',
    query: z.object({ FolderId: guid.optional(), ObjectClassId: guid.optional(), ...paging }),
    handle: (request) => {
      const { world, user } = request;
      const { FolderId: folderId, ObjectClassId: classId } = request.query;
      const projects = visibleProjects(request)
        .filter((project) => folderId === undefined || project.folderId === folderId)
        .filter((project) => classId === undefined || project.objectClassId === classId)
        .sort(shownNames(world, user).inOrder);
      return page(request, request.query, projects, (project) => presentProject(request, project));
    },
  }),
];

/** Returns the visible projects, which are those in visible folders. */
function visibleProjects(scope: Scope): Project[] {
  const folders = new Set(visibleFolders(scope).map(({ id }) => id));
  return scope.world.projects.filter((project) => folders.has(project.folderId));
}

function presentProject({ world, user }: Scope, project: Project) {
  const names = shownNames(world, user);
  const folder = world.folders.get(project.folderId);
  const objectClass = world.objectClasses.get(project.objectClassId);
  return {
    ...baseFields(world, project, '/api/v2/projects'),
    Name: project.name,
    Folder: reference(world, folder, '/api/v2/folders'),
    ObjectClass: reference(world, objectClass, '/api/v2/objectClasses'),
    Position: withAncestors(world, folder)
      .map(({ name }) => names.of(name))
      .join(' / '),
  };
}
