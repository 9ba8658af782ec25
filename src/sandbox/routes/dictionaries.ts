import { requireSection } from '../domain/permissions.ts';
import { shownNames } from '../domain/shown-names.ts';
import { notFound } from '../http/errors.ts';
import { whole } from '../http/pagination.ts';
import { inVersions, route } from '../http/route.ts';
import { named, reference } from '../http/serializers.ts';
import type { Dictionary, DictionaryValue } from '../state/entities/dictionaries.ts';
import type { User } from '../state/entities/users.ts';
import type { World } from '../state/state.ts';

/** Dictionaries and their values. Lists have no pages (DIC). */
export const dictionaryRoutes = [
  route(inVersions([2, 1], 'GET', 'dictionaries/{id}'), {
    summary: 'One dictionary',
    handle: ({ world, user, params }) =>
      presentDictionary(world, requireDictionary(world, user, params.id ?? '')),
  }),
  route(inVersions([2, 1], 'GET', 'dictionaries'), {
    summary: 'All dictionaries, including system dictionaries',
    handle: ({ world, user }) => {
      requireSection(user, 'Dictionaries', 'View');
      const items = world.dictionaries.all().sort(shownNames(world, user).byName);
      return whole(world, items, (item) => presentDictionary(world, item));
    },
  }),
  route(inVersions([2, 1], 'GET', 'dictionaries/{id}/values/{valueId}'), {
    summary: 'One value of a dictionary',
    handle: ({ world, user, params }) => {
      const dictionary = requireDictionary(world, user, params.id ?? '');
      const value = dictionary.values.find((item) => item.id === params.valueId?.toLowerCase());
      if (!value) throw notFound('Dictionary value', params.valueId ?? '');
      return presentValue(world, dictionary, value);
    },
  }),
  route(inVersions([2, 1], 'GET', 'dictionaries/{id}/values'), {
    summary: 'All values of a dictionary',
    handle: ({ world, user, params }) => {
      const dictionary = requireDictionary(world, user, params.id ?? '');
      const values = dictionary.values.toSorted((left, right) => left.order - right.order);
      return whole(world, values, (value) => presentValue(world, dictionary, value));
    },
  }),
];

function requireDictionary(world: World, user: User, id: string): Dictionary {
  requireSection(user, 'Dictionaries', 'View');
  const dictionary = world.dictionaries.get(id);
  if (!dictionary) throw notFound('Dictionary', id);
  return dictionary;
}

function presentDictionary(world: World, item: Dictionary) {
  return { ...named(world, item, '/api/v2/dictionaries'), ValuesCount: item.values.length };
}

function presentValue(world: World, dictionary: Dictionary, value: DictionaryValue) {
  const path = `/api/v2/dictionaries/${dictionary.id}/values`;
  return {
    ...named(world, value, path),
    Order: value.order,
    Parent: reference(
      world,
      dictionary.values.find((item) => item.id === value.parentId),
      path,
    ),
    IsDisabled: value.isDisabled ?? false,
  };
}
