import { z } from 'zod';
import { cardBlocks, isCaseType } from '../domain/fields/fields.ts';
import { shownNames } from '../domain/shown-names.ts';
import { notFound } from '../http/errors.ts';
import { guid } from '../http/model-binding.ts';
import { whole } from '../http/pagination.ts';
import { inVersions, type Route, route } from '../http/route.ts';
import { named } from '../http/serializers.ts';
import type { Field, ObjectType } from '../state/entities/object-types.ts';
import type { World } from '../state/state.ts';
import { presentObjectClass } from './object-classes.ts';

/** Types of objects, and the types of cases among them (TYP). */
export const objectTypeRoutes = [...typeRoutes('objectTypes', false), ...typeRoutes('caseTypes', true)];

function typeRoutes(segment: string, casesOnly: boolean): Route[] {
  const what = casesOnly ? 'case type' : 'object type';
  const belongs = (world: World, type: ObjectType) => !casesOnly || isCaseType(world, type);
  return [
    route(inVersions([2, 1], 'GET', `${segment}/{id}`), {
      summary: `One ${what} with its blocks and fields`,
      handle: ({ world, params, version }) => {
        const type = world.objectTypes.get(params.id);
        if (!type || !belongs(world, type)) throw notFound(`The ${what}`, params.id ?? '');
        return { ...presentType(world, type, segment), Blocks: presentBlocks(world, type, version) };
      },
    }),
    route(inVersions([2, 1], 'GET', segment), {
      summary: `All ${what}s, both active and deleted`,
      query: z.object({ ObjectClassId: guid.optional() }),
      handle: ({ world, user, query }) =>
        whole(
          world,
          world.objectTypes
            .filter((type) => belongs(world, type))
            .filter(({ objectClassId }) => (query.ObjectClassId ?? objectClassId) === objectClassId)
            .sort(shownNames(world, user).byName),
          (type) => presentType(world, type, segment),
        ),
    }),
  ];
}

function presentType(world: World, type: ObjectType, segment: string) {
  const objectClass = world.objectClasses.get(type.objectClassId);
  return {
    ...named(world, type, `/api/v2/${segment}`),
    Status: type.status,
    ObjectClass: objectClass ? presentObjectClass(world, objectClass) : null,
  };
}

/** Returns the blocks of a type in wire form, without table blocks (OBJ-7). */
function presentBlocks(world: World, type: ObjectType, version: number) {
  return cardBlocks(type).map(({ id, name, tag, kind, fields }) => ({
    Id: id,
    Name: name,
    Tag: tag ?? null,
    Kind: kind,
    Fields: fields.map((field) => presentField(world, field, version)),
  }));
}

/** Returns a field in wire form. In v1, some fields have the current date as their default value (TYP-2). */
function presentField(world: World, field: Field, version: number) {
  return {
    Id: field.id,
    Tag: field.tag ?? null,
    Name: field.name,
    Format: field.format,
    IsRequired: field.isRequired ?? false,
    IsMulti: field.isMulti ?? false,
    DictionaryId: field.dictionaryId ?? null,
    ...(version === 1 && field.defaultsToToday ? { DefaultValue: today(world, field) } : {}),
  };
}

const today = (world: World, { format }: Field) =>
  format === 'DateTime' ? world.stamp() : `${world.stamp().slice(0, 10)}T00:00:00.000Z`;
