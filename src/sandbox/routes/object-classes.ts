import { z } from 'zod';
import { shownNames } from '../domain/shown-names.ts';
import { notFound } from '../http/errors.ts';
import { guid } from '../http/model-binding.ts';
import { whole } from '../http/pagination.ts';
import { inVersions, route } from '../http/route.ts';
import { named } from '../http/serializers.ts';
import type { ObjectClass } from '../state/entities/object-types.ts';
import type { World } from '../state/state.ts';

/** Classes of objects (CLS). */
export const objectClassRoutes = [
  route(inVersions([2, 1], 'GET', 'objectClasses/{id}'), {
    summary: 'One object class',
    handle: ({ world, params }) => {
      const item = world.objectClasses.get(params.id);
      if (!item) throw notFound('Object class', params.id ?? '');
      return presentObjectClass(world, item);
    },
  }),
  route(inVersions([2, 1], 'GET', 'objectClasses'), {
    summary: 'All object classes in one response',
    query: z.object({ ObjectClassId: guid.optional() }),
    handle: ({ world, user, query }) =>
      whole(
        world,
        world.objectClasses
          .filter((item) => query.ObjectClassId === undefined || item.id === query.ObjectClassId)
          .sort(shownNames(world, user).byName),
        (item) => presentObjectClass(world, item),
      ),
  }),
];

/** Returns an object class in wire form. */
export function presentObjectClass(world: World, item: ObjectClass) {
  return { ...named(world, item, '/api/v2/objectClasses'), Section: item.section, Icon: item.icon };
}
