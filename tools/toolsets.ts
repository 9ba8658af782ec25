import type { Arrangement } from '../src/contract/features/toolsets.ts';
import { words } from './search-words.ts';
import { unsupported } from './unsupported.ts';

/** Tools that are listed first, groups of all other tools, and search words. */
export const arrangement: Arrangement = {
  // Omits lists that `query_records` covers, and file tools that `read_document` covers. Otherwise there would be no
  // room for tools that change records.
  everyday: [
    'create_object',
    'edit_object',
    'get_object',
    'add_case_participant',
    'create_event',
    'update_event',
    'create_task',
    'update_task',
    'create_document',
  ],
  toolsets: {
    cases: ['objects', 'related-objects'],
    types: ['object-types'],
    folders: ['folders', 'projects'],
    events: ['events'],
    tasks: ['tasks'],
    documents: ['documents', 'files'],
    participants: ['participants', 'roles'],
    users: ['users'],
    dictionaries: ['dictionaries'],
    calls: ['calls'],
    admin: ['settings', 'permissions', 'scripts', 'health'],
    connection: ['auth'],
  },
  words,
  unsupported,
};
