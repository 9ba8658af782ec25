import type { Area } from '../../src/contract/operations/operation.ts';
import { operation } from '../../src/contract/operations/operation.ts';
import { ref } from '../../src/contract/records/record-ref.ts';
import { named } from './fields.ts';

const dictionaryId = named('dictionary');

export const dictionaries = {
  id: 'dictionaries',
  title: 'Dictionaries',
  search: 'dictionary',
  operations: [
    operation({
      name: 'get_dictionary',
      title: 'Get dictionary',
      titleRu: 'Справочник',
      route: 'GET /api/v2/dictionaries/{id}',
      access: 'read',
      params: { id: dictionaryId },
      description: 'One dictionary without its values.',
    }),
    operation({
      name: 'list_dictionaries',
      title: 'List dictionaries',
      titleRu: 'Справочники',
      search: { words: 'document types' },
      route: 'GET /api/v2/dictionaries',
      access: 'read',
      description:
        'All dictionaries at once (document types, task names…), including system ones such as task priority.',
    }),
    operation({
      name: 'get_dictionary_value',
      title: 'Get dictionary value',
      titleRu: 'Значение справочника',
      route: 'GET /api/v2/dictionaries/{id}/values/{valueId}',
      access: 'read',
      params: {
        id: dictionaryId,
        valueId: ref({ kind: 'dictionary value', within: 'id' }).describe('id or name'),
      },
      description: 'One value of a dictionary.',
    }),
    operation({
      name: 'list_dictionary_values',
      title: 'List dictionary values',
      titleRu: 'Значения справочника',
      search: { words: 'value, document types, stage' },
      route: 'GET /api/v2/dictionaries/{id}/values',
      access: 'read',
      params: { id: dictionaryId },
      description: 'All values of one dictionary.',
    }),
  ],
} satisfies Area;
