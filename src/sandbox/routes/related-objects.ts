import { z } from 'zod';
import { linkObjects, relatedObjects, unlinkObjects } from '../domain/objects/related-objects.ts';
import { guid, paging } from '../http/model-binding.ts';
import { page } from '../http/pagination.ts';
import { created, noContent, type RouteRequest, route } from '../http/route.ts';
import { listedObjectPresenter } from './object-record.ts';

const path = '/api/v2/objects/{objectId}/relatedObjects';

/** Links between objects: View on the case reads them, Edit changes them (REL-1). */
export const relatedObjectRoutes = [
  route(`GET ${path}`, {
    summary: 'The objects linked with an object',
    query: z.object(paging),
    handle: (request) => presentPage(request, request.query),
  }),
  route(`POST ${path}`, {
    answers: 'page',
    summary: 'Link objects with an object',
    body: z.object({ ObjectIds: z.array(guid).min(1) }),
    handle: (request) => {
      linkObjects(request, idOf(request), request.body.ObjectIds);
      return created(presentPage(request, {}));
    },
  }),
  route(`DELETE ${path}`, {
    summary: 'Unlink objects from an object',
    query: z.object({ ids: z.array(guid).min(1) }),
    handle: (request) => {
      unlinkObjects(request, idOf(request), request.query.ids);
      return noContent();
    },
  }),
];

type Request = Pick<RouteRequest, 'world' | 'user' | 'params' | 'url'>;

const idOf = ({ params }: Request) => params.objectId ?? '';

function presentPage(request: Request, asked: Parameters<typeof page>[1]) {
  const objects = relatedObjects(request, idOf(request));
  return page(request, asked, objects, listedObjectPresenter(request, false));
}
