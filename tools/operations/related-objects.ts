import { presumed } from '../../src/contract/operations/field-marks.ts';
import type { Area } from '../../src/contract/operations/operation.ts';
import { operation } from '../../src/contract/operations/operation.ts';
import { manyNamed, more, objectId } from './fields.ts';

const related = { tool: 'list_related_objects', args: { objectId: 'objectId' } };

export const relatedObjects = {
  id: 'related-objects',
  title: 'Related objects',
  search: 'case contract related',
  operations: [
    operation({
      name: 'list_related_objects',
      title: 'List related objects',
      titleRu: 'Связанные объекты',
      search: { words: 'связанный, case' },
      route: 'GET /api/v2/objects/{objectId}/relatedObjects',
      access: 'read',
      params: { objectId },
      description: 'Objects and cases linked with this one. Needs View on it.',
    }),
    operation({
      name: 'add_related_objects',
      title: 'Add related objects',
      titleRu: 'Связать объекты',
      search: { words: 'link together both, case' },
      route: 'POST /api/v2/objects/{objectId}/relatedObjects',
      access: 'create',
      certain: ['ObjectIds'],
      params: { objectId },
      body: { ObjectIds: presumed(manyNamed('object', 'Objects to link')), ...more },
      stores: { names: { ObjectIds: 'Items' }, shownAt: related },
      verifiedBy: 'list_related_objects',
      description:
        'Links objects with this one. Needs Edit on it; permissions on the linked ones are not checked.',
    }),
    operation({
      name: 'remove_related_objects',
      title: 'Remove related objects',
      titleRu: 'Убрать связи объектов',
      search: { words: 'unlink, case' },
      route: 'DELETE /api/v2/objects/{objectId}/relatedObjects',
      access: 'delete',
      certain: ['ids'],
      params: { objectId },
      query: { ids: presumed(manyNamed('object', 'Objects to unlink')) },
      target: { tool: 'get_object', args: { id: 'objectId' } },
      removes: {
        list: '',
        where: { Id: 'ids' },
        shownAt: related,
      },
      verifiedBy: 'list_related_objects',
      description:
        'Removes links between this object and others; the objects themselves stay. Needs Edit on it.',
    }),
  ],
} satisfies Area;
