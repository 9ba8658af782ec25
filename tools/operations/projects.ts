import { presumed } from '../../src/contract/operations/field-marks.ts';
import type { Area } from '../../src/contract/operations/operation.ts';
import { operation } from '../../src/contract/operations/operation.ts';
import { named, paging } from './fields.ts';
import { inFolder, ofClass, ofMore } from './row-checks.ts';

export const projects = {
  id: 'projects',
  title: 'Projects',
  search: 'project',
  operations: [
    operation({
      name: 'get_project',
      title: 'Get project',
      titleRu: 'Проект',
      route: 'GET /api/v2/projects/{id}',
      access: 'read',
      params: { id: named('project') },
      description: 'One project, a group of objects or cases.',
    }),
    operation({
      name: 'list_projects',
      title: 'List projects',
      titleRu: 'Проекты',
      search: { words: 'subproject' },
      route: 'GET /api/v2/projects',
      access: 'read',
      certain: ['FolderId', 'ObjectClassId'],
      query: {
        FolderId: presumed(named('folder').optional()),
        ObjectClassId: presumed(named('object class').optional()),
        ...paging,
      },
      rows: { ...ofClass, ...ofMore, FolderId: inFolder('Folder', 'FolderId') },
      description: 'Projects in alphabetical order with their place in the folders.',
    }),
  ],
} satisfies Area;
