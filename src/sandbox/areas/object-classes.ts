import { z } from 'zod';
import { guid } from '../bind.ts';
import type { ObjectClass } from '../entities.ts';
import { notFound } from '../errors.ts';
import { byName } from '../page.ts';
import { named } from '../present.ts';
import { route } from '../route.ts';
import type { World } from '../world.ts';

export const objectClassRoutes = [
  route(['GET /api/v2/objectClasses', 'GET /api/v1/objectClasses'], {
    summary: 'All object classes, without pages',
    query: z.object({ ObjectClassId: guid.optional() }),
    handle: ({ world, query }) =>
      world.objectClasses
        .filter((item) => query.ObjectClassId === undefined || item.id === query.ObjectClassId)
        .sort(byName)
        .map((item) => presentObjectClass(world, item)),
  }),
  route(['GET /api/v2/objectClasses/{id}', 'GET /api/v1/objectClasses/{id}'], {
    summary: 'One object class',
    handle: ({ world, params }) => {
      const item = world.objectClasses.get(params.id);
      if (!item) throw notFound('Object class', params.id ?? '');
      return presentObjectClass(world, item);
    },
  }),
];

export function presentObjectClass(world: World, item: ObjectClass) {
  return { ...named(world, item, '/api/v2/objectClasses'), Section: item.section, Icon: item.icon };
}
