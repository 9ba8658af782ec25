import { presumed } from '../../src/contract/operations/field-marks.ts';
import type { Area } from '../../src/contract/operations/operation.ts';
import { operation } from '../../src/contract/operations/operation.ts';
import { named, paging, text } from './fields.ts';
import { containsText, inFolder, ofClass, ofMore } from './row-checks.ts';

export const folders = {
  id: 'folders',
  title: 'Folders',
  search: 'folder',
  operations: [
    operation({
      name: 'get_folder',
      title: 'Get folder',
      titleRu: 'Папка',
      route: 'GET /api/v2/folders/{id}',
      access: 'read',
      params: { id: named('folder') },
      description: 'One folder of objects, cases and projects.',
    }),
    operation({
      name: 'list_folders',
      title: 'List folders',
      titleRu: 'Папки',
      search: { words: 'tree' },
      route: 'GET /api/v2/folders',
      access: 'read',
      certain: ['ObjectClassId', 'ParentId', 'Name'],
      query: {
        ObjectClassId: presumed(named('object class').optional()),
        ParentId: presumed(named('folder').optional()),
        Name: presumed(text(250, 'Part of the name; with ParentId only among its children').optional()),
        ...paging,
      },
      rows: {
        ...ofMore,
        ...ofClass,
        ParentId: inFolder('Parent', 'ParentId', 'ParentFolder', 'ParentFolderId'),
        Name: containsText('Name'),
      },
      description:
        'Folders in alphabetical order, each with all its nested folders that you may see. Not for documents: list_documents.',
    }),
  ],
} satisfies Area;
