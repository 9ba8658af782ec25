import { notFound } from '../http/errors.ts';
import { whole } from '../http/pagination.ts';
import { type Route, route } from '../http/route.ts';
import { named } from '../http/serializers.ts';
import type { Collection } from '../state/collection.ts';
import type { ResolvedRecord } from '../state/entities/entity.ts';
import type { World } from '../state/state.ts';

/**
 * Returns the two routes of a small read-only dictionary: one record, and all without pages.
 * @param segment last segment of its path, `'taskTypes'`
 * @param what name of one record, `'task type'`
 */
export function namedRoutes(
  segment: string,
  what: string,
  records: (world: World) => Collection<ResolvedRecord>,
): Route[] {
  const path = `/api/v2/${segment}`;
  return [
    route([`GET ${path}/{id}`, `GET /api/v1/${segment}/{id}`], {
      summary: `One ${what}`,
      handle: ({ world, params }) => {
        const item = records(world).get(params.id);
        if (!item) throw notFound(`The ${what}`, params.id ?? '');
        return named(world, item, path);
      },
    }),
    route([`GET ${path}`, `GET /api/v1/${segment}`], {
      summary: `Every ${what}, in one list`,
      handle: ({ world }) => whole(world, records(world).all(), (item) => named(world, item, path)),
    }),
  ];
}
