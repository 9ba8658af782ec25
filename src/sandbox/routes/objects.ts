import { z } from 'zod';
import { newObject, objectChange, stateChange } from '../domain/objects/object-body.ts';
import {
  addParticipant,
  createObject,
  deleteObject,
  editObject,
  moveObject,
  type ObjectScope,
  requireObject,
} from '../domain/objects/objects.ts';
import { guid } from '../http/model-binding.ts';
import { created, inVersions, noContent, type Route, type RouteRequest, route } from '../http/route.ts';
import { presentObject } from './object-record.ts';

/** Operations on objects and, with separate paths, the same operations on cases (OPS). v1 has only those on cases. */
export const objectRoutes = [
  ...cardRoutes(false),
  ...stateRoutes(false),
  ...cardRoutes(true),
  ...stateRoutes(true),
];

type Request = Pick<RouteRequest, 'world' | 'user' | 'params'>;

function pathsOf(casesOnly: boolean) {
  const versions = casesOnly ? [2, 1] : [2];
  return (method: string, rest = '') =>
    inVersions(versions, method, `${casesOnly ? 'cases' : 'objects'}${rest}`);
}

function scopeOf({ world, user, params }: Request, casesOnly: boolean): ObjectScope {
  return { world, user, casesOnly, id: params.id ?? '' };
}

function cardRoutes(casesOnly: boolean): Route[] {
  const paths = pathsOf(casesOnly);
  const what = casesOnly ? 'a case' : 'an object';
  return [
    route(paths('POST'), {
      summary: `Create ${what} with its card`,
      body: newObject,
      handle: (request) => created(presentObject(request, createObject(request, request.body, casesOnly))),
    }),
    route(paths('PUT', '/{id}'), {
      summary: `Replace the whole card of ${what}`,
      body: objectChange,
      handle: (request) => {
        const object = editObject(scopeOf(request, casesOnly), request.body, true);
        return created(presentObject(request, object));
      },
    }),
    route(paths('PATCH', '/{id}'), {
      summary: `Edit ${what}: only the sent fields change`,
      body: objectChange,
      handle: (request) => {
        const object = editObject(scopeOf(request, casesOnly), request.body, false);
        return created(presentObject(request, object));
      },
    }),
    route(paths('GET', '/{id}'), {
      summary: `Read ${what} with all filled fields`,
      handle: (request) => presentObject(request, requireObject(scopeOf(request, casesOnly), 'View')),
    }),
  ];
}

function stateRoutes(casesOnly: boolean): Route[] {
  const paths = pathsOf(casesOnly);
  const what = casesOnly ? 'a case' : 'an object';
  const move = (rest: string, to: 'archive' | 'work', summary: string) =>
    route(paths('POST', `/{id}/${rest}`), {
      summary,
      body: stateChange,
      handle: (request) => {
        const check = request.body.CheckForDuplicates ?? false;
        return created(presentObject(request, moveObject(scopeOf(request, casesOnly), to, check)));
      },
    });
  return [
    move('archive', 'archive', `Move ${what} to the archive`),
    move('restore', 'work', `Bring ${what} back from the archive`),
    route(paths('DELETE', '/{id}'), {
      summary: `Delete ${what} that is in the archive`,
      handle: (request) => {
        deleteObject(scopeOf(request, casesOnly));
        return noContent();
      },
    }),
    route(paths('POST', '/{id}/participants'), {
      summary: `Add a participant to ${what}`,
      body: z.object({ ParticipantId: guid, RoleId: guid.nullish() }),
      handle: (request) => {
        const object = addParticipant(scopeOf(request, casesOnly), request.body);
        return created(presentObject(request, object));
      },
    }),
  ];
}
